/** Render plans that earlier versions stored can still be read: same pictures at each frame, same sounds at each sample. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placedAt, sourceFrameAt } from '#rules/sequence/resolve.ts'
import { RenderJobPlan, sidecarsOf } from '../../../src-main/media/plan/render-job.ts'
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

const looks = { fit: 'cover', colourTagged: null, sourceHeight: 720 } as const

/** What is shown in order of time: the file, its stretch, and the first frame of the source. */
function shownBy(plan: RenderJobPlan) {
  return plan.stretches.flatMap(({ startFrame, frames, layers }) => layers.map((at) => {
    const picture = plan.pictures[at]!
    return [picture.file?.path, startFrame, frames, sourceFrameAt(picture, startFrame - picture.start)]
  }))
}

it('overlapping pictures become runs that continue where they were', () => {
  const still = { path: '/assets/still.png', medium: 'picture', startFrame: 0, frames: 90, inSeconds: 0, move: 'push-in', ...looks }
  const shot = { path: '/assets/shot.mp4', medium: 'video', startFrame: 30, frames: 20, inSeconds: 0.5, move: 'none', ...looks }
  const plan = RenderJobPlan.parse(olderPlan({ pictures: [still, shot] }))
  expect(shownBy(plan)).toEqual([
    ['/assets/still.png', 0, 30, 0],
    ['/assets/shot.mp4', 30, 20, 15],
    ['/assets/still.png', 50, 40, 0],
  ])
  expect(plan.pictures.map(({ look }) => look.fit)).toEqual(['cover', 'cover', 'cover'])
  // The still grows over all of its 90 frames, also behind the shot.
  const scaleAt = (at: number, frame: number) => placedAt(plan.pictures[at]!, frame - plan.pictures[at]!.start).scale
  const scales = [scaleAt(0, 0), scaleAt(0, 29), scaleAt(2, 50), scaleAt(2, 89)]
  expect(scales.map(scale => scale.toFixed(4))).toEqual(['1.0000', '1.0261', '1.0449', '1.0800'])
})

it('the position in a video is exact to the frame at every rate', () => {
  fc.assert(fc.property(rates, fc.nat({ max: 500_000 }), (rate, inFrame) => {
    const inSeconds = inFrame * rate.denominator / rate.numerator
    const shot = { path: '/assets/shot.mp4', medium: 'video', startFrame: 0, frames: 90, inSeconds, move: 'none', ...looks }
    expect(shownBy(RenderJobPlan.parse(olderPlan({ rate, pictures: [shot] })))).toEqual([['/assets/shot.mp4', 0, 90, inFrame]])
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
    {
      path: '/assets/line.wav',
      ...{ start: 19_200, length: null, in: 0, speed: 100, fadeOutAtEnd: 288 },
      levels: [{ at: 0, amplitude: 0 }, { at: 288, amplitude: 1 }],
    },
    {
      path: '/assets/music.flac',
      ...{ start: 0, length: 96_000, in: 12_000, speed: 100, fadeOutAtEnd: 48_000 },
      levels: [{ at: 0, amplitude: 10 ** (-6 / 20) }],
    },
  ])
})

it('the last format without layers is read, too', () => {
  const shot = { path: '/assets/shot.mp4', medium: 'video', startFrame: 10, frames: 20, inFrame: 7, pushIn: null, ...looks }
  const pushIn = { fromFrame: 4, frames: 9 }
  const still = { path: '/assets/still.png', medium: 'picture', startFrame: 30, frames: 5, inFrame: 0, pushIn, ...looks }
  const line = { path: '/assets/line.wav', startSample: 48, samples: null, inSample: 3, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 6 }
  const plan = RenderJobPlan.parse(olderPlan({ pictures: [shot, still], sounds: [line] }))
  expect(shownBy(plan)).toEqual([['/assets/shot.mp4', 10, 20, 7], ['/assets/still.png', 30, 5, 0]])
  expect(plan.pictures[1]).toMatchObject({ start: 26, length: 9, look: { moveTo: { scale: 1.08 } } })
  expect(plan.sounds).toEqual([
    { path: '/assets/line.wav', start: 48, length: null, in: 3, speed: 100, levels: [{ at: 0, amplitude: 1 }], fadeOutAtEnd: 6 },
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
    expect(plan).not.toHaveProperty('srt')
  }
})

it('a plan from when deliveries were of one kind is H.264 with AAC in MP4, at the loudness that it named', () => {
  const { srt: _, ...now } = olderPlan({ background: '#102030', stretches: [], captions: [] })
  const plan = RenderJobPlan.parse(now)
  expect(plan).toMatchObject({
    ...{ background: '#102030', loudness: { targetLufs: -14, truePeakDbtp: -1 }, chapters: [] },
    encoding: { format: 'mp4', video: { codec: 'h264', width: 1280, height: 720, rate: null }, audio: { codec: 'aac', kilobits: 192 } },
  })
  expect(RenderJobPlan.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
})

it('captions of an earlier plan are one file of no language', () => {
  expect(RenderJobPlan.parse(olderPlan()).captions).toEqual([])
  const plan = RenderJobPlan.parse(olderPlan({ srt: '1', captionMode: 'sidecar' }))
  expect(sidecarsOf(plan)).toEqual([{ extension: 'srt', text: '1' }])
})

it('caption files of several languages have names of their own', () => {
  const captions = [['en', ''], ['', 'Für Eltern'], ['', ''], ['EN', '']]
    .map(([language = '', name = ''], at) => ({ language, name, srt: String(at) }))
  const plan = { ...RenderJobPlan.parse(olderPlan({ captionMode: 'sidecar' })), captions }
  expect(sidecarsOf(plan).map(({ extension }) => extension)).toEqual(['en.srt', 'Für Eltern.srt', '3.srt', '4.srt'])
  expect(sidecarsOf({ ...plan, captionMode: 'soft' })).toEqual([])
})

it('a plan in neither format is refused', () => {
  expect(() => RenderJobPlan.parse(olderPlan({ pictures: [{ path: '/assets/still.png', startFrame: 0, frames: 90 }] }))).toThrow()
})
