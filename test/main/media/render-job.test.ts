/** Render plans that earlier versions stored can still be read: same pictures at each frame, same sounds at each sample. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RenderJobPlan } from '../../../src-main/media/render-job.ts'
import { idOf, rates } from '../../seam/sequence/arbitrary.ts'

type Older = Record<string, unknown> & { rate: { numerator: number, denominator: number } }

/** A plan of an earlier version: with the whole sequence, overlapping pictures and seconds. */
function olderPlan(has: Record<string, unknown> = {}): Older {
  const rate = { numerator: 30, denominator: 1 }
  return {
    deliveryId: idOf(1),
    delivery: {
      ...{ id: idOf(1), projectId: idOf(2), sequenceId: idOf(3), name: 'Film', presetId: 'landscape-720', width: 1280, height: 720 },
      ...{ captionMode: 'none', files: [], durationSeconds: null, loudness: null, folder: '/films', isMissing: false, createdAt: 0 },
    },
    fileBase: 'Film',
    captionMode: 'none',
    targetLufs: -14,
    truePeakDbtp: -1,
    sequence: { id: idOf(3), projectId: idOf(2), name: 'Film', width: 1280, height: 720, rate, tracks: [], revision: 4, changedAt: 0 },
    sources: [{ takeId: idOf(4), path: '/assets/still.png', medium: 'picture', sizeBytes: 1000 }],
    width: 1280,
    height: 720,
    rate,
    durationFrames: 90,
    pictures: [],
    sounds: [],
    srt: '',
    ass: null,
    metadata: { title: 'Film' },
    ...has,
  }
}

const looks = { fit: 'cover', colourTagged: null, sourceHeight: 720 }

it('overlapping pictures become runs that continue where they were', () => {
  const still = { path: '/assets/still.png', medium: 'picture', startFrame: 0, frames: 90, inSeconds: 0, move: 'push-in', ...looks }
  const shot = { path: '/assets/shot.mp4', medium: 'video', startFrame: 30, frames: 20, inSeconds: 0.5, move: 'none', ...looks }
  expect(RenderJobPlan.parse(olderPlan({ pictures: [still, shot] })).pictures).toEqual([
    { path: '/assets/still.png', medium: 'picture', startFrame: 0, frames: 30, inFrame: 0, pushIn: { fromFrame: 0, frames: 90 }, ...looks },
    { path: '/assets/shot.mp4', medium: 'video', startFrame: 30, frames: 20, inFrame: 15, pushIn: null, ...looks },
    {
      path: '/assets/still.png',
      medium: 'picture',
      startFrame: 50,
      frames: 40,
      inFrame: 0,
      pushIn: { fromFrame: 50, frames: 90 },
      ...looks,
    },
  ])
})

it('the position in a video is exact to the frame at every rate', () => {
  fc.assert(fc.property(rates, fc.nat({ max: 500_000 }), (rate, inFrame) => {
    const inSeconds = inFrame * rate.denominator / rate.numerator
    const shot = { path: '/assets/shot.mp4', medium: 'video', startFrame: 0, frames: 90, inSeconds, move: 'none', ...looks }
    expect(RenderJobPlan.parse(olderPlan({ rate, pictures: [shot] })).pictures).toMatchObject([{ startFrame: 0, frames: 90, inFrame }])
  }))
})

it('sounds keep their samples', () => {
  const line = {
    path: '/assets/line.wav',
    startSample: 19_200,
    samples: null,
    inSeconds: 0,
    gainDb: 0,
    fadeInSeconds: 0.006,
    fadeOutSeconds: 0.006,
  }
  const music = {
    path: '/assets/music.flac',
    startSample: 0,
    samples: 96_000,
    inSeconds: 0.25,
    gainDb: -6,
    fadeInSeconds: 0,
    fadeOutSeconds: 1,
  }
  expect(RenderJobPlan.parse(olderPlan({ sounds: [line, music] })).sounds).toEqual([
    { path: '/assets/line.wav', startSample: 19_200, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 288, fadeOutSamples: 288 },
    { path: '/assets/music.flac', startSample: 0, samples: 96_000, inSample: 12_000, gainDb: -6, fadeInSamples: 0, fadeOutSamples: 48_000 },
  ])
})

it('an earlier plan becomes a current one, which reads unchanged and contains no sequence', () => {
  const still = { path: '/assets/still.png', medium: 'picture', startFrame: 0, frames: 90, inSeconds: 0, move: 'push-in', ...looks }
  const line = { path: '/assets/line.wav', startSample: 0, samples: null, inSeconds: 0, gainDb: 0, fadeInSeconds: 0, fadeOutSeconds: 0 }
  for (const older of [
    olderPlan(),
    olderPlan({ pictures: [still] }),
    olderPlan({ sounds: [line] }),
    olderPlan({ pictures: [still], sounds: [line] }),
  ]) {
    const plan = RenderJobPlan.parse(older)
    expect(RenderJobPlan.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
    expect(plan).not.toHaveProperty('sequence')
  }
})

it('a plan in neither format is refused', () => {
  expect(() => RenderJobPlan.parse(olderPlan({ pictures: [{ path: '/assets/still.png', startFrame: 0, frames: 90 }] }))).toThrow()
})
