/** The clip doctor: findings for a clip, in general and for each model. */
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { clipFindings, isUsable } from '../../../src-renderer/rooms/voices/clip-findings.ts'

const models = builtInModels.filter(model => model.registersVoices)

function peaksOf(levels: readonly number[]) {
  return { perSecond: 100, durationSeconds: levels.length / 100, pairs: Float32Array.from(levels.flatMap(level => [-level, level])) }
}

function told(seconds: number | null, peaks: ReturnType<typeof peaksOf> | null = null, sampleRate = 44_100): string[] {
  return clipFindings({ durationSeconds: seconds, sampleRate }, peaks, models).map(finding => finding.is)
}

describe('a clip', () => {
  it('is judged by its length: refused, short, good, long', () => {
    expect([null, 0.5, 2, 5, 8, 15, 20, 61].map(seconds => told(seconds)[0])).toEqual([
      'no-sound',
      'too-short',
      'short',
      'shortish',
      'best-length',
      'best-length',
      'longish',
      'too-long',
    ])
  })

  it('too long for a single model names that model and its limit', () => {
    expect(clipFindings({ durationSeconds: 31, sampleRate: 44_100 }, null, models).at(-1)).toEqual({
      is: 'too-long-for',
      tone: 'warn',
      models: [{ label: 'Chatterbox', seconds: 30 }],
    })
    expect(told(30)).not.toContain('too-long-for')
  })

  it('is reported as clipped, too quiet, mostly silent, without audio, or of a low sample rate', () => {
    const speech = Array.from({ length: 1000 }, (_, index) => 0.2 + 0.3 * Math.abs(Math.sin(index / 20)))
    expect(told(10, peaksOf(speech))).toEqual(['best-length'])
    expect(told(10, peaksOf([...speech, 1, 1, 1]))).toContain('clipped')
    expect(told(10, peaksOf(speech.map(level => level / 8)))).toContain('quiet')
    expect(told(10, peaksOf([...speech, ...Array.from<number>({ length: 1200 }).fill(0)]))).toContain('much-silence')
    expect(told(10, peaksOf(Array.from<number>({ length: 1000 }).fill(0)))).toContain('no-sound')
    expect(told(10, null, 8000)).toContain('low-rate')
  })

  it('can be used unless a finding is fatal', () => {
    expect(isUsable(clipFindings({ durationSeconds: 40, sampleRate: 8000 }, null, models))).toBe(true)
    expect(isUsable(clipFindings({ durationSeconds: 0.4, sampleRate: 44_100 }, null, models))).toBe(false)
  })
})
