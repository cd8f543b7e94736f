import type { Font } from 'fontkit'
/** Writes src-preload/rules/captions/font-coverage.ts from the fonts: `node test/kit/font-coverage.ts` after a font was added or brought up. */
import type { FontFamily } from '../../src-preload/rules/captions/fonts.ts'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import { fontFamilies, fontFiles, inPackage } from '../../src-preload/rules/captions/fonts.ts'

export const coveragePath = fileURLToPath(new URL('../../src-preload/rules/captions/font-coverage.ts', import.meta.url))

/** The Japanese font and that of traditional Chinese are known by their standards: what they cover has too many gaps to be listed. Of the Korean one only what the Chinese lacks. */
export function coverageText(): string {
  const chinese = new Set(codePointsOf('Noto Sans SC'))
  const rows = fontFamilies.filter(family => family !== 'Noto Sans JP' && family !== 'Noto Sans TC').map((family) => {
    const codes = codePointsOf(family).filter(code => family !== 'Noto Sans KR' || code < 0x2100 || !chinese.has(code))
    return `  '${family}': [\n${rowsOf(rangesOf(codes)).map(row => `    '${row}',\n`).join('')}  ],`
  })
  return [
    '/** The code points that the fonts have, as hexadecimal `from-to` in order. Written by test/kit/font-coverage.ts from the fonts. */',
    'import type { FontFamily } from \'./fonts.ts\'',
    '',
    'export const coverage: Readonly<Record<Exclude<FontFamily, \'Noto Sans JP\' | \'Noto Sans TC\'>, readonly string[]>> = {',
    ...rows,
    '}',
    '',
    '/** How high libass takes a font to be, in ems: of two in one size the higher has the smaller letters. */',
    'export const heights: Readonly<Record<FontFamily, number>> = {',
    ...fontFamilies.map(family => `  '${family}': ${heightOf(family)},`),
    '}',
    '',
  ].join('\n')
}

function fontOf(family: FontFamily, weight: 0 | 1 = 0): Font {
  const font = openSync(createRequire(import.meta.url).resolve(inPackage(family, fontFiles(family)[weight]!)))
  if (!('characterSet' in font))
    throw new Error(`${family} is a collection of fonts`)
  return font
}

function heightOf(family: FontFamily): number {
  const font = fontOf(family)
  const { winAscent, winDescent } = font['OS/2']
  return Number(((winAscent + winDescent) / font.unitsPerEm).toFixed(3))
}

export function codePointsOf(family: FontFamily, weight: 0 | 1 = 0): number[] {
  return fontOf(family, weight).characterSet.filter(code => code >= 0x20 && code !== 0xFFFF).sort((a, b) => a - b)
}

function rangesOf(codes: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last && last[1] === code - 1)
      last[1] = code
    else
      ranges.push([code, code])
  }
  return ranges.map(([from, to]) => from === to ? from.toString(16) : `${from.toString(16)}-${to.toString(16)}`).join(' ')
}

/** No row longer than a line of the code. */
function rowsOf(ranges: string): string[] {
  return ranges.match(/\S.{0,128}\S(?= |$)|\S/g) ?? []
}

if (import.meta.main)
  writeFileSync(coveragePath, coverageText())
