/** A take says in both languages how it arrived: why it is incomplete, how much there is, and what its header said. */
import { describe, expect, it } from 'vitest'
import { CutBecause } from '#contract/takes.ts'
import { headerWords, incompleteWords } from '../../../../src-renderer/parts/takes/arrival-words.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../../src-renderer/texts/zh/index.ts'

const cut = { because: 'cut', said: 'reset', receivedBytes: 48_044, expectedBytes: 96_044 } as const

describe('a take', () => {
  it('that arrived whole says nothing', () => {
    expect([incompleteWords(null, en), headerWords(null, en)]).toEqual([null, null])
    expect(incompleteWords({ incomplete: null, corrected: { claimedBytes: 1, foundBytes: 2 } }, en)).toBeNull()
    expect(headerWords({ incomplete: cut, corrected: null }, en)).toBeNull()
  })

  it.each([en, zh])('says how much arrived, of how much where that is known', (texts) => {
    expect(incompleteWords({ incomplete: cut, corrected: null }, texts)).toEqual({
      why: texts.library.arrival.because.cut,
      amount: texts.library.arrival.partOf('48.0 kB', '96.0 kB'),
      said: 'reset',
    })
    expect(incompleteWords({ incomplete: { ...cut, expectedBytes: null }, corrected: null }, texts)?.amount)
      .toBe(texts.library.arrival.part('48.0 kB'))
    // A service can be wrong about that, too.
    expect(incompleteWords({ incomplete: { ...cut, expectedBytes: 10 }, corrected: null }, texts)?.amount)
      .toBe(texts.library.arrival.part('48.0 kB'))
  })

  it.each([en, zh])('says what its header said', (texts) => {
    expect(headerWords({ incomplete: null, corrected: { claimedBytes: 1000, foundBytes: 48_000 } }, texts))
      .toBe(texts.library.arrival.wrongLength('1.0 kB', '48.0 kB'))
    expect(headerWords({ incomplete: null, corrected: { claimedBytes: null, foundBytes: 48_000 } }, texts))
      .toBe(texts.library.arrival.noLength('48.0 kB'))
  })

  it('has a sentence for every cause, in both languages', () => {
    for (const because of CutBecause.options) {
      const [english, chinese] = [en, zh].map(texts => incompleteWords({ incomplete: { ...cut, because }, corrected: null }, texts)?.why)
      expect(english).toMatch(/^[A-Z].*\.$/)
      expect(chinese).toMatch(/。$/)
    }
  })
})
