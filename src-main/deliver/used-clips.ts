/** What a render of a part of a sequence needs: the clips that are seen or heard in it, and their takes. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'

export interface HeardEvent extends SoundEvent {
  /** Samples from the beginning of the delivered part; negative when it begins before that. */
  readonly from: number
}

/** The sounds of the delivered part. */
export function heardIn(sequence: Sequence, range: Range): HeardEvent[] {
  const { rate } = sequence
  const [from, end] = [sampleOfFrame(range.startFrame, rate), sampleOfFrame(range.startFrame + range.frames, rate)]
  return soundEvents(sequence)
    .filter(({ start, length }) => start < end && start + length > from)
    .map(event => ({ ...event, from: event.start - from }))
}

interface Part { readonly sequence: Sequence, readonly stretches: Resolved['stretches'], readonly range: Range }

/** Of muted tracks, and of what is before or behind the part, there are none: their files may be missing. */
function usedClips({ sequence, stretches, range }: Part): readonly { readonly id: ClipId, readonly takeId: TakeId | null }[] {
  const end = range.startFrame + range.frames
  const seen = stretches.filter(({ startFrame, frames }) => startFrame < end && startFrame + frames > range.startFrame)
  return [...seen.flatMap(({ layers }) => layers.map(({ clip }) => clip)), ...heardIn(sequence, range).map(({ clip }) => clip)]
}

export function usedClipIds(part: Part): ReadonlySet<ClipId> {
  return new Set(usedClips(part).map(({ id }) => id))
}

export function usedTakeIds(sequence: Sequence): ReadonlySet<TakeId> {
  const resolved = resolve(sequence)
  const part = { sequence, stretches: resolved.stretches, range: rangeOf(sequence, resolved.durationFrames) }
  return new Set(usedClips(part).flatMap(({ takeId }) => takeId ?? []))
}
