/** A render as plain data: everything that decides how a delivery looks and sounds, and nothing that needs a database. */
import { z } from 'zod'
import { FrameRate, PictureClip, SoundClip } from '#contract/sequences.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'

/** One stretch of picture from one file: a run of `resolve` with what the renderer needs to know of its source. */
export const RenderPicture = z.object({
  path: z.string(),
  medium: z.enum(['picture', 'video']),
  startFrame: z.int(),
  frames: z.int().min(1),
  /** First frame shown of a video, counted at the plan's rate; 0 for a still. A video that ends early holds its last frame. */
  inFrame: z.int().min(0),
  /** `contain` shows all of it with black around, `cover` fills the frame and cuts the rest. */
  fit: PictureClip.shape.fit,
  /**
   * A still that slowly grows around its middle, evenly from 1 to `pushInScale` over `frames`, of which this stretch
   * begins at `fromFrame`. Null: it does not move.
   */
  pushIn: z.object({ fromFrame: z.int().min(0), frames: z.int().min(1) }).nullable(),
  /** Whether the source says its colour matrix; null when it was not probed. Decides how untagged colours are read, as Chromium does. */
  colourTagged: z.boolean().nullable(),
  sourceHeight: z.int().nullable(),
})
export type RenderPicture = z.infer<typeof RenderPicture>

export const pushInScale = 1.08

/** A sound clip with its file, at 48 kHz. Any file with sound will do: what is no 48 kHz stereo 16-bit WAV is decoded first. */
export const RenderSound = SoundClip.omit({ id: true, takeId: true, lineId: true }).extend({
  path: z.string(),
  /** Null plays to the end of the file. */
  samples: z.int().min(1).nullable(),
})
export type RenderSound = z.infer<typeof RenderSound>

export interface RenderPlan {
  /** Even numbers of pixels. */
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
  readonly durationFrames: number
  /** In order of time, none over another; between them the picture is black. */
  readonly pictures: readonly RenderPicture[]
  readonly sounds: readonly RenderSound[]
  readonly captions: RenderCaptions
  /** Null leaves the mix as loud as it is. */
  readonly loudness: { readonly targetLufs: number, readonly truePeakDbtp: number } | null
  /** Written into the file: `title`, `comment`, … */
  readonly metadata: Readonly<Record<string, string>>
}

export interface RenderCaptions {
  readonly mode: 'burned' | 'soft' | 'none'
  /** Needed for `burned`. */
  readonly assPath: string | null
  readonly fontsDir: string | null
  /** Needed for `soft`. */
  readonly srtPath: string | null
}

/** Samples at 48 kHz that last as long as the picture. */
export function planSamples({ durationFrames, rate }: Pick<RenderPlan, 'durationFrames' | 'rate'>): number {
  return Math.round(durationFrames * rate.denominator * samplesPerSecond / rate.numerator)
}

/** Refuses plans that no encoder could follow. Such a plan is a programming error, not the person's. */
export function assertRenderable({ width, height, rate, durationFrames, pictures, captions }: RenderPlan): void {
  const wrong = [
    (width % 2 !== 0 || height % 2 !== 0 || width < 2 || height < 2) && `size ${width}×${height}`,
    !(Number.isInteger(durationFrames) && durationFrames > 0) && `${durationFrames} frames`,
    !FrameRate.safeParse(rate).success && `rate ${rate.numerator}/${rate.denominator}`,
    pictures.some(one => !Number.isInteger(one.startFrame) || !Number.isInteger(one.frames)) && 'pictures between frames',
    !followEachOther(pictures, durationFrames) && 'pictures over each other or outside the film',
    captions.mode === 'burned' && captions.assPath === null && 'burned captions without a file',
    captions.mode === 'soft' && captions.srtPath === null && 'soft captions without a file',
  ].filter(Boolean)
  if (wrong.length > 0)
    throw new RangeError(`This plan cannot be rendered: ${wrong.join(', ')}`)
}

function followEachOther(pictures: readonly RenderPicture[], durationFrames: number): boolean {
  let endFrame = 0
  for (const { startFrame, frames } of pictures) {
    if (startFrame < endFrame)
      return false
    endFrame = startFrame + frames
  }
  return endFrame <= durationFrames
}
