/** Titles that come and go: they are still between their fades, and at rest where they are otherwise. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TitleEntry, TitleExit } from '#contract/text-style.ts'
import { toAss } from '#rules/captions/ass.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { titleMotion } from '#rules/captions/title-motion.ts'
import { titlesOf } from '#rules/captions/title.ts'
import { picture } from '../../kit/sequence.ts'

const still = { x: 0, y: 0, scale: 1, letters: 1 }
function titled(title: object, has = {}) {
  return picture(1, 10, 50, { takeId: null, title: { text: 'Ça va\n清晨', style: titleStyle, ...title }, fadeIn: 10, fadeOut: 5, ...has })
}

it('move while they fade, always towards their place, and away from it', () => {
  const entry = fc.constantFrom(...TitleEntry.options)
  const exit = fc.constantFrom(...TitleExit.options)
  const frames = fc.record({ rising: fc.nat(40), falling: fc.nat(40), between: fc.nat(40) })
  fc.assert(fc.property(entry, exit, frames, (enters, leaves, { rising, falling, between }) => {
    const length = rising + between + falling
    const far = (offset: number): number => {
      const { x, y, scale, letters } = titleMotion({ enters, leaves }, offset, { length, rising, falling })
      return Math.abs(x) + Math.abs(y) + 1 - scale + 1 - letters
    }
    for (let offset = 1; offset < length; offset++) {
      if (offset < rising)
        expect(far(offset)).toBeLessThan(far(offset - 1))
      else if (offset <= rising + between)
        expect(titleMotion({ enters, leaves }, offset, { length, rising, falling })).toEqual(still)
      else
        expect(far(offset)).toBeGreaterThan(far(offset - 1))
    }
  }))
})

it('are one title between their fades, each frame of which has one of its own', () => {
  const titles = titlesOf(titled({ enters: 'left', leaves: 'grow' }), 60)
  expect(titles.map(({ length }) => length)).toEqual([...Array.from({ length: 10 }).fill(1), 36, ...Array.from({ length: 4 }).fill(1)])
  expect(titles[0]).toMatchObject({ start: 10, look: { x: -0.15, opacity: 0 } })
  expect(titles[10]).toMatchObject({ start: 20, look: { x: 0, y: 0, scale: 1, opacity: 1 } })
  expect(titles.at(-1)!.look.scale).toBeLessThan(0.9)
  // Without a fade there is no time for it.
  expect(titlesOf(titled({ enters: 'left' }, { fadeIn: 0, fadeOut: 0 }), 60).map(({ length }) => length)).toEqual([50])
})

it('appear letter by letter at full opacity, each in its place', () => {
  const titles = titlesOf(titled({ enters: 'type' }), 60)
  expect(titles[5]).toMatchObject({ letters: 0.5, look: { opacity: 1 } })
  const screen = { width: 1280, height: 720, rate: { numerator: 25, denominator: 1 } }
  const texts = [...toAss(screen, { captions: null, titles }).matchAll(/^Dialogue: .*?,,0,0,0,,\{[^}]*\}(.*)$/gm)].map(([, text]) => text!)
  const hide = '{\\1a&HFF&\\3a&HFF&}'
  expect(texts[0]).toMatch(/^\{\\1a&HFF&\\3a&HFF&\}Ça va/)
  expect(texts[5]).toContain(`Ça ${hide}va`)
  expect(texts[10]).not.toContain(hide)
})
