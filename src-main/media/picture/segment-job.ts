/** What encoding a segment needs. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { PictureEncoder } from './picture-encoders.ts'
import type { Segment } from './segments.ts'

export interface SegmentJob {
  readonly plan: RenderPlan
  readonly segment: Segment
  /** The folder ffmpeg runs in; burned captions are `captions.ass` there, their fonts in `fonts`. Plain names need no escaping. */
  readonly folder: string
  /** Without extension. */
  readonly name: string
  readonly encoder: PictureEncoder
  /** Of the encoder, which writes other bits with another number. */
  readonly threads: number
  /** Of each decoder, which reads the same with any number. Without it ffmpeg takes all processors: right for a command that has its machine to itself. */
  readonly decoderThreads?: number
  readonly burnsCaptions: boolean
}

export interface SegmentTools {
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
  readonly onProgress: (frames: number) => void
}
