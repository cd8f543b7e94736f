/** A render as plain data: everything that decides how a delivery looks and sounds, and nothing that needs a database. */
import type { Encoding, LoudnessTarget } from '#contract/presets.ts'
import { z } from 'zod'
import { Backdrop } from '#contract/backdrop.ts'
import { CourseKey, Ramp } from '#contract/ramp.ts'
import { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import { fastestSound, slowestSound } from '#contract/sequence-limits.ts'
import { Transition } from '#contract/transition.ts'
import { HeardSound } from '#contract/words.ts'
import { fitsFormat, formats } from '#rules/deliver/formats.ts'
import { mostFrames } from '#rules/deliver/frames.ts'
import { samplesPerSecond, secondsOfFrames } from '#rules/sequence/frames.ts'

/** See `#rules/sequence/nested/pace.ts`; `start` of the first of several is in frames of the plan. */
const RenderPace = z.object({
  start: z.int(),
  length: z.int().min(1),
  plays: z.int().min(1),
  from: z.number(),
  speed: z.int().min(10).max(1000),
  ramp: Ramp.optional(),
  isReversed: z.literal(true).optional(),
  isFrozen: z.literal(true).optional(),
  last: z.int().min(0).optional(),
})

/** A picture, title or adjustment clip with its file. `in` and `sourceLength` count frames at the plan's rate; see `placedAt` for the rest. */
export const RenderPicture = PictureClip
  .pick({ length: true, in: true, sourceLength: true, speed: true, fadeIn: true, fadeOut: true, crossIn: true, title: true, look: true })
  .extend(PictureClip.pick({ keys: true, grade: true, transition: true, ramp: true }).shape)
  .extend(PictureClip.pick({ isReversed: true, isFrozen: true, isAdjustment: true }).shape)
  .extend({
    /** How the next one comes, for so many frames after the end of this one. */
    leaves: z.object({ frames: z.int().min(1), transition: Transition }).optional(),
    /** Null for a title and an adjustment. */
    file: z.object({ path: z.string(), medium: z.enum(['picture', 'video']) }).nullable(),
    /** The `.cube` file of its grade. Absent where it has none. */
    lut: z.object({ path: z.string() }).optional(),
    /** It is drawn so, as the backdrop of the next one. Absent: it is drawn as it is. */
    behind: Backdrop.optional(),
    /** Of the upper edge of a group that is drawn apart: its picture is over its own copy, which is drawn so. Absent: it is not. */
    backdrop: Backdrop.optional(),
    /** What is between both edges is as opaque as the upper one, which counts as an adjustment, too. Absent: it is no edge. */
    group: z.enum(['begins', 'ends']).optional(),
    /** What is between both edges is drawn on a canvas of its own, which is the picture of the upper one. Absent: it is mixed alone. */
    isApart: z.literal(true).optional(),
    /** The size of that canvas. Absent: that of what it is drawn on. */
    canvas: z.object({ width: z.int().min(16), height: z.int().min(16) }).optional(),
    /** How the sequence between both edges is played. Absent: as it plays by itself. */
    pace: RenderPace.optional(),
    /** From frames of the plan to the time that it is in. Absent: it is in that of the plan. */
    paces: z.array(RenderPace).optional(),
    /**
     * Less than 0 where the clip comes before its first frame, which is held. Of the upper edge of a group, a fraction where that has
     * another speed.
     */
    in: z.number(),
    /** In frames of the plan; negative when the plan begins later than the clip. */
    start: z.int(),
  })
export type RenderPicture = z.infer<typeof RenderPicture>

/** A stretch of `resolve`. */
export const RenderStretch = z.object({
  startFrame: z.int().min(0),
  frames: z.int().min(1),
  /** Places in the plan's `pictures`, lowest first. */
  layers: z.array(z.int().min(0)),
})
export type RenderStretch = z.infer<typeof RenderStretch>

/** What a delivered file says about where its content comes from. */
export const Mark = z.object({
  /** A term of https://cv.iptc.org/newscodes/digitalsourcetype/ */
  sourceType: z.string(),
  /** For people. */
  note: z.string(),
  title: z.string(),
})
export type Mark = z.infer<typeof Mark>

/** What Content Credentials say of a delivered file, besides who signed it. */
export const Credentials = Mark.pick({ sourceType: true, title: true })
export type Credentials = z.infer<typeof Credentials>

/** A picture of any size and kind that the studio reads. */
export const Cover = z.object({ path: z.string() })
export type Cover = z.infer<typeof Cover>

/** At least one, in order of time. */
const Levels = z.array(z.object({ at: z.int(), amplitude: z.number() })).min(1)

/** An event of `soundEvents` with its file, in samples at 48 kHz. Any file with sound will do. */
export const RenderSound = z.object({
  path: z.string(),
  /** Negative when the plan begins later than the sound. */
  start: z.int(),
  length: z.int().min(1),
  /** Of the file; with a course, of the copy along it. */
  in: z.int().min(0),
  /** Percent; the pitch is kept. */
  speed: z.number().min(slowestSound).max(fastestSound),
  /** The course of its speed, in place of `speed`. */
  along: CourseKey.optional(),
  /** The part of the file, or of the copy, from `in` on is heard backwards. */
  isReversed: z.literal(true).optional(),
  /** What is heard of the file, and through which chain. Absent: both sides of its default sound, as it is. */
  heard: HeardSound.optional(),
  levels: Levels,
  /** Amplitudes of its sides besides. Absent: 1 each. */
  balance: z.object({ left: z.number(), right: z.number() }).optional(),
  /** Where its sides change while it is heard, in place of `balance`. */
  sides: z.object({ left: Levels, right: Levels }).optional(),
  /** A spoken line. Absent for music and other sound. */
  speech: z.object({
    /** Empty when it has none. */
    speaker: z.string(),
    /** The user set the gain of its clip: levelling leaves it as it is. */
    hasOwnGain: z.boolean(),
  }).optional(),
})
export type RenderSound = z.infer<typeof RenderSound>

/** A part of the film that players can jump to; it lasts until the next one begins. */
export const Chapter = z.object({ startFrame: z.int().min(0), title: z.string() })
export type Chapter = z.infer<typeof Chapter>

export interface RenderPlan {
  /** Even numbers of pixels. */
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
  readonly durationFrames: number
  /** The first frame of the sequence that is delivered. Absent: 0. */
  readonly startFrame?: number | undefined
  /** `#rrggbb`. */
  readonly background: string
  readonly pictures: readonly RenderPicture[]
  /** In order of time, none over another; elsewhere only the background is seen. */
  readonly stretches: readonly RenderStretch[]
  readonly sounds: readonly RenderSound[]
  /** Spoken lines are brought to one loudness before the whole is brought to its own. */
  readonly levelsLines?: boolean | undefined
  readonly captions: RenderCaptions
  /** Null leaves the mix as loud as it is. */
  readonly loudness: LoudnessTarget | null
  readonly encoding: Encoding
  /** In order of time; the first begins at 0. */
  readonly chapters: readonly Chapter[]
  /** That the content is AI-generated; see `markFile`. */
  readonly mark?: Mark | null | undefined
  /** Only for formats that hold one. */
  readonly cover?: Cover | null | undefined
  /** Written into the file: `title`, `comment`, … */
  readonly metadata: Readonly<Record<string, string>>
}

export interface RenderCaptions {
  readonly mode: 'burned' | 'soft' | 'none'
  /** Needed for `burned`. */
  readonly assPath: string | null
  readonly fontsDir: string | null
  /** Embedded, whatever the mode is; for `soft` at least one. */
  readonly tracks: readonly SoftCaptions[]
}

/** A file of SubRip that becomes a track inside. */
export interface SoftCaptions {
  readonly path: string
  /** BCP 47; empty when not known. */
  readonly language: string
  readonly name: string
  /** Shown unless another is chosen. Absent: the first is. */
  readonly isShown?: boolean | undefined
  /** Shown even where captions are turned off. */
  readonly isForced?: boolean | undefined
}

/** Samples at 48 kHz that last as long as the picture. */
export function planSamples({ durationFrames, rate }: Pick<RenderPlan, 'durationFrames' | 'rate'>): number {
  return Math.round(durationFrames * rate.denominator * samplesPerSecond / rate.numerator)
}

/** Refuses plans that no encoder could follow. Such a plan is a programming error, not the user's. */
export function assertRenderable(plan: RenderPlan): void {
  const { width, height, rate, durationFrames, pictures, stretches, captions, encoding, cover } = plan
  const shown = encoding.video?.rate ?? rate
  const files = Math.floor(secondsOfFrames(durationFrames, rate) * shown.numerator / shown.denominator)
  const wrong = [
    (width % 2 !== 0 || height % 2 !== 0 || width < 2 || height < 2) && `size ${width}×${height}`,
    !(Number.isInteger(durationFrames) && durationFrames > 0) && `${durationFrames} frames`,
    encoding.format === 'frames' && files > mostFrames && `${files} files`,
    !FrameRate.safeParse(rate).success && `rate ${rate.numerator}/${rate.denominator}`,
    stretches.some(one => !Number.isInteger(one.startFrame) || !Number.isInteger(one.frames)) && 'pictures between frames',
    !followEachOther(stretches, durationFrames) && 'pictures over each other or outside the film',
    stretches.some(({ layers }) => layers.some(at => pictures[at] === undefined)) && 'a missing picture',
    !fitsFormat(encoding) && `a file that does not exist, ${JSON.stringify(encoding)}`,
    cover && !formats[encoding.format].cover && `a cover in ${encoding.format}`,
    captions.mode === 'burned' && captions.assPath === null && 'burned captions without a file',
    captions.mode === 'soft' && captions.tracks.length === 0 && 'soft captions without a file',
  ].filter(Boolean)
  if (wrong.length > 0)
    throw new RangeError(`This plan cannot be rendered: ${wrong.join(', ')}`)
}

function followEachOther(stretches: readonly RenderStretch[], durationFrames: number): boolean {
  let endFrame = 0
  for (const { startFrame, frames } of stretches) {
    if (startFrame < endFrame)
      return false
    endFrame = startFrame + frames
  }
  return endFrame <= durationFrames
}
