/** Contrast of the theme's colours as WCAG measures it, in both themes: 4.5:1 for words, 3:1 for graphics that mean something. */
import type { Palette } from '../../../src-renderer/shell/palettes.ts'
import { describe, expect, it } from 'vitest'
import { colourNames, cssOf } from '../../../src-preload/rules/script/speaker-colours.ts'
import { palettes, tintOpacity } from '../../../src-renderer/shell/palettes.ts'

type Rgb = readonly [number, number, number]
type Name = Exclude<keyof Palette, 'shadow' | 'scrim'>

function channels(hex: string): [...Rgb, alpha: number] {
  const at = (place: number): number => Number.parseInt(hex.slice(place, place + 2), 16)
  return [at(1), at(3), at(5), hex.length > 7 ? at(7) / 255 : 1]
}

/** `top` as it is seen over an opaque ground. */
function over(top: string, ground: Rgb): Rgb {
  const [red, green, blue, alpha] = channels(top)
  const mixed = (above: number, below: number): number => above * alpha + below * (1 - alpha)
  return [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2])]
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number] // three in, three out
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number] // two in, two out
  return (light + 0.05) / (dark + 0.05)
}

/** Of `light-dark(hsl(…), hsl(…))`. */
function ofSpeaker(css: string, theme: 'dark' | 'light'): Rgb {
  const found = [...css.matchAll(/hsl\((\d+) (\d+)% (\d+)%\)/g)][theme === 'light' ? 0 : 1]!
  const [hue, saturation, lightness] = found.slice(1).map(Number) as [number, number, number] // three groups
  const reach = saturation / 100 * Math.min(lightness / 100, 1 - lightness / 100)
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12
    return 255 * (lightness / 100 - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

const grounds = ['floor', 'page', 'card', 'raised'] as const
const words = ['text', 'text-2', 'text-3', 'accent-text', 'good', 'warn', 'bad'] as const
/** What a chip or a row puts behind words of its colour. */
const tinted: readonly (readonly [Name, Name])[] = [
  ['accent-text', 'accent-faint'],
  ['good', 'audio-faint'],
  ['warn', 'warn-faint'],
  ['bad', 'bad-faint'],
  ['text-2', 'accent-faint'],
]
const graphics = ['accent', 'audio', 'picture', 'caption', 'good', 'warn', 'bad'] as const

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  const palette = palettes[theme]
  const opaque = (name: Name): Rgb => over(palette[name], [0, 0, 0])
  const below = (least: number, pairs: readonly (readonly [string, Rgb, Rgb])[]): string[] =>
    pairs.map(([name, one, other]) => [name, contrast(one, other)] as const)
      .filter(([, measured]) => measured < least)
      .map(([name, measured]) => `${name}: ${measured.toFixed(2)}`)

  it('words can be read on every ground, also on one that is pointed at', () => {
    expect(below(4.5, [
      ...words.flatMap(name => [...grounds, 'hover' as const].map(ground =>
        [`${name} on ${ground}`, opaque(name), opaque(ground)] as const)),
      ['text on pressed', opaque('text'), opaque('pressed')],
      ['text-2 on pressed', opaque('text-2'), opaque('pressed')],
    ])).toEqual([])
  })

  it('words can be read on their tints and on the accent', () => {
    expect(below(4.5, [
      ...tinted.flatMap(([name, tint]) => grounds.map(ground =>
        [`${name} on ${tint} over ${ground}`, opaque(name), over(palette[tint], opaque(ground))] as const)),
      ['on-accent on accent', opaque('on-accent'), opaque('accent')],
      ['on-accent on accent-hover', opaque('on-accent'), opaque('accent-hover')],
    ])).toEqual([])
  })

  it('words of a button without a fill can be read on its tint, also while it is pressed', () => {
    const tints = Object.entries(tintOpacity).map(([state, share]) =>
      [state, palette.accent + Math.round(share * 255).toString(16).padStart(2, '0')] as const)
    expect(below(4.5, tints.flatMap(([state, tint]) => (['page', 'card', 'raised'] as const).map(ground =>
      [`${state} over ${ground}`, opaque('accent-text'), over(tint, opaque(ground))] as const)))).toEqual([])
  })

  it('states and kinds can be told by their colours', () => {
    expect(below(3, graphics.flatMap(name => grounds.map(ground =>
      [`${name} on ${ground}`, opaque(name), opaque(ground)] as const)))).toEqual([])
  })

  it('names of speakers can be read in their colours', () => {
    expect(below(4.5, colourNames.flatMap(name => [...grounds, 'hover' as const].map(ground =>
      [`${name} on ${ground}`, ofSpeaker(cssOf(name), theme), opaque(ground)] as const)))).toEqual([])
  })
})
