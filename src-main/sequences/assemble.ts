/**
 * Puts a layout of the script into a document. Clips of lines keep their ids and what was done to them; clips placed by hand stay
 * where they are, on a track of their own where the layout needs their place.
 */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { AssemblyReport } from '#contract/sequences.ts'
import type { ClipId, LineId, SequenceId, TrackId } from '#contract/words.ts'
import type { Steps } from '../base/in-pieces.ts'
import type { LaidOut } from './lay-out.ts'
import { firstIndex } from '#rules/first-index.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { derivedId } from '../base/ids.ts'
import { firstTrackId } from './empty-document.ts'

type Kind = 'pictures' | 'speech' | 'captions'

/** Ids of clips that an earlier layout made: those of the layout, and all that are tied to a line. */
export type IsLaid = (clip: Clip) => boolean

export function* assemble(
  document: SequenceDocument,
  sequenceId: SequenceId,
  laid: LaidOut,
  isLaid: IsLaid,
): Steps<{ document: SequenceDocument, report: Omit<AssemblyReport, 'notMade'> }> {
  const before = new Map<ClipId, Clip>()
  for (const clip of Object.values(document.tracks).flatMap(track => Object.values<Clip>(track.clips))) {
    if (isLaid(clip))
      before.set(clip.id, clip)
    yield
  }
  const wasLaid = (clip: Clip): boolean => before.has(clip.id)
  let next = document
  for (const kind of ['pictures', 'speech', 'captions'] as const) {
    next = put(next, { sequenceId, kind, clips: laid[kind], isLaid: wasLaid })
    yield
  }
  let [known, same, count] = [0, 0, 0]
  for (const clip of [...laid.pictures, ...laid.speech, ...laid.captions]) {
    const was = before.get(clip.id)
    count += 1
    known += was ? 1 : 0
    same += was && JSON.stringify(was) === JSON.stringify(clip) ? 1 : 0
    yield
  }
  return { document: next, report: { added: count - known, changed: known - same, removed: before.size - known, kept: same } }
}

interface Putting {
  readonly sequenceId: SequenceId
  readonly kind: Kind
  readonly clips: readonly Clip[]
  readonly isLaid: IsLaid
}

function put(document: SequenceDocument, { sequenceId, kind, clips, isLaid }: Putting): SequenceDocument {
  const ofKind = tracksOf(document).filter(track => track.kind === kind)
  // Where the layout lay before; a new document has one track of each kind.
  const target = ofKind.find(track => clipsOf(track).some(isLaid)) ?? ofKind[0]
  if (!target && clips.length === 0)
    return document
  const track = target ?? plainTrack(kind, firstTrackId(sequenceId, kind))
  const byHand = clipsOf(track).filter(clip => !isLaid(clip))
  const isInTheWay = overlapsWith(clips)
  const pushed = byHand.filter(isInTheWay)
  const stays = byHand.filter(clip => !isInTheWay(clip))
  // What an earlier layout left on other tracks goes: each of its clips is in one place.
  const swept = ofKind.filter(other => other.id !== track.id).map(other => withClips(other, clipsOf(other).filter(clip => !isLaid(clip))))
  const filled = [withClips(track, [...stays, ...clips]), ...swept]
  const tracks = { ...document.tracks, ...Object.fromEntries(filled.map(each => [each.id, each])) }
  const trackIds = target ? document.trackIds : [...document.trackIds, track.id]
  const placed = { ...document, tracks, trackIds }
  return pushed.length > 0 ? pushUp(placed, track, pushed) : placed
}

/** Whether a clip overlaps one of these: among those that begin before its end, the one that ends last decides. */
function overlapsWith(clips: readonly Clip[]): (clip: Clip) => boolean {
  const inOrder = clips.toSorted((a, b) => a.start - b.start)
  let latest = -Infinity
  const lastEnds = inOrder.map(clip => latest = Math.max(latest, endOf(clip)))
  return (clip) => {
    const last = firstIndex(inOrder, ({ start }) => start < endOf(clip)) - 1
    return (lastEnds[last] ?? -Infinity) > clip.start
  }
}

/** Onto the next track of the kind where they all fit, or a new one above. */
function pushUp(document: SequenceDocument, from: Track, pushed: readonly Clip[]): SequenceDocument {
  const at = document.trackIds.indexOf(from.id)
  const isInTheWay = overlapsWith(pushed)
  const free = tracksOf(document).slice(at + 1).find(track => track.kind === from.kind && !track.isLocked
    && !clipsOf(track).some(isInTheWay))
  if (free)
    return { ...document, tracks: { ...document.tracks, [free.id]: withClips(free, [...clipsOf(free), ...pushed]) } }
  const id = derivedId(from.id, `above ${document.trackIds.length}`) as TrackId // has the form of an id
  const added = withClips({ ...plainTrack(from.kind, id), name: from.name }, pushed)
  return { ...document, trackIds: document.trackIds.toSpliced(at + 1, 0, id), tracks: { ...document.tracks, [id]: added } }
}

function withClips(track: Track, clips: readonly Clip[]): Track {
  // The caller gives clips of the track's kind.
  return { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) } as Track
}

export function linesNotMade(lines: readonly { line: { id: LineId, text: string }, take: object | null }[]): LineId[] {
  return lines.filter(({ line, take }) => take === null && line.text.trim() !== '').map(({ line }) => line.id)
}

export function clipsById(document: SequenceDocument): Map<ClipId, Clip> {
  return new Map(tracksOf(document).flatMap(track => clipsOf(track)).map(clip => [clip.id, clip]))
}
