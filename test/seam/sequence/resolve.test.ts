import type { Sequence, SoundClip, Track } from '#contract/sequences.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { resolve } from '#rules/sequence/resolve.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { idOf, projectId, sequenceId } from './arbitrary.ts'

function pictures(name: string, clips: [number: number, startFrame: number, frames: number][], isMuted = false): Track {
  return {
    holds: 'pictures',
    name,
    isMuted,
    clips: clips.map(([number, startFrame, frames]) =>
      ({ id: idOf(number) as ClipId, takeId: idOf(number) as TakeId, startFrame, frames, inFrame: 5, fit: 'contain' })),
  }
}

function captions(clips: [number: number, startFrame: number][], isMuted = false): Track {
  return {
    holds: 'captions',
    name: '',
    isMuted,
    clips: clips.map(([number, startFrame]) => ({
      id: idOf(number) as ClipId,
      lineId: null,
      speaker: '',
      text: 'x',
      startFrame,
      frames: 10,
    })),
  }
}

function sequenceOf(...tracks: Track[]): Sequence {
  return {
    id: sequenceId,
    projectId,
    name: '',
    width: 1280,
    height: 720,
    rate: { numerator: 25, denominator: 1 },
    tracks,
    revision: 1,
    changedAt: 0,
  }
}

function sound(number: number): SoundClip {
  return {
    id: idOf(number) as ClipId,
    takeId: idOf(number) as TakeId,
    lineId: null,
    startSample: 48_000 * (22 - number),
    samples: 48_001,
    inSample: 0,
    gainDb: 0,
    fadeInSamples: 0,
    fadeOutSamples: 0,
  }
}
const sounds: Track = { holds: 'sounds', name: '', isMuted: false, clips: [sound(20), sound(21)] }

function gapsOf(sequence: Sequence) {
  const { pictures, durationFrames } = resolve(sequence)
  return gapsBetween(pictures, durationFrames)
}

describe('what a sequence shows', () => {
  it('is the topmost picture, and a clip continues where it was when the one above it ends', () => {
    const two = sequenceOf(pictures('low', [[1, 0, 100]]), pictures('high', [[2, 40, 20]]))
    expect(resolve(two).pictures.map(({ clip, startFrame, frames, skippedFrames }) => [clip.id, startFrame, frames, skippedFrames]))
      .toEqual([[idOf(1), 0, 40, 0], [idOf(2), 40, 20, 0], [idOf(1), 60, 40, 60]])
  })

  it('excludes muted tracks, which still count for the length', () => {
    const muted = sequenceOf(
      pictures('low', [[1, 0, 50]]),
      pictures('high', [[2, 40, 60]], true),
      { ...sounds, isMuted: true },
      captions([[3, 0]], true),
    )
    expect(resolve(muted)).toMatchObject({ durationFrames: 100, pictures: [{ startFrame: 0, frames: 50 }], sounds: [], captions: [] })
    expect(gapsOf(muted)).toEqual([{ startFrame: 50, frames: 50 }])
  })

  it('has gaps before, between and after pictures, up to the last sound', () => {
    expect(gapsOf(sequenceOf(pictures('', [[1, 10, 10], [2, 30, 10]]), sounds)))
      .toEqual([{ startFrame: 0, frames: 10 }, { startFrame: 20, frames: 10 }, { startFrame: 40, frames: 36 }])
  })

  it('has sounds and captions in order of their start, whatever track they are on', () => {
    const sequence = sequenceOf(sounds, captions([[1, 30], [2, 10]]), captions([[3, 20]]))
    expect(resolve(sequence).sounds.map(clip => clip.id)).toEqual([idOf(21), idOf(20)])
    expect(resolve(sequence).captions.map(clip => clip.id)).toEqual([idOf(2), idOf(3), idOf(1)])
    expect(resolve(sequenceOf(sounds)).durationFrames).toBe(76)
  })

  it('is nothing for an empty sequence', () => {
    expect(resolve(sequenceOf())).toEqual({ durationFrames: 0, pictures: [], sounds: [], captions: [] })
  })
})
