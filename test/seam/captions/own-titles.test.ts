/** Own titles: what is exported is imported the same, and a file that is not whole is refused as one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostOwnTitles, ownTitlesIn, readTitleFile, titleOf, writeTitleFile } from '#rules/captions/own-titles.ts'
import { titleTemplateOf, titleTemplates } from '#rules/captions/title-templates.ts'
import { picture } from '../../kit/sequence.ts'

const rate = { numerator: 30_000, denominator: 1001 }
const made = fc.record({
  template: fc.constantFrom(...titleTemplates),
  text: fc.string({ unit: 'grapheme', maxLength: 60 }),
  length: fc.integer({ min: 1, max: 3000 }),
  fade: fc.nat(30),
  rotation: fc.integer({ min: -90, max: 90 }),
}).map(({ template, text, length, fade, rotation }) => titleOf(picture(1, 0, length, {
  ...{ takeId: null, title: { text, style: titleTemplateOf[template].style }, fadeIn: Math.min(fade, length) },
  look: { ...picture(1, 0, 1).look, rotation },
}), rate)!)

it('what is exported is imported the same, as it would be kept', () => {
  fc.assert(fc.property(fc.array(made, { minLength: 1, maxLength: 4 }), (titles) => {
    expect(readTitleFile(writeTitleFile(titles))).toEqual({ titles })
    const kept = titles.map((title, at) => ({ ...title, id: `own-${at}` }))
    expect(ownTitlesIn(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
    // The id is the studio's, not the file's.
    expect(readTitleFile(writeTitleFile(kept))).toEqual({ titles })
  }), { numRuns: 60 })
})

it('has the first row as its name, and no picture is a title', () => {
  const clip = picture(1, 0, 60, { takeId: null, title: { text: '\n Ada  Lovelace\nMathematician', style: titleTemplateOf.name.style } })
  expect(titleOf(clip, { numerator: 30, denominator: 1 })).toMatchObject({ name: 'Ada Lovelace', seconds: 2, fadeInSeconds: 0 })
  expect(titleOf(picture(1, 0, 60), rate)).toBeNull()
})

it('any text at all is read or refused with a reason, never thrown at', () => {
  const anything = fc.oneof(fc.string(), fc.json(), fc.json().map(inside => `{"takeroom":"titles","version":1,"titles":[${inside}]}`))
  fc.assert(fc.property(anything, (text) => {
    expect(readTitleFile(text)).toEqual({ refused: expect.stringMatching(/^(?:not-titles|damaged)$/) })
  }), { numRuns: 200 })
})

it('a file of a newer version, one with too many, a damaged and a huge one are refused as a whole', () => {
  const [title] = fc.sample(made, { numRuns: 1, seed: 1 })
  const file = (changes: object): string => JSON.stringify({ takeroom: 'titles', version: 1, titles: [title], ...changes })
  expect(readTitleFile(file({ version: 2 }))).toEqual({ refused: 'newer' })
  expect(readTitleFile(file({ titles: Array.from({ length: mostOwnTitles + 1 }).fill(title) }))).toEqual({ refused: 'damaged' })
  expect(readTitleFile(file({ titles: [title, { ...title, seconds: -1 }] }))).toEqual({ refused: 'damaged' })
  expect(readTitleFile(' '.repeat(400_001))).toEqual({ refused: 'too-large' })
})
