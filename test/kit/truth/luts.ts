/** Look-up tables as other programs write them: a lattice of fewer points than a grade has, and curves with a range of their own. */
import type { AssetId } from '#contract/words.ts'
import type { Rgb } from '#rules/colour/rgb.ts'

const rowOf = (colour: Rgb): string => colour.map(value => value.toFixed(6)).join(' ')

/** Shadows turn blue, highlights orange. */
function tealAndOrange(size: number): string {
  const at = (index: number): number => index / (size - 1)
  const rows = Array.from({ length: size ** 3 }, (_, place) => {
    const [red, green, blue] = [at(place % size), at(Math.floor(place / size) % size), at(Math.floor(place / size ** 2))] as const
    const into = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return rowOf([red + 0.12 * (into - 0.4), green + 0.03 * (0.5 - into), blue - 0.14 * (into - 0.45)])
  })
  return ['# a look', 'TITLE "Teal"', `LUT_3D_SIZE ${size}`, ...rows, ''].join('\r\n')
}

function softCurves(size: number): string {
  const rows = Array.from({ length: size }, (_, place) => {
    const value = -0.1 + 1.2 * place / (size - 1)
    return rowOf([value * 0.9 + 0.05, value * 0.85 + 0.06, value * 0.8 + 0.08])
  })
  return [`LUT_1D_SIZE ${size}`, 'DOMAIN_MIN -0.1 -0.1 -0.1', 'DOMAIN_MAX 1.1 1.1 1.1', ...rows].join('\n')
}

export const lutTexts: Readonly<Record<string, { readonly id: AssetId, readonly text: string }>> = {
  'teal.cube': { id: '7e'.repeat(32) as AssetId, text: tealAndOrange(17) },
  'soft.cube': { id: '50'.repeat(32) as AssetId, text: softCurves(256) },
}
