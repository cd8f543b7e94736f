/** Where a recording is on the tracks: from the punch-in, on the chosen track where that is free, else on a new one. Pure. */
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import { clipsOf } from '#rules/sequence/document.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { soundClip } from './new-things.ts'

/** What was asked for when the recording began. */
export interface Punch {
  /** The first frame that it covers. */
  readonly frame: number
  /** The first frame that it does not cover any more; null: it continues as long as it is. */
  readonly outFrame: number | null
  /** Null: a new track. */
  readonly trackId: TrackId | null
}

/**
 * `sample` of the take was spoken at the punch-in; what is outside stays in the take and can be trimmed out again. Negative where the
 * recording began later. Null where nothing of the take is inside.
 */
export function placeRecording(
  document: SequenceDocument,
  take: Take,
  { frame, outFrame, trackId }: Punch,
  { sample, newId }: { readonly sample: number, readonly newId: NewId },
): { readonly edits: readonly SequenceEdit[], readonly clipId: ClipId } | null {
  const { rate } = document
  const whole = soundClip(take, { id: newId<ClipId>(), rate, frame })
  if (whole?.sourceLength == null)
    return null
  const [from, late] = [Math.max(0, sample), Math.max(0, -sample)]
  const start = whole.start + late
  const most = outFrame === null ? Infinity : sampleOfFrame(outFrame, rate) - start
  const clip: SoundClip = { ...whole, start, in: from, length: Math.min(whole.sourceLength - from, most) }
  if (clip.length < sampleOfFrame(1, rate))
    return null
  const chosen = trackId === null ? undefined : document.tracks[trackId]
  const isFree = chosen && !chosen.isLocked && (chosen.kind === 'speech' || chosen.kind === 'sound')
    && clipsOf(chosen).every(other => other.start + other.length <= clip.start || other.start >= clip.start + clip.length)
  const track = isFree ? chosen : plainTrack('speech', newId<TrackId>())
  return {
    clipId: clip.id,
    edits: [
      ...isFree ? [] : [{ do: 'addTrack', track, at: document.trackIds.length } as const],
      { do: 'place', placements: [{ trackId: track.id, clip }], how: 'free' },
    ],
  }
}
