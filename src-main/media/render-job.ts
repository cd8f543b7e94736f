/** The frozen plan of a render, as it lies in its job: all that is needed to render again what was asked for, whatever changed since. */
import { z } from 'zod'
import { CaptionMode, Delivery } from '#contract/deliveries.ts'
import { FrameRate, PictureClip, Sequence } from '#contract/sequences.ts'
import { DeliveryId, Medium, TakeId } from '#contract/words.ts'

/** A file that goes into the render. Its path is absolute, and where the studio was when the render was asked for; see `foundWith`. */
export const RenderSource = z.object({
  takeId: TakeId,
  path: z.string(),
  medium: Medium,
  sizeBytes: z.int(),
})
export type RenderSource = z.infer<typeof RenderSource>

export const RenderPicture = z.object({
  path: z.string(),
  medium: z.enum(['picture', 'video']),
  startFrame: z.int(),
  frames: z.int().min(1),
  /** Where in the source it begins. */
  inSeconds: z.number().min(0),
  fit: PictureClip.shape.fit,
  /** A still that would stand dead moves slowly towards the viewer. */
  move: z.enum(['none', 'push-in']),
  /** Whether the source says its colour matrix; null when nobody asked it. */
  colourTagged: z.boolean().nullable(),
  sourceHeight: z.int().nullable(),
})
export type RenderPicture = z.infer<typeof RenderPicture>

export const RenderSound = z.object({
  path: z.string(),
  /** At 48 kHz, like `samples`. */
  startSample: z.int(),
  /** Null: to the source's end. */
  samples: z.int().min(1).nullable(),
  inSeconds: z.number().min(0),
  gainDb: z.number(),
  fadeInSeconds: z.number().min(0),
  fadeOutSeconds: z.number().min(0),
})
export type RenderSound = z.infer<typeof RenderSound>

export const RenderJobPlan = z.object({
  deliveryId: DeliveryId,
  /** The row as it stood when the render was asked for; the job adds its own id. */
  delivery: Delivery.omit({ jobId: true }),
  /** Name without extension: free when the job was made, to be asked again when the file is placed. */
  fileBase: z.string(),
  captionMode: CaptionMode,
  targetLufs: z.number(),
  truePeakDbtp: z.number(),
  sequence: Sequence,
  sources: z.array(RenderSource),
  width: z.int(),
  height: z.int(),
  rate: FrameRate,
  durationFrames: z.int().min(1),
  /** Lowest first: where two overlap, the later one covers the earlier; where there is none it is black. */
  pictures: z.array(RenderPicture),
  sounds: z.array(RenderSound),
  /** SubRip, for the file beside the picture or the track inside; empty when nothing is captioned. */
  srt: z.string(),
  /** Null unless captions are burned in and there are any. */
  ass: z.string().nullable(),
  /** Container tags by their name. */
  metadata: z.record(z.string(), z.string()),
})
export type RenderJobPlan = z.infer<typeof RenderJobPlan>

/** The plan with every file where it is found now: a studio may have been moved, or restored elsewhere, since its render was asked for. */
export function foundWith<Plan extends Pick<RenderJobPlan, 'sources' | 'pictures' | 'sounds'>>(plan: Plan, pathNow: (path: string) => string): Plan {
  const found = <Placed extends { readonly path: string }>(each: Placed): Placed => ({ ...each, path: pathNow(each.path) })
  return { ...plan, sources: plan.sources.map(found), pictures: plan.pictures.map(found), sounds: plan.sounds.map(found) }
}

/**
 * What the media layer renders, once the job has written its caption files. Captions that lie beside the picture, or
 * that have no words, are none to the renderer.
 */
export function mediaPlanOf(plan: RenderJobPlan, files: { assPath: string | null, srtPath: string | null, fontsDir: string | null }) {
  const { width, height, rate, durationFrames, pictures, sounds, targetLufs, truePeakDbtp, metadata } = plan
  return {
    width,
    height,
    fps: { num: rate.numerator, den: rate.denominator },
    durationFrames,
    pictures,
    sounds,
    captions: { mode: renderedCaptions(plan), ...files },
    loudness: { targetLufs, truePeakDbtp },
    metadata,
  }
}

function renderedCaptions({ captionMode, srt }: RenderJobPlan): Exclude<CaptionMode, 'sidecar'> {
  return captionMode === 'sidecar' || srt === '' ? 'none' : captionMode
}
