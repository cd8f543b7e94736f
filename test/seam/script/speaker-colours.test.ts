/** Colours of speakers: kept whatever happens to others, and each speaker's own while there are colours enough. */
import type { SpeakerColour } from '#contract/script.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { speakersOf } from '#rules/script/script-lines.ts'
import { captionColourOf, colourNames, cssOf, withColours } from '#rules/script/speaker-colours.ts'

const coloursOf = (all: readonly SpeakerColour[]) => new Map(all.map(each => [each.speaker, each.colour]))

describe('the colour of a speaker', () => {
  it('stays while others come, go and return; no two who are there share one as long as one is free', () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 12 })
    fc.assert(fc.property(fc.array(names, { minLength: 1, maxLength: 8 }), (scripts) => {
      let kept: readonly SpeakerColour[] = []
      let before: readonly string[] = []
      for (const present of scripts) {
        const [were, next] = [coloursOf(kept), withColours(present, kept)]
        const are = coloursOf(next)
        expect(next).toHaveLength(are.size)
        for (const speaker of present)
          expect(are.get(speaker)).toBe(before.includes(speaker) ? were.get(speaker) : are.get(speaker) ?? 'none')
        const taken = new Set(present.map(speaker => are.get(speaker)))
        if (scripts.every(each => each.length <= colourNames.length))
          expect(taken.size).toBe(present.length)
        ;[kept, before] = [next, present]
      }
    }))
  })

  it('of two names that would have one colour is each their own, and who comes back has the former one', () => {
    const first = withColours(['ANNA'], [])
    const twin = Array.from({ length: 500 }, (_, at) => `B${at}`).find(name => withColours([name], [])[0]!.colour === first[0]!.colour)!
    const both = withColours(['ANNA', twin], first)
    expect(new Set(both.map(each => each.colour)).size).toBe(2)
    expect(coloursOf(withColours([twin], both)).get(twin)).toBe(coloursOf(both).get(twin))
    expect(withColours(['ANNA', twin], withColours([twin], both))).toEqual(both)
  })

  it('that was chosen is never given up, though its speaker is gone and another needs a colour', () => {
    const chosen: SpeakerColour = { speaker: 'ANNA', colour: 'blue', isChosen: true }
    const eight = Array.from({ length: 8 }, (_, at) => `S${at}`)
    const all = withColours(eight, [chosen])
    expect(all).toContainEqual(chosen)
    expect(new Set(eight.map(speaker => coloursOf(all).get(speaker))).size).toBe(8)
  })

  it('is written for the page and for captions', () => {
    expect(cssOf('blue')).toBe('light-dark(hsl(212 60% 26%), hsl(212 55% 74%))')
    expect(new Set(colourNames.map(captionColourOf)).size).toBe(8)
    expect(captionColourOf('red')).toMatch(/^#e1a[0-9a-f]{3}$/)
    for (const name of colourNames)
      expect(captionColourOf(name)).toMatch(/^#[0-9a-f]{6}$/)
  })
})

it('scene headings are spoken by nobody', () => {
  expect(speakersOf([
    { speaker: '', text: '', direction: '# INT. KITCHEN' },
    { speaker: 'ANNA', text: 'Hi.', direction: '' },
  ])).toEqual(['ANNA'])
})
