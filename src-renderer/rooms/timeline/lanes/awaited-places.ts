/** Which places of a sequence wait for what is being generated for them, and on which track each is shown. Pure. */
import type { Into, IntoPlace } from '#contract/into.ts'
import type { Job } from '#contract/jobs.ts'
import type { SequenceDocument, TrackKind } from '#contract/sequence-document.ts'
import type { SequenceId, TrackId } from '#contract/words.ts'
import { isSeenKind } from '#rules/jobs/kind-groups.ts'
import { replacedTries } from '#rules/jobs/retries.ts'
import { isTroubled } from '#rules/jobs/state-groups.ts'
import { continuedClip, placeAtRate } from '#rules/sequence/awaited-place.ts'
import { clipsOf, endFrameOf, endOf, findClip, startFrameOf } from '#rules/sequence/document.ts'
import { awaitingClips } from '#rules/sequence/swap-takes.ts'
import { orderedTracks } from '../view/rows.ts'

export interface AwaitedPlace {
  readonly job: Job
  readonly place: IntoPlace
  readonly trackId: TrackId
  /** How many jobs it waits for: the first result is placed. */
  readonly tries: number
  /** All jobs for it, also those that were cancelled. */
  readonly jobs: readonly Job[]
}

/** The best kind first. */
const heard: readonly TrackKind[] = ['speech', 'sound']
const seen: readonly TrackKind[] = ['pictures']

/**
 * Of several tries the one that counts. What was placed waits no more. A shot or image that was cancelled is shown at its place, where
 * nothing else is, or is awaited, by now.
 */
export function awaitedPlaces(jobs: readonly Job[], sequenceId: SequenceId, document: SequenceDocument): AwaitedPlace[] {
  const replaced = replacedTries(jobs)
  const all = jobs.flatMap((job) => {
    const place = job.awaitedAt?.sequenceId === sequenceId ? placeNow(job.awaitedAt, document) : null
    const trackId = place && trackOf(job, place, document)
    const isOver = job.state === 'done' || replaced.has(job.id) || (job.state === 'cancelled' && !staysCancelled(job))
    return !place || !trackId || isOver ? [] : [{ job, place, trackId }]
  })
  const places = [...Map.groupBy(all, ({ place }) => place.clipId).values()].flatMap((tries): AwaitedPlace[] => {
    const wanted = tries.filter(({ job }) => job.state !== 'cancelled')
    const first = wanted.find(({ job }) => !isTroubled(job.state)) ?? wanted[0] ?? tries[0]
    return first ? [{ ...first, tries: Math.max(1, wanted.length), jobs: tries.map(({ job }) => job) }] : []
  })
  return places.filter(each => each.job.state !== 'cancelled' || !isTaken(each, places, document))
}

/** A clip that was to be replaced is there all the same, and a line can be generated in the script. */
function staysCancelled({ kind, awaitedAt }: Job): boolean {
  return isSeenKind(kind) && awaitedAt !== undefined && !('takeId' in awaitedAt)
}

function isTaken({ place, trackId }: AwaitedPlace, others: readonly AwaitedPlace[], { tracks, rate }: SequenceDocument): boolean {
  const track = tracks[trackId]
  const overlaps = (from: number, to: number): boolean => from < place.frame + place.frames && place.frame < to
  // For a shot that continues a clip, what follows makes room.
  const clips = track && place.makesRoom === undefined ? clipsOf(track) : []
  return clips.some(clip => track && overlaps(startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)))
    || others.some(other => other.job.state !== 'cancelled' && other.trackId === trackId
      && overlaps(other.place.frame, other.place.frame + other.place.frames))
}

/** Null where the clip is there already, or has another take by now. What continues a clip is behind it, wherever that is by now. */
function placeNow(asked: Into, document: SequenceDocument): IntoPlace | null {
  const found = findClip(document, asked.clipId)
  if ('takeId' in asked) {
    const { rate } = document
    const [first] = awaitingClips(document, asked)
    const [frame, end] = first ? [startFrameOf(first.track, first.clip, rate), endFrameOf(first.track, first.clip, rate)] : [0, 0]
    return first ? { sequenceId: asked.sequenceId, clipId: asked.clipId, trackId: first.track.id, frame, frames: end - frame } : null
  }
  if (found)
    return null
  const place = placeAtRate(asked, document.rate)
  const before = continuedClip(document, place)
  return before ? { ...place, trackId: before.track.id, frame: endOf(before.clip) } : place
}

/** Its own, else the one that is best for what comes. */
function trackOf({ kind }: Pick<Job, 'kind'>, place: IntoPlace, document: SequenceDocument): TrackId | undefined {
  const kinds = isSeenKind(kind) ? seen : heard
  const tracks = orderedTracks(document).filter(track => kinds.includes(track.kind))
  return (tracks.find(track => track.id === place.trackId) ?? tracks.find(track => track.kind === kinds[0]) ?? tracks[0])?.id
}
