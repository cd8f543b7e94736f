/** The frozen plan of a render, as kept in its job: all that is needed to render what was asked for, whatever changed since. */
import type { RenderPlan } from './render-plan.ts'
import { z } from 'zod'
import { Delivery } from '#contract/deliveries.ts'
import { CaptionMode, Encoding, LoudnessTarget } from '#contract/presets.ts'
import { Colour, FrameRate } from '#contract/sequence-document.ts'
import { DeliveryId, Medium, TakeId } from '#contract/words.ts'
import { safeFileBase } from '../base/file-name.ts'
import {
  CoveringPictures,
  fromCovering,
  fromSingle,
  onlyEncoding,
  SampleSounds,
  SecondSounds,
  SinglePictures,
  soundFromSamples,
  soundFromSeconds,
} from './older-render-job.ts'
import { Chapter, RenderPicture, RenderSound, RenderStretch } from './render-plan.ts'

const black = '#000000'

/** A file that goes into the render. Its absolute path is from when the render was asked for; see `foundWith`. */
const RenderSource = z.object({
  takeId: TakeId,
  path: z.string(),
  medium: Medium,
  sizeBytes: z.int(),
})

/** Captions of one language, for a file beside the picture or a track inside. */
const CaptionText = z.object({
  /** BCP 47; empty when not said. */
  language: z.string(),
  name: z.string(),
  srt: z.string(),
})

/** A place that was named: it is taken as it is, or the delivery fails. */
const Target = z.object({
  /** Absolute. */
  folder: z.string(),
  /** Without extension. */
  base: z.string(),
  /** Files that were there when the delivery was asked for, and may be replaced: these bytes and no others. */
  replaces: z.array(z.object({ name: z.string(), sizeBytes: z.int(), modifiedMs: z.number() })),
})
export type Target = z.infer<typeof Target>

const Current = z.object({
  deliveryId: DeliveryId,
  /** The row as it stood when the render was asked for; the job adds its own id. */
  delivery: Delivery.omit({ jobId: true }),
  /** Name without extension: free when the job was made, and checked again when the file is placed. */
  fileBase: z.string(),
  /** Where the files go, when not into the deliveries folder under a free name. */
  target: Target.nullable().default(null),
  captionMode: CaptionMode,
  encoding: Encoding,
  loudness: LoudnessTarget.nullable(),
  sources: z.array(RenderSource),
  width: z.int(),
  height: z.int(),
  rate: FrameRate,
  durationFrames: z.int().min(1),
  background: Colour,
  pictures: z.array(RenderPicture),
  stretches: z.array(RenderStretch),
  sounds: z.array(RenderSound),
  /** One for each caption track with words, the one that is burned in first. None when nothing is captioned. */
  captions: z.array(CaptionText),
  /** Null unless captions are burned in and there are any. */
  ass: z.string().nullable(),
  chapters: z.array(Chapter),
  /** Container tags by their name. */
  metadata: z.record(z.string(), z.string()),
})
export type RenderJobPlan = z.infer<typeof Current>

/** What is rendered, without the delivery that it becomes. */
export type FrozenPlan = Omit<RenderJobPlan, 'deliveryId' | 'delivery' | 'fileBase' | 'target'>

/** Deliveries were of one kind only. */
const OfOneKind = Current
  .omit({ encoding: true, loudness: true, chapters: true })
  .extend({ targetLufs: z.number(), truePeakDbtp: z.number() })
const Single = OfOneKind
  .omit({ background: true, stretches: true, captions: true })
  .extend({ pictures: SinglePictures, sounds: SampleSounds, srt: z.string() })
const Covering = Single.extend({ pictures: CoveringPictures, sounds: SecondSounds })

const captionsFrom = (srt: string): RenderJobPlan['captions'] => srt === '' ? [] : [{ language: '', name: '', srt }]

function ofAnyKind<Plan extends { width: number, height: number, targetLufs: number, truePeakDbtp: number }>(
  { targetLufs, truePeakDbtp, ...plan }: Plan,
) {
  return { ...plan, encoding: onlyEncoding(plan), loudness: { targetLufs, truePeakDbtp }, chapters: [] }
}

/** Reads plans as they are written now, and as earlier versions froze them. */
export const RenderJobPlan: z.ZodType<RenderJobPlan> = z.union([
  Current,
  OfOneKind.transform(ofAnyKind),
  Single.transform(({ srt, ...plan }): RenderJobPlan => ({
    ...ofAnyKind(plan),
    background: black,
    ...fromSingle(plan.pictures),
    sounds: plan.sounds.map(soundFromSamples),
    captions: captionsFrom(srt),
  })),
  Covering.transform(({ srt, ...plan }): RenderJobPlan => ({
    ...ofAnyKind(plan),
    background: black,
    ...fromCovering(plan.pictures, plan.rate),
    sounds: plan.sounds.map(soundFromSeconds),
    captions: captionsFrom(srt),
  })),
])

/** The plan with every file where it is now: the studio may have been moved, or restored elsewhere, since the render was asked for. */
export function foundWith(plan: RenderJobPlan, pathNow: (path: string) => string): RenderJobPlan {
  const found = <Placed extends { readonly path: string }>(each: Placed): Placed => ({ ...each, path: pathNow(each.path) })
  const pictures = plan.pictures.map(each => ({ ...each, file: each.file && found(each.file) }))
  return { ...plan, sources: plan.sources.map(found), pictures, sounds: plan.sounds.map(found) }
}

/** Together with the delivery's name it must stay below what file systems allow. */
const shortened = (name: string): string => Array.from(name).slice(0, 12).join('')

/** Caption files for beside the picture, by what follows the delivery's name: `srt`, or with several `en.srt`, `de.srt`. */
export function sidecarsOf({ captionMode, captions }: FrozenPlan): { readonly extension: string, readonly srt: string }[] {
  if (captionMode !== 'sidecar')
    return []
  const taken = new Set<string>()
  return captions.map(({ language, name, srt }, index) => {
    const wish = captions.length === 1 ? '' : `${shortened(safeFileBase(language || name || String(index + 1)))}.`
    const extension = taken.has(wish.toLowerCase()) ? `${index + 1}.srt` : `${wish}srt`
    taken.add(wish.toLowerCase())
    return { extension, srt }
  })
}

/** What is rendered once the job has written its caption files. Captions beside the picture, or without words, are not rendered. */
export function mediaPlanOf(plan: FrozenPlan, files: Omit<RenderPlan['captions'], 'mode'>): RenderPlan {
  const { width, height, rate, durationFrames, background, pictures, stretches, sounds, encoding, loudness, chapters, metadata } = plan
  return {
    width,
    height,
    rate,
    durationFrames,
    background,
    pictures,
    stretches,
    sounds,
    captions: { mode: renderedCaptions(plan), ...files },
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
