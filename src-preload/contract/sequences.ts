/** Sequences: timelines of clips with a frame rate and size. Pictures are timed in frames, sound in samples at 48 kHz. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { ClipId, Decibels, Frames, Instant, LineId, ProjectId, Samples, SequenceId, TakeId } from './words.ts'

export const FrameRate = z.object({ numerator: z.int().min(1), denominator: z.int().min(1) })
export type FrameRate = z.infer<typeof FrameRate>

export const PictureClip = z.object({
  id: ClipId,
  takeId: TakeId,
  startFrame: Frames,
  frames: Frames,
  /** First frame of the source that is shown, at the sequence's rate. */
  inFrame: Frames,
  fit: z.enum(['contain', 'cover']),
})
export type PictureClip = z.infer<typeof PictureClip>

export const SoundClip = z.object({
  id: ClipId,
  takeId: TakeId,
  /** The line that it speaks; null for music and other sound. */
  lineId: LineId.nullable(),
  startSample: Samples,
  samples: Samples,
  inSample: Samples,
  gainDb: Decibels,
  fadeInSamples: Samples,
  fadeOutSamples: Samples,
})
export type SoundClip = z.infer<typeof SoundClip>

export const CaptionClip = z.object({
  id: ClipId,
  lineId: LineId.nullable(),
  speaker: z.string(),
  text: z.string(),
  startFrame: Frames,
  frames: Frames,
})
export type CaptionClip = z.infer<typeof CaptionClip>

const track = { name: z.string(), isMuted: z.boolean() }
export const Track = z.discriminatedUnion('holds', [
  z.object({ holds: z.literal('pictures'), ...track, clips: z.array(PictureClip) }),
  z.object({ holds: z.literal('sounds'), ...track, clips: z.array(SoundClip) }),
  z.object({ holds: z.literal('captions'), ...track, clips: z.array(CaptionClip) }),
])
export type Track = z.infer<typeof Track>

export const Sequence = z.object({
  id: SequenceId,
  projectId: ProjectId,
  name: z.string(),
  width: z.int(),
  height: z.int(),
  rate: FrameRate,
  /** Lowest first: later picture tracks cover earlier ones. */
  tracks: z.array(Track),
  revision: z.int(),
  changedAt: Instant,
})
export type Sequence = z.infer<typeof Sequence>

/** The script to lay out, and the size of the picture. */
export const Layout = z.object({
  projectId: ProjectId,
  width: z.int().min(16).max(7680),
  height: z.int().min(16).max(4320),
  rate: FrameRate,
})
export type Layout = z.infer<typeof Layout>

export const sequences = {
  /** The stored sequences of one project, then changes. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(Sequence, SequenceId) }),
  /**
   * The layout of the script: chosen takes one after another with their pauses, captions from the text, and the project's
   * pictures and shots spread over the whole length. Derived each time: the same script and takes give the same clips and ids.
   */
  layout: procedure({
    effect: 'reads',
    input: Layout,
    output: z.object({ sequence: Sequence }),
    faults: ['not-found', 'nothing-to-lay-out'],
  }),
  /** Stores that layout as the project's first sequence, replacing it. Writes nothing when nothing differs. */
  layOut: procedure({
    effect: 'writes',
    input: Layout,
    output: z.object({ sequence: Sequence }),
    faults: ['not-found', 'nothing-to-lay-out', 'library-read-only'],
  }),
}
