/** The frozen plan of a render, as kept in its job: all that is needed to render what was asked for, whatever changed since. */
import type { RenderPlan } from './render-plan.ts'
import { z } from 'zod'
import { Delivery } from '#contract/deliveries.ts'
import { BesideFile, DeliveryOptions } from '#contract/delivery-options.ts'
import { CaptionMode, Encoding, LoudnessTarget } from '#contract/presets.ts'
import { Colour, FrameRate } from '#contract/sequence-document.ts'
import { DeliveryId, Medium, TakeId } from '#contract/words.ts'
import { KitPlan } from './kit-plan.ts'
import { PlainName } from './plain-name.ts'
import { Chapter, Cover, Credentials, Mark, RenderPicture, RenderSound, RenderStretch } from './render-plan.ts'

/** A file that goes into the render. Its absolute path is from when the render was asked for; see `foundWith`. */
const RenderSource = z.object({
  takeId: TakeId,
  path: z.string(),
  medium: Medium,
  sizeBytes: z.int(),
})

/** Captions of one language, for a file next to the picture or a track inside. */
const CaptionText = z.object({
  /** BCP 47; empty when not said. */
  language: z.string(),
  name: z.string(),
  srt: z.string(),
  /** As in `SoftCaptions`. Absent: the first one is shown. */
  isShown: z.boolean().optional(),
  isForced: z.boolean().optional(),
})

/** A caption file to write next to the delivery. */
const CaptionBeside = z.object({
  /** What follows the delivery's name: `srt`, or with several languages `en.srt`, `de.srt`. */
  extension: z.string().regex(/^(?:[^/\\\p{Cc}]{1,40}\.)?(?:srt|vtt|ass)$/u),
  text: z.string(),
})
type CaptionBeside = z.infer<typeof CaptionBeside>

/** A place that was named: it is taken as it is, or the delivery fails. */
export const Target = z.object({
  /** Absolute. */
  folder: z.string(),
  /** Without extension. */
  base: PlainName,
  /** Of the film or the sound, as it was written: `MP4`. One that is not the format's is not used. */
  extension: z.string().optional(),
  /** Files that were there when the delivery was asked for, and may be replaced: these bytes and no others. */
  replaces: z.array(z.object({ name: PlainName, sizeBytes: z.int(), modifiedMs: z.number() })),
})
export type Target = z.infer<typeof Target>

export const RenderJobPlan = z.object({
  deliveryId: DeliveryId,
  /** The row as it was when the render was asked for; the job adds its own id. */
  delivery: Delivery.omit({ jobId: true }),
  /** Name without extension: free when the job was made, and checked again when the file is placed. */
  fileBase: PlainName,
  /** Where the files go, when not into the deliveries folder under a free name. */
  target: Target.nullable().default(null),
  captionMode: CaptionMode,
  encoding: Encoding,
  loudness: LoudnessTarget.nullable(),
  levelsLines: z.boolean(),
  sources: z.array(RenderSource),
  width: z.int(),
  height: z.int(),
  rate: FrameRate,
  durationFrames: z.int().min(1),
  startFrame: z.int().min(0),
  background: Colour,
  pictures: z.array(RenderPicture),
  stretches: z.array(RenderStretch),
  sounds: z.array(RenderSound),
  /** One for each caption track with words, the one that is burned in first. None when nothing is captioned. */
  captions: z.array(CaptionText),
  /** Null unless captions are burned in and there are any. */
  ass: z.string().nullable(),
  chapters: z.array(Chapter),
  /** What was chosen for it. */
  options: DeliveryOptions,
  /** Frames of the sequence that were asked for instead of the part that the options name. */
  range: z.object({ inFrame: z.int(), outFrame: z.int() }).optional(),
  /** Files of captions next to the delivery. */
  captionFiles: z.array(CaptionBeside),
  /** Burned-in or sidecar captions are embedded, too. */
  isAlsoEmbedded: z.boolean(),
  /** Further files next to the delivery. */
  beside: z.array(BesideFile),
  /** That it is AI-generated. Null where it is not, or is not to be said. */
  mark: Mark.nullable(),
  /** What it is signed with. Absent where it is not signed. */
  credentials: Credentials.optional(),
  /** A picture that players show with the sound. */
  cover: Cover.nullable(),
  /** Container tags by their name. */
  metadata: z.record(z.string(), z.string()),
  /** Null delivers the file alone. */
  kit: KitPlan.nullable().default(null),
})
export type RenderJobPlan = z.infer<typeof RenderJobPlan>

/** What is rendered, without the delivery that it becomes. */
export type FrozenPlan = Omit<RenderJobPlan, 'deliveryId' | 'delivery' | 'fileBase' | 'target' | 'kit' | 'range'>

/**
 * The plan with every file where it is now: the studio may have been moved, or restored elsewhere, since the render was asked for. Null
 * where it names a file that is none of the library: no version freezes such a plan.
 */
export function foundWith(plan: RenderJobPlan, pathNow: (path: string) => string | null): RenderJobPlan | null {
  let isForeign = false
  const now = (path: string): string => {
    const place = pathNow(path)
    isForeign ||= place === null
    return place ?? ''
  }
  const found = <Placed extends { readonly path: string }>(each: Placed): Placed => ({ ...each, path: now(each.path) })
  const pictures = plan.pictures.map(each => ({ ...each, file: each.file && found(each.file), ...each.lut && { lut: found(each.lut) } }))
  const kit = plan.kit && { ...plan.kit, media: plan.kit.media.map(each => ({ ...each, from: now(each.from) })) }
  const cover = plan.cover && found(plan.cover)
  const whole = { ...plan, sources: plan.sources.map(found), pictures, sounds: plan.sounds.map(found), kit, cover }
  return isForeign ? null : whole
}

/** What is rendered once the job has written its caption files. Captions next to the picture, or without words, are not rendered. */
export function mediaPlanOf(plan: FrozenPlan, files: Omit<RenderPlan['captions'], 'mode'>): RenderPlan {
  const { width, height, rate, durationFrames, background, pictures, stretches, sounds, encoding, loudness, chapters, metadata } = plan
  const isEmbedded = plan.captionMode === 'soft' || plan.isAlsoEmbedded
  return {
    width,
    height,
    rate,
    durationFrames,
    startFrame: plan.startFrame,
    background,
    pictures,
    stretches,
    sounds,
    captions: { mode: renderedCaptions(plan), ...files, tracks: isEmbedded ? files.tracks : [] },
    levelsLines: plan.levelsLines,
    mark: plan.mark,
    cover: plan.cover,
    encoding,
    loudness,
    chapters,
    metadata,
  }
}

function renderedCaptions({ captionMode, captions, ass }: FrozenPlan): RenderPlan['captions']['mode'] {
  const hasWords = captionMode === 'burned' ? ass !== null : captions.length > 0
  return captionMode === 'sidecar' || !hasWords ? 'none' : captionMode
}
