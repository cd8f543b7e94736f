/** Pictures and sounds as earlier versions froze them: pictures that may overlap, and places within a source in seconds. */
import type { FrameRate } from '#contract/sequences.ts'
import type { RenderPicture, RenderSound } from './render-plan.ts'
import { z } from 'zod'
import { samplesOfSeconds } from '#rules/sequence/frames.ts'
import { uppermostRuns } from '#rules/sequence/runs.ts'
import { RenderPicture as PictureShape, RenderSound as SoundShape } from './render-plan.ts'

/** Lowest first: where two overlap, the later one covers the earlier. */
export const picturesOfOlderPlan = z.array(PictureShape.omit({ inFrame: true, pushIn: true }).extend({
  inSeconds: z.number().min(0),
  move: z.enum(['none', 'push-in']),
}))
export const soundOfOlderPlan = SoundShape.omit({ inSample: true, fadeInSamples: true, fadeOutSamples: true }).extend({
  inSeconds: z.number().min(0),
  fadeInSeconds: z.number().min(0),
  fadeOutSeconds: z.number().min(0),
})

export function picturesFromOlder(pictures: z.infer<typeof picturesOfOlderPlan>, rate: FrameRate): RenderPicture[] {
  return uppermostRuns(pictures).map(({ clip: { inSeconds, move, ...picture }, startFrame, frames, skippedFrames }) => ({
    ...picture,
    startFrame,
    frames,
    inFrame: picture.medium === 'video' ? Math.round(inSeconds * rate.numerator / rate.denominator) + skippedFrames : 0,
    pushIn: move === 'push-in' ? { fromFrame: skippedFrames, frames: picture.frames } : null,
  }))
}

export function soundFromOlder({ inSeconds, fadeInSeconds, fadeOutSeconds, ...sound }: z.infer<typeof soundOfOlderPlan>): RenderSound {
  return {
    ...sound,
    inSample: samplesOfSeconds(inSeconds),
    fadeInSamples: samplesOfSeconds(fadeInSeconds),
    fadeOutSamples: samplesOfSeconds(fadeOutSeconds),
  }
}
