/** Texts that leave Takeroom in files and answers: each has the words of the language that was asked for. */
import type { LoudnessReport } from '#contract/loudness.ts'
import { expect, it } from 'vitest'
import { kitWordsIn } from '#rules/text/kit-words.ts'
import { loudnessText } from '#rules/text/loudness-text.ts'
import { refusalIn } from '#rules/text/refusal-words.ts'
import { shopText } from '#rules/text/shop-text.ts'

const report: LoudnessReport = {
  integratedLufs: -16.04,
  truePeakDbtp: -1.5,
  targetLufs: -16,
  details: {
    rangeLu: 4,
    limitDbtp: -1,
    gainDb: 2.5,
    isLimited: true,
    before: { integratedLufs: -18.5, rangeLu: 5, truePeakDbtp: -3 },
    speakers: [{ name: '', lines: 1, beforeLufs: -20, afterLufs: -16 }],
    levelled: { lines: 3, mostDb: 2 },
  },
}

it('a loudness report is in the language of the delivery', () => {
  expect(loudnessText('Harbour', report)).toMatch(/Integrated loudness: +-16\.0 LUFS[\s\S]*Gain: +\+2\.5 dB, peaks limited[\s\S]*No speaker: .*1 line\n/)
  const zh = loudnessText('港口', report, 'zh')
  expect(zh).toMatch(/综合响度：-16\.0 LUFS[\s\S]*增益：\+2\.5 dB，峰值已限幅[\s\S]*无角色：.*1 句\n/)
  expect(zh).not.toMatch(/loudness|line|silent/i)
})

it('the report of an audiobook is in the language of the delivery', () => {
  const file = { name: '01.mp3', seconds: 60, gainDb: 1, rmsDb: -30, peakDb: -10, floorDb: null }
  const set = { files: [file], sample: null, cover: null }
  expect(shopText('Book', set)).toMatch(/! quieter than -23 dB RMS[\s\S]*There is no cover/)
  expect(shopText('书', set, 'zh')).toMatch(/底噪 静音 dB[\s\S]*! 低于 -23 dB RMS[\s\S]*没有封面/)
})

it('a refusal is in the language that the browser prefers, in English for all others', () => {
  expect(['zh-CN,zh;q=0.9', 'de', ''].map(accepted => refusalIn(accepted, 'content-type', 'text/plain')))
    .toEqual(['这个地址只接受 text/plain。', ...Array.from({ length: 2 }).fill('This address accepts text/plain only.')])
})

it('every note of a timeline file has a number where it counts something', () => {
  for (const { notes } of Object.values(kitWordsIn)) {
    for (const note of ['mlt-rates', 'edl-video-tracks', 'edl-audio-tracks', 'edl-events'] as const)
      expect(notes[note](7), note).toContain('7')
  }
})
