/** Plans as earlier versions froze them: one kind of file, one picture at a time, growing stills, gains instead of levels. */
import type { Encoding } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { RenderPicture, RenderSound, RenderStretch } from './render-plan.ts'
import { z } from 'zod'
import { samplesOfSeconds } from '#rules/sequence/frames.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { uppermostRuns } from '#rules/sequence/runs.ts'

const seen = { path: z.string(), medium: z.enum(['picture', 'video']), startFrame: z.int(), frames: z.int().min(1), fit: z.enum(['contain', 'cover']) }
const heard = { path: z.string(), startSample: z.int(), samples: z.int().min(1).nullable(), gainDb: z.number() }

const SinglePicture = z.object({
  ...seen,
  inFrame: z.int().min(0),
  /** A still that grew evenly from 1 to 1.08 over `frames`, of which this picture begins at `fromFrame`. */
  pushIn: z.object({ fromFrame: z.int().min(0), frames: z.int().min(1) }).nullable(),
})
/** In order of time, none over another. */
export const SinglePictures = z.array(SinglePicture)
/** Lowest first: where two overlap, the later one covers the earlier. */
export const CoveringPictures = z.array(z.object({ ...seen, inSeconds: z.number().min(0), move: z.enum(['none', 'push-in']) }))

const SampleSound = z.object({ ...heard, inSample: z.int().min(0), fadeInSamples: z.int().min(0), fadeOutSamples: z.int().min(0) })
export const SampleSounds = z.array(SampleSound)
const SecondSound = z.object({
  ...heard,
  inSeconds: z.number().min(0),
  fadeInSeconds: z.number().min(0),
  fadeOutSeconds: z.number().min(0),
})
export const SecondSounds = z.array(SecondSound)

/** The one way in which earlier versions encoded. */
export function onlyEncoding({ width, height }: { readonly width: number, readonly height: number }): Encoding {
  return {
    format: 'mp4',
    video: { codec: 'h264', width, height, rate: null, quality: 'standard', encoder: 'software' },
    audio: { codec: 'aac', kilobits: 192 },
  }
}

const grownTo = 1.08

export interface OnePicture { readonly pictures: RenderPicture[], readonly stretches: RenderStretch[] }

export function fromSingle(pictures: z.infer<typeof SinglePictures>): OnePicture {
  return {
    pictures: pictures.map(pictureFrom),
    stretches: pictures.map(({ startFrame, frames }, at) => ({ startFrame, frames, layers: [at] })),
  }
}

export function fromCovering(pictures: z.infer<typeof CoveringPictures>, rate: FrameRate): OnePicture {
  return fromSingle(uppermostRuns(pictures).map(({ clip: { inSeconds, move, ...picture }, startFrame, frames, skippedFrames }) => ({
    ...picture,
    startFrame,
    frames,
    inFrame: picture.medium === 'video' ? Math.round(inSeconds * rate.numerator / rate.denominator) + skippedFrames : 0,
    pushIn: move === 'push-in' ? { fromFrame: skippedFrames, frames: picture.frames } : null,
  })))
}

function pictureFrom({ path, medium, startFrame, frames, inFrame, fit, pushIn }: z.infer<typeof SinglePicture>): RenderPicture {
  return {
    file: { path, medium },
    start: startFrame - (pushIn?.fromFrame ?? 0),
    length: pushIn?.frames ?? frames,
    in: inFrame,
    // A video that ended early held its last frame.
    sourceLength: medium === 'video' ? inFrame + frames : null,
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    title: null,
    look: { ...plainLook, fit, moveTo: pushIn === null ? null : { x: 0, y: 0, scale: grownTo } },
  }
}

export function soundFromSamples(sound: z.infer<typeof SampleSound>): RenderSound {
  const amplitude = 10 ** (sound.gainDb / 20)
  return {
    path: sound.path,
    start: sound.startSample,
    length: sound.samples,
    in: sound.inSample,
    speed: 100,
    levels: sound.fadeInSamples > 0 ? [{ at: 0, amplitude: 0 }, { at: sound.fadeInSamples, amplitude }] : [{ at: 0, amplitude }],
    fadeOutAtEnd: sound.fadeOutSamples,
  }
}

export function soundFromSeconds({ inSeconds, fadeInSeconds, fadeOutSeconds, ...sound }: z.infer<typeof SecondSound>): RenderSound {
  return soundFromSamples({
    ...sound,
    inSample: samplesOfSeconds(inSeconds),
    fadeInSamples: samplesOfSeconds(fadeInSeconds),
    fadeOutSamples: samplesOfSeconds(fadeOutSeconds),
  })
}
