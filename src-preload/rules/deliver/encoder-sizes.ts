/** Which sizes of pictures an encoder refuses. Each was tried with ffmpeg 5.1, x265 3.5 and SVT-AV1 1.4: a picture of it, and of the next one. */
import type { VideoCodec, VideoSettings } from '#contract/presets.ts'

interface Size { readonly width: number, readonly height: number }

/** In pixels. */
interface SizeLimits {
  readonly least: Size
  /** A picture with a shorter side below `side` is at most `longest` long. */
  readonly narrow?: { readonly side: number, readonly longest: number }
  /** Only one side may be longer. */
  readonly square?: number
}

const usual: SizeLimits = { least: { width: 16, height: 16 } }

export const encoderSizes: Readonly<Record<VideoCodec, SizeLimits>> = {
  h264: usual,
  // Such pictures have coding units of 16 pixels, which levels above 4.1 forbid; that one allows √(8 × 2,228,224) pixels.
  hevc: { ...usual, narrow: { side: 32, longest: 4216 } },
  av1: { least: { width: 64, height: 64 } },
  vp9: usual,
  prores: usual,
  prores4444: usual,
  // It refuses 262,144 blocks of 16 × 16 pixels.
  dnxhr: { least: { width: 256, height: 120 }, square: 8176 },
  gif: usual,
  webp: usual,
  png: usual,
  jpeg: usual,
  frames: usual,
}

/** Pixels that the encoder would take. */
export type SizeProblem
  = | { readonly is: 'too-small', readonly least: Size }
    | { readonly is: 'too-narrow', readonly side: number, readonly longest: number }
    | { readonly is: 'too-large', readonly most: number }

type Sized = Pick<VideoSettings, 'codec' | 'width' | 'height'>

/** Null where the encoder takes it. */
export function sizeProblem({ codec, width, height }: Sized): SizeProblem | null {
  const { least, narrow, square } = encoderSizes[codec]
  if (width < least.width || height < least.height)
    return { is: 'too-small', least }
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  if (narrow && shorter < narrow.side && longer > narrow.longest)
    return { is: 'too-narrow', ...narrow }
  return square !== undefined && shorter > square ? { is: 'too-large', most: square } : null
}
