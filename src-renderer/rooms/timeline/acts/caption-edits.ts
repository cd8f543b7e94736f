/** Edits of captions: words that are split and merged with their time, and captions of a file brought onto a track. */
import type { CaptionClip, CaptionTrack, Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import type { Caption } from '#rules/captions/cues.ts'
import { mergeCaptions } from '#rules/captions/edit.ts'
import { captionGroups } from '#rules/captions/tracks.ts'
import { joinedMarks } from '#rules/captions/word-marks.ts'
import { endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { unlinkAlone } from '#rules/sequence/linked.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { notLaid } from '#rules/sequence/not-laid.ts'
import { isFree } from './find-places.ts'

function captionTracks(document: SequenceDocument): CaptionTrack[] {
  return tracksOf(document).filter(track => track.kind === 'captions')
}

/** The track whose captions are seen in the preview and burned in: the lowest that is not muted, and not shown with another. */
export function drawnTrack(document: SequenceDocument): CaptionTrack | null {
  return captionGroups(document)[0]?.track ?? null
}

/** Makes another track the one that is drawn. The others are still delivered next to it. */
export function drawnEdits(document: SequenceDocument, trackId: TrackId): SequenceEdit[] {
  const track = captionTracks(document).find(({ id }) => id === trackId)
  if (!track)
    return []
  const first = captionTracks(document).find(({ id, isMuted }) => id === trackId || !isMuted)
  return [
    ...track.isMuted ? [{ do: 'setTrack', trackId, values: { isMuted: false } } as const] : [],
    ...first && first.id !== trackId ? [{ do: 'moveTrack', trackId, at: document.trackIds.indexOf(first.id) } as const] : [],
  ]
}

/** A copy of the track next to it, to be translated: in step with the same speech, and no longer tied to what the script says. */
export function copyEdits(
  document: SequenceDocument,
  trackId: TrackId,
  newId: NewId,
): { edits: SequenceEdit[], trackId: TrackId } | null {
  const track = captionTracks(document).find(({ id }) => id === trackId)
  if (!track)
    return null
  const clips = Object.values(track.clips).map((clip): CaptionClip =>
    ({ ...notLaid({ ...clip, linkId: null }), id: newId<ClipId>(), linkId: clip.linkId, lineId: null }))
  // A translation is not shown together with what it translates.
  const { joins: _, ...alone } = track
  const copy: CaptionTrack = {
    ...alone,
    id: newId<TrackId>(),
    name: '',
    language: '',
    isMuted: false,
    isLocked: false,
    clips: Object.fromEntries(clips.map(clip => [clip.id, clip])),
  }
  return { edits: [{ do: 'addTrack', track: copy, at: document.trackIds.indexOf(trackId) + 1 }], trackId: copy.id }
}

/** One caption in place of these, which follow each other on one track; nothing when there are not two. They are no longer linked with their lines. */
export function mergeEdits(document: SequenceDocument, ids: ReadonlySet<ClipId>): { edits: SequenceEdit[], clipId: ClipId } | null {
  const found = [...ids].map(id => findClip(document, id)).filter(each => each?.track.kind === 'captions')
  const captions = found.flatMap(each => each && 'speaker' in each.clip ? [each.clip] : []).sort((a, b) => a.start - b.start)
  const [first, ...others] = captions
  if (!first || others.length === 0 || new Set(found.map(each => each?.track.id)).size > 1 || found.some(each => each?.track.isLocked))
    return null
  const last = captions.at(-1) ?? first
  const isBetween = ({ id, start }: Clip): boolean => start > first.start && start < last.start && !ids.has(id)
  if (Object.values<Clip>(found[0]?.track.clips ?? {}).some(isBetween))
    return null
  const merged = mergeCaptions({ ...first }, ...others)
  // All of one line: what it came with is merged, too.
  const laid = captions.flatMap(({ laidText, lineId, start, length }) =>
    laidText !== undefined && lineId === first.lineId ? [{ start, length, speaker: '', text: laidText }] : [])
  const [firstLaid, ...othersLaid] = laid
  const laidText = firstLaid && laid.length === captions.length ? { laidText: mergeCaptions(firstLaid, ...othersLaid).text } : {}
  const words = joinedMarks(captions)
  return {
    clipId: first.id,
    edits: [
      unlinkAlone(captions.map(caption => caption.id)),
      { do: 'remove', clipIds: others.map(caption => caption.id), closesGap: false },
      { do: 'trim', clipIds: [first.id], edge: 'end', byFrames: endOf(merged) - endOf(first), ripples: false },
      { do: 'setCaption', clipIds: [first.id], values: { text: merged.text, ...laidText, ...words.length > 0 && { words } } },
    ],
  }
}

/** As it is in a new sequence. */
function emptyDrawnTrack(document: SequenceDocument): CaptionTrack | null {
  const drawn = drawnTrack(document)
  return drawn && !drawn.isLocked && Object.keys(drawn.clips).length === 0 ? drawn : null
}

type CaptionClips = CaptionTrack['clips']

/** Adds captions of a file, in frames, to these clips, each with its own id. */
export function addCaptions(clips: CaptionClips, captions: readonly Caption[], newId: NewId): void {
  for (const { start, length, speaker, text } of captions) {
    const id = newId<ClipId>()
    // Longer texts than the contract accepts are not captions.
    clips[id] = { id, start, length, linkId: null, lineId: null, speaker: speaker.slice(0, 200), text: text.slice(0, 5000) }
  }
}

/**
 * Places the captions of a file: on the track, or on a new one where it has others at these times. Without a track, on the one that is
 * drawn while that is empty, so that they are seen; else on a new one. Those of `beside`
 * overlap them, and come on new tracks that are shown together with that.
 */
export function importEdits(
  document: SequenceDocument,
  into: TrackId | null,
  clips: CaptionClips,
  newId: NewId,
  beside: readonly CaptionClips[] = [],
): { edits: SequenceEdit[], count: number, isOnNew: boolean } {
  const all = Object.values(clips)
  const count = all.length + beside.reduce((sum, others) => sum + Object.keys(others).length, 0)
  if (count === 0)
    return { edits: [], count, isOnNew: false }
  const chosen = into === null ? undefined : document.tracks[into]
  const { trackIds: { length: end } } = document
  const joined = (joins: TrackId, language: string, from: number): SequenceEdit[] => beside.map((others, at) => {
    const track = { ...plainTrack('captions', newId<TrackId>()), language, joins, clips: others }
    return { do: 'addTrack', track, at: from + at }
  })
  if (chosen?.kind === 'captions' && isFree(document, chosen, all.map(clip => ({ kind: 'captions', clip })))) {
    const placed = { do: 'place', placements: all.map(clip => ({ trackId: chosen.id, clip })), how: 'free' } as const
    return { edits: [placed, ...joined(chosen.id, chosen.language, end)], count, isOnNew: false }
  }
  // A track that comes with its clips: to place thousands of them one by one takes ten times as long.
  const empty = into === null ? emptyDrawnTrack(document) : null
  const track = { ...empty ?? plainTrack('captions', newId<TrackId>()), id: newId<TrackId>(), clips }
  const language = empty?.language ?? ''
  const placed: SequenceEdit[] = empty
    ? [{ do: 'addTrack', track, at: document.trackIds.indexOf(empty.id) }, { do: 'removeTrack', trackId: empty.id }]
    : [{ do: 'addTrack', track, at: end }]
  return { edits: [...placed, ...joined(track.id, language, empty ? end : end + 1)], count, isOnNew: into !== null }
}
