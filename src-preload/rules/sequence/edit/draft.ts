/** What edits share: finding and changing the clips of a document that is being edited. Everything here changes its document. */
import type { CaptionClip, Clip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { withCutCounter, withLaterCounter } from '../../captions/counter.ts'
import { splitTextAt } from '../../captions/edit.ts'
import { heardIn, marksOfHalves, retimeMarks, setMarks } from '../../captions/word-marks.ts'
import { firstIndex } from '../../first-index.ts'
import { consumed, endOf, findClip, isInSamples, tracksOf } from '../document.ts'
import { mappedKeys } from '../motion.ts'
import { framesUntil, laterBy } from '../ramp.ts'
import { movePoints } from '../sound-points.ts'
import { derivedClipId } from './derived-id.ts'
import { refuse } from './refused.ts'

export interface Found { readonly track: Track, readonly clip: Clip }
/** A clip that plays a part of a source. */
export type Played = PictureClip | SoundClip

export function isPlayed(clip: Clip): clip is Played {
  return 'in' in clip
}

/** @throws EditRefusedError gone, locked-track */
export function requireClip(document: SequenceDocument, clipId: ClipId): Found {
  const found = findClip(document, clipId) ?? refuse('gone', clipId)
  if (found.track.isLocked)
    refuse('locked-track', clipId)
  return found
}

/** @throws EditRefusedError gone */
export function requireTrack(document: SequenceDocument, trackId: TrackId): Track {
  return document.tracks[trackId] ?? refuse('gone', trackId)
}

/** These clips and all that are linked with them, each once. @throws EditRefusedError gone, locked-track */
export function withLinked(document: SequenceDocument, clipIds: readonly ClipId[]): Found[] {
  const found = new Map(clipIds.map(id => [id, requireClip(document, id)]))
  const links = new Set([...found.values()].flatMap(({ clip }) => clip.linkId ?? []))
  if (links.size > 0) {
    for (const track of tracksOf(document)) {
      for (const clip of Object.values<Clip>(track.clips)) {
        if (clip.linkId !== null && links.has(clip.linkId) && !found.has(clip.id))
          found.set(clip.id, requireClip(document, clip.id))
      }
    }
  }
  return [...found.values()]
}

/** Whether it moves along when time comes in or is taken out on `own` tracks: these always do. */
export function ripplesWith(track: Track, own: ReadonlySet<TrackId>): boolean {
  return !track.isLocked && (track.isSyncLocked !== false || own.has(track.id))
}

/** Whether a range of time is taken from it, and a cut with nothing selected is made on it. */
export function isTarget(track: Track): boolean {
  return !track.isLocked && track.isTarget !== false
}

/** Fewer are looked up one by one; of more it is quicker to go through all that are there. */
const fewAtOnce = 100

/** Puts a clip on a track of its kind; its place must be free. @throws EditRefusedError wrong-track, id-taken, locked-track */
export function put(document: SequenceDocument, track: Track, clip: Clip): void {
  if (track.isLocked)
    refuse('locked-track', clip.id)
  if (!fits(track, clip))
    refuse('wrong-track', clip.id)
  if (findClip(document, clip.id))
    refuse('id-taken', clip.id)
  Reflect.set(track.clips, clip.id, clip)
}

/** The same for clips of its kind that are known to fit it: thousands come in one import. @throws EditRefusedError id-taken */
export function putAll(document: SequenceDocument, track: Track, clips: readonly Clip[]): void {
  const ids = new Set(clips.map(({ id }) => id))
  const known = clips.length < fewAtOnce
    ? clips.find(({ id }) => findClip(document, id))?.id
    : tracksOf(document).flatMap(({ clips: there }) => Object.keys(there) as ClipId[]).find(id => ids.has(id)) // keys are ids
  const seen = new Set<ClipId>()
  const twice = ids.size < clips.length ? clips.find(({ id }) => seen.size === seen.add(id).size)?.id : undefined
  if (known !== undefined || twice !== undefined)
    refuse('id-taken', known ?? twice ?? '')
  const into: Record<string, Clip> = track.clips
  for (const clip of clips)
    into[clip.id] = clip
}

export function fits(track: Pick<Track, 'kind'>, clip: Clip): boolean {
  if (!isPlayed(clip))
    return track.kind === 'captions'
  return 'look' in clip ? track.kind === 'pictures' : isInSamples(track.kind)
}

export function take(track: Track, clipId: ClipId): void {
  Reflect.deleteProperty(track.clips, clipId)
}

/** A copy that can be changed. What it contains is shared with the original, and must be replaced. */
export function copied<Plain extends object>(plain: Plain): Plain {
  return { ...plain }
}

/** A part of a track, in its own unit. */
export interface Span { readonly from: number, readonly until: number }

/** Cuts away what is between these places of a track. `spans` do not overlap and are in order of time. */
export function clear(document: SequenceDocument, track: Track, spans: readonly Span[], except: ReadonlySet<ClipId> = new Set()): void {
  for (const clip of Object.values<Clip>(track.clips)) {
    if (except.has(clip.id))
      continue
    // From the end: what is cut off behind a span is behind all that are still to come.
    for (let at = indexFrom(spans, endOf(clip)) - 1; at >= 0 && spans[at]!.until > clip.start; at--)
      clearOf(document, track, clip, spans[at]!)
  }
}

/** The index of the first span that begins here or later. */
function indexFrom(spans: readonly Span[], place: number): number {
  return firstIndex(spans, ({ from }) => from < place)
}

function clearOf(document: SequenceDocument, track: Track, clip: Clip, { from, until }: Span): void {
  const [hasHead, hasTail] = [clip.start < from, endOf(clip) > until]
  if (hasHead && hasTail) {
    const tail = splitOff(document, clip, until, freeClipId(document, clip.id, until))
    Reflect.set(track.clips, tail.id, tail)
    cutEnd(clip, from)
  }
  else if (hasHead) {
    cutEnd(clip, from)
  }
  else if (hasTail) {
    cutStart(clip, until)
  }
  else {
    take(track, clip.id)
  }
}

/** Clips of a track that would be covered by one between these places, in its own unit. */
export function covered(track: Track, from: number, until: number, except: ReadonlySet<ClipId> = new Set()): Clip[] {
  return Object.values<Clip>(track.clips).filter(clip => !except.has(clip.id) && clip.start < until && endOf(clip) > from)
}

/** Lets a clip end at this place, inside it or beyond it. The caller has checked that the source lasts. */
export function cutEnd(clip: Clip, end: number): void {
  const [by, before] = [end - endOf(clip), clip.length]
  endAt(clip, end)
  if (!isReversed(clip))
    return
  // What is played backwards ends with what is first in the source, and small cuts must not add up to other pictures.
  const used = consumed(before, clip.speed) - consumed(clip.length, clip.speed)
  Object.assign(clip, clip.ramp || clip.nested ? laterBy(clip, -by) : { in: Math.max(0, clip.in + used) })
}

/** The same, while it plays the same place of its source first in it. */
export function endAt(clip: Clip, end: number): void {
  clip.length = end - clip.start
  if (isPlayed(clip))
    keepFades(clip)
}

/** A still, a title or a held frame lasts as long as wanted. */
export function isEndless(clip: Played): boolean {
  return clip.sourceLength === null || ('isFrozen' in clip && clip.isFrozen === true)
}

function isReversed(clip: Clip): clip is PictureClip {
  return 'isReversed' in clip && clip.isReversed === true && !isEndless(clip)
}

/** Lets a clip begin at this place; what was heard or seen there stays in its place. */
export function cutStart(clip: Clip, start: number): void {
  const by = start - clip.start
  clip.start = start
  clip.length -= by
  if (!isPlayed(clip))
    return retimeMarks(clip, at => at - by)
  if (isEndless(clip)) {
    keepKeys(clip, by)
    if ('look' in clip && clip.title)
      clip.title = withLaterCounter(clip.title, by)
    if (clip.markers)
      clip.markers = clip.markers.map(marker => ({ ...marker, at: marker.at - by })).filter(({ at }) => at >= 0)
  }
  else if (!isReversed(clip)) {
    Object.assign(clip, laterBy(clip, by))
  }
  if ('points' in clip)
    movePoints(clip, -by)
  clip.crossIn = 0
  if ('points' in clip)
    Reflect.deleteProperty(clip, 'crossCurve')
  keepFades(clip)
}

type Crossing = Pick<Played, 'crossIn' | 'crossBefore'> & Partial<Pick<PictureClip, 'transition'> & Pick<SoundClip, 'crossCurve'>>

/** The same where the clip before ends there, too: its transition stays with the cut. */
export function cutStartAtCut(clip: Clip, start: number): void {
  if (!isPlayed(clip))
    return cutStart(clip, start)
  const before: Played = copied(clip)
  cutStart(clip, start)
  crossAs(clip, before)
}

/** With the transition that it had before. */
export function crossAs(clip: Played, { crossIn, crossBefore, transition, crossCurve }: Crossing): void {
  if (crossIn === 0)
    return
  Object.assign(clip, { crossIn, ...crossBefore && { crossBefore }, ...transition && { transition }, ...crossCurve && { crossCurve } })
  keepFades(clip)
}

/**
 * Cuts a clip in two; it keeps the first part, and the second is returned, not yet on a track. The words of a caption go to the part in
 * which they are said.
 */
export function splitOff(document: SequenceDocument, clip: Clip, at: number, newId: ClipId): Clip {
  if (findClip(document, newId))
    refuse('id-taken', newId)
  if ('look' in clip && clip.title)
    clip.title = withCutCounter(clip.title, clip.length)
  const tail = copied(clip)
  tail.id = newId
  if (!isPlayed(tail) && !isPlayed(clip))
    shareWords(clip, tail, at)
  cutStart(tail, at)
  cutEnd(clip, at)
  if (isPlayed(tail) && isPlayed(clip)) {
    tail.fadeIn = 0
    clip.fadeOut = 0
  }
  return tail
}

function shareWords(head: CaptionClip, tail: CaptionClip, at: number): void {
  const { start, length, text, laidText } = head
  const heard = heardIn(head)
  const halves = splitTextAt({ start, length, text }, at, heard)
  const laid = laidText === undefined ? null : splitTextAt({ start, length, text: laidText }, at, laidText === text ? heard : [])
  if (halves) {
    const marks = marksOfHalves(head.words ?? [], halves[0])
    ;[head.text, tail.text] = halves
    setMarks(head, marks[0])
    setMarks(tail, marks[1])
  }
  if (laid)
    [head.laidText, tail.laidText] = laid
}

/** An id for the second part of a clip that an edit cuts at this place by itself. */
export function freeClipId(document: SequenceDocument, clipId: ClipId, at: number): ClipId {
  let id = derivedClipId(clipId, at)
  while (findClip(document, id))
    id = derivedClipId(id, at)
  return id
}

/** Keys that count from the start of a clip stay where they were, as the clip begins later by so many frames. */
function keepKeys(clip: Played, by: number): void {
  if ('look' in clip && clip.keys)
    clip.keys = mappedKeys(clip.keys, at => at - by * 100)
}

/** Fades never pass each other, nor points the end; a transition needs some time. */
export function keepFades(clip: Played): void {
  clip.fadeIn = Math.min(clip.fadeIn, clip.length)
  clip.fadeOut = Math.min(clip.fadeOut, clip.length - clip.fadeIn)
  const before = Math.min(clip.crossBefore ?? 0, clip.crossIn)
  clip.crossIn = Math.min(clip.crossIn, clip.length + before)
  if (before > 0)
    clip.crossBefore = before
  else
    Reflect.deleteProperty(clip, 'crossBefore')
  if ('look' in clip && (clip.crossIn === 0 || !clip.transition))
    Reflect.deleteProperty(clip, 'transition')
  if ('points' in clip)
    movePoints(clip, 0)
}

/** What is left of the source behind the clip, in the unit of the track; Infinity for a still. */
export function roomBehind(clip: Clip): number {
  return isReversed(clip) ? roomAtHead(clip) : roomAtTail(clip)
}

/** What is left of the source before the clip. */
export function roomBefore(clip: Clip): number {
  return isReversed(clip) ? roomAtTail(clip) : roomAtHead(clip)
}

function roomAtHead(clip: Clip): number {
  return !isPlayed(clip) || isEndless(clip) ? Infinity : Math.floor(0 - framesUntil(clip, 0))
}

function roomAtTail(clip: Clip): number {
  return !isPlayed(clip) || clip.sourceLength === null || isEndless(clip)
    ? Infinity
    : Math.floor(framesUntil(clip, clip.sourceLength * 100)) - clip.length
}
