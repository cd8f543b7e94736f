import type { Sequence, Track } from '#contract/sequences.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { lengthInFrames, pictureGapsOf, pictureRunsOf, resolve, soundsOf } from '#rules/sequence/resolve.ts'
import { idOf, projectId, sequenceId } from './arbitrary.ts'

function pictures(name: string, clips: [number: number, startFrame: number, frames: number][], isMuted = false): Track {
  return { holds: 'pictures', name, isMuted, clips: clips.map(([number, startFrame, frames]) => ({ id: idOf(number) as ClipId, takeId: idOf(number) as TakeId, startFrame, frames, inFrame: 5, fit: 'contain' })) }
}

function sequenceOf(...tracks: Track[]): Sequence {
  return { id: sequenceId, projectId, name: '', width: 1280, height: 720, rate: { numerator: 25, denominator: 1 }, tracks, revision: 1, changedAt: 0 }
}

const sounds: Track = { holds: 'sounds', name: '', isMuted: false, clips: [20, 21].map(number => ({ id: idOf(number) as ClipId, takeId: idOf(number) as TakeId, lineId: null, startSample: 48_000 * (22 - number), samples: 48_001, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 })) }

describe('what a sequence shows', () => {
  const two = sequenceOf(pictures('low', [[1, 0, 100]]), pictures('high', [[2, 40, 20]]))

  it('draws the lower track first and counts the source from where it was cut', () => {
    expect(resolve(two, 45)).toMatchObject([{ clipId: idOf(1), sourceFrame: 50 }, { clipId: idOf(2), sourceFrame: 10 }])
    expect(resolve(two, 100)).toEqual([])
  })

  it('shows the uppermost picture, and goes on where it was when the upper one ends', () => {
    expect(pictureRunsOf(two).map(({ clipId, startFrame, frames, inFrame }) => [clipId, startFrame, frames, inFrame]))
      .toEqual([[idOf(1), 0, 40, 5], [idOf(2), 40, 20, 5], [idOf(1), 60, 40, 65]])
  })

  it('leaves muted tracks out and keeps the length', () => {
    const muted = sequenceOf(pictures('low', [[1, 0, 50]]), pictures('high', [[2, 40, 60]], true))
    expect(pictureRunsOf(muted)).toHaveLength(1)
    expect(lengthInFrames(muted)).toBe(100)
    expect(pictureGapsOf(muted)).toEqual([{ startFrame: 50, frames: 50 }])
  })

  it('finds the holes before, between and after pictures', () => {
    expect(pictureGapsOf(sequenceOf(pictures('', [[1, 10, 10], [2, 30, 10]]), sounds))).toEqual([{ startFrame: 0, frames: 10 }, { startFrame: 20, frames: 10 }, { startFrame: 40, frames: 36 }])
  })

  it('gives sounds by their beginning', () => {
    expect(soundsOf(sequenceOf(sounds)).map(event => event.clipId)).toEqual([idOf(21), idOf(20)])
    expect(lengthInFrames(sequenceOf(sounds))).toBe(76)
  })
})
