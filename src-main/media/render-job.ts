/** The frozen plan of a render, as kept in its job: all that is needed to render what was asked for, whatever changed since. */
import type { RenderPlan } from './render-plan.ts'
import { z } from 'zod'
import { CaptionMode, Delivery } from '#contract/deliveries.ts'
import { FrameRate } from '#contract/sequences.ts'
import { DeliveryId, Medium, TakeId } from '#contract/words.ts'
import { picturesFromOlder, picturesOfOlderPlan, soundFromOlder, soundOfOlderPlan } from './older-render-job.ts'
import { RenderPicture, RenderSound } from './render-plan.ts'

/** A file that goes into the render. Its absolute path is from when the render was asked for; see `foundWith`. */
const RenderSource = z.object({
  takeId: TakeId,
  path: z.string(),
  medium: Medium,
  sizeBytes: z.int(),
})

const Current = z.object({
  deliveryId: DeliveryId,
  /** The row as it stood when the render was asked for; the job adds its own id. */
  delivery: Delivery.omit({ jobId: true }),
  /** Name without extension: free when the job was made, and checked again when the file is placed. */
  fileBase: z.string(),
  captionMode: CaptionMode,
  targetLufs: z.number(),
  truePeakDbtp: z.number(),
  sources: z.array(RenderSource),
  width: z.int(),
  height: z.int(),
  rate: FrameRate,
  durationFrames: z.int().min(1),
  pictures: z.array(RenderPicture),
  sounds: z.array(RenderSound),
  /** SubRip, for the file beside the picture or the track inside; empty when nothing is captioned. */
  srt: z.string(),
  /** Null unless captions are burned in and there are any. */
  ass: z.string().nullable(),
  /** Container tags by their name. */
  metadata: z.record(z.string(), z.string()),
})
export type RenderJobPlan = z.infer<typeof Current>

/** Reads plans as they are written now, and as earlier versions froze them. */
export const RenderJobPlan: z.ZodType<RenderJobPlan> = z.union([
  Current,
  Current.extend({ pictures: picturesOfOlderPlan, sounds: z.array(soundOfOlderPlan) })
    .transform((plan): RenderJobPlan => ({
      ...plan,
      pictures: picturesFromOlder(plan.pictures, plan.rate),
      sounds: plan.sounds.map(soundFromOlder),
    })),
])

/** The plan with every file where it is now: the studio may have been moved, or restored elsewhere, since the render was asked for. */
export function foundWith(plan: RenderJobPlan, pathNow: (path: string) => string): RenderJobPlan {
  const found = <Placed extends { readonly path: string }>(each: Placed): Placed => ({ ...each, path: pathNow(each.path) })
  return { ...plan, sources: plan.sources.map(found), pictures: plan.pictures.map(found), sounds: plan.sounds.map(found) }
}

/** What is rendered once the job has written its caption files. Captions beside the picture, or without words, are not rendered. */
export function mediaPlanOf(plan: RenderJobPlan, files: Omit<RenderPlan['captions'], 'mode'>): RenderPlan {
  const { width, height, rate, durationFrames, pictures, sounds, targetLufs, truePeakDbtp, metadata } = plan
  return {
    width,
    height,
    rate,
    durationFrames,
    pictures,
    sounds,
    captions: { mode: renderedCaptions(plan), ...files },
    loudness: { targetLufs, truePeakDbtp },
    metadata,
  }
}

function renderedCaptions({ captionMode, srt }: RenderJobPlan): RenderPlan['captions']['mode'] {
  return captionMode === 'sidecar' || srt === '' ? 'none' : captionMode
}
