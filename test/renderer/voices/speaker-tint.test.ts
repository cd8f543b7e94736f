/** Colours of speakers. */
import { describe, expect, it } from 'vitest'
import { speakersOf, tintOf } from '../../../src-renderer/parts/voices/speaker-tint.ts'

const cast = ['ANNA', 'Ben', 'Clara', 'David', '旁白', 'Eve']

describe('the colour of a speaker', () => {
  it('is the same wherever in the script the speaker first speaks', () => {
    const before = cast.map(speaker => tintOf(cast, speaker))
    const turned = cast.toReversed()
    expect(cast.map(speaker => tintOf(turned, speaker))).toEqual(before)
  })

  it('is each speaker’s own while there are colours enough, and never the green of what is done', () => {
    const tints = cast.map(speaker => tintOf(cast, speaker))
    expect(new Set(tints).size).toBe(cast.length)
    for (const tint of tints) {
      const hue = Number(/hsl\((\d+)/.exec(tint)?.[1])
      expect(hue < 80 || hue > 170).toBe(true)
    }
  })
})

it('scene headings are spoken by nobody', () => {
  expect(speakersOf([
    { speaker: '', text: '', direction: '# INT. KITCHEN' },
    { speaker: 'ANNA', text: 'Hi.', direction: '' },
  ])).toEqual(['ANNA'])
})
