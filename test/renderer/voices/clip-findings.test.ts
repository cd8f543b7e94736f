import type { ClipSound } from '../../../src-renderer/rooms/voices/clip-sound.ts'
/** The clip doctor: findings for a clip, in general and for each model. */
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { clipFindings, isUsable } from '../../../src-renderer/rooms/voices/clip-findings.ts'

const models = builtInModels.filter(model => model.registersVoices)

const clean: ClipSound = {
  ...{ seconds: 10, frames: [], speechDb: -20, floorDb: -60, peakDb: -3, clippedCount: 0 },
  ...{ silentShare: 0.2, decaySeconds: 0.2, pitchGap: 0 },
}

function told(seconds: number | null, sound: Partial<ClipSound> | null = null, sampleRate = 44_100): string[] {
  return clipFindings({ durationSeconds: seconds, sampleRate }, sound && { ...clean, ...sound }, models).map(finding => finding.is)
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
    expect(told(10, {})).toEqual(['best-length'])
    expect(told(10, { clippedCount: 3 })).toContain('clipped')
    expect(told(10, { speechDb: -40, floorDb: -90 })).toContain('quiet')
    expect(told(10, { silentShare: 0.6 })).toContain('much-silence')
    expect(told(10, { peakDb: -60 })).toContain('no-sound')
    expect(told(10, null, 8000)).toContain('low-rate')
  })

  it('is reported as noisy, echoing, or of several speakers, with how sure that is', () => {
    expect(told(10, { floorDb: -32 })).toContain('noisy')
    expect(told(10, { floorDb: -42 })).toContain('some-noise')
    expect(told(10, { floorDb: -22 }), 'without a pause nobody can tell').toEqual(['best-length'])
    expect([0.4, 0.7].map(decaySeconds => told(10, { decaySeconds })[1])).toEqual(['some-echo', 'echo'])
    expect([5, 7, 12].map(pitchGap => told(10, { pitchGap })[1])).toEqual([undefined, 'maybe-several', 'several'])
  })

  it('can be used unless a finding is fatal', () => {
    expect(isUsable(clipFindings({ durationSeconds: 40, sampleRate: 8000 }, null, models))).toBe(true)
    expect(isUsable(clipFindings({ durationSeconds: 0.4, sampleRate: 44_100 }, null, models))).toBe(false)
  })
})
