/** Where in a sequence the result of a job is wanted: in a clip that is there, or at a place that waits for it. */
import { z } from 'zod'
import { FrameRate } from './sequence-document.ts'
import { mostFrames } from './sequence-limits.ts'
import { ClipId, SequenceId, TakeId, TrackId } from './words.ts'

/** What a clip showed of its source when something was asked for it. */
export const SourcePart = z.object({
  /** In seconds. */
  ...{ from: z.number().min(0), until: z.number().min(0) },
  /** Other clips that showed any of it as well: they are no parts of this one. */
  others: z.array(ClipId).max(500).optional(),
})
export type SourcePart = z.infer<typeof SourcePart>

/**
 * A clip of a sequence that the result is for, and the take that it has: if it has another one by then, a person chose that. `part` is what
 * it showed when this was asked for: clips that were cut off it since get the result as well. Absent: this clip alone.
 */
export const IntoClip = z.object({ sequenceId: SequenceId, clipId: ClipId, takeId: TakeId, part: SourcePart.optional() })
export type IntoClip = z.infer<typeof IntoClip>

/** A place that becomes the clip of this id. */
export const IntoPlace = z.object({
  sequenceId: SequenceId,
  clipId: ClipId,
  trackId: TrackId,
  frame: z.int().min(0).max(mostFrames),
  /** How long the result is expected to be. An image lasts so long; a video is cut to it, unless what follows makes room. */
  frames: z.int().min(1).max(mostFrames),
  /** That of the sequence when this was asked for, in which these frames count. Absent: the one that the sequence has. */
  rate: FrameRate.optional(),
  /** The clip that the result continues: it begins where that one, or its last part, ends by then, on its track, and looks like it. */
  after: ClipId.optional(),
  /** The next clip of the same source on its track when this was asked for. Parts that are before it by then were cut off `after`. */
  next: ClipId.optional(),
  /** What `after` showed when this was asked for. Where that is deleted, the result continues what was cut off it and is left. */
  source: SourcePart.extend({ takeId: TakeId }).optional(),
  /** What follows moves to make room for all of it. Absent: it has the room that is there. */
  makesRoom: z.literal(true).optional(),
})
export type IntoPlace = z.infer<typeof IntoPlace>

export const Into = z.union([IntoClip, IntoPlace])
export type Into = z.infer<typeof Into>
