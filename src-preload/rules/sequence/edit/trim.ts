/** Changing where clips begin and end, and what part of their source they play. */
import type { Clip, PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found } from './draft.ts'
import type { Moment } from './ripple.ts'
import type { Trimming } from './trimmed-captions.ts'
import { clipsOf, endFrameOf, endOf, findClip, isInSamples, shifted, startFrameOf, tracksOf } from '../document.ts'
import { sampleOfFrame } from '../frames.ts'
import {
  covered,
  cutEnd,
  cutStart,
  cutStartAtCut,
  endAt,
  isPlayed,
  keepFades,
  requireClip,
  roomBefore,
  roomBehind,
  take,
  withLinked,
} from './draft.ts'
import { headsInStep } from './heads.ts'
import { giveTake } from './other-take.ts'
import { refuse } from './refused.ts'
import { closeGap, framesBetween, momentOn, openGap } from './ripple.ts'
import { captionsToCut, cutCaption, moveWords, requireFree, wordsOf } from './trimmed-captions.ts'

type Edit<Do extends SequenceEdit['do']> = Extract<SequenceEdit, { do: Do }>

export function trim(document: SequenceDocument, { clipIds, edge, byFrames, ripples, isAlone }: Edit<'trim'>): void {
  if (byFrames === 0)
    return
  const trimmed = isAlone ? clipIds.map(id => requireClip(document, id)) : trimmedWith(document, clipIds, edge)
  // From the end, so that no edge moves before its turn.
  const edges = [...Map.groupBy(trimmed, each => edgeFrameOf(document, each, edge))].sort(([a], [b]) => b - a)
  const [named, done] = [new Set(clipIds), new Set<ClipId>()]
  for (const [atFrame, found] of edges) {
    for (const together of oneOfEachTrack(found.filter(({ clip }) => !done.has(clip.id))))
      trimAt(document, together, { edge, atFrame, byFrames, ripples, named, done, isAlone: isAlone === true })
  }
}

/** Groups in which no track has two clips, the last clips first: two short sounds may begin in one frame. */
function oneOfEachTrack(found: readonly Found[]): Found[][] {
  const groups: Found[][] = []
  for (const ofTrack of Map.groupBy(found, ({ track }) => track.id).values()) {
    ofTrack.sort((a, b) => b.clip.start - a.clip.start).forEach((each, place) => (groups[place] ??= []).push(each))
  }
  return groups
}

/** These clips, and those linked ones whose edge is in the same frame. */
export function trimmedWith(document: SequenceDocument, clipIds: readonly ClipId[], edge: 'start' | 'end'): Found[] {
  const named = clipIds.map(id => requireClip(document, id))
  const all = new Map(named.map(each => [each.clip.id, each]))
  for (const each of named) {
    for (const other of withLinked(document, [each.clip.id])) {
      if (edgeFrameOf(document, other, edge) === edgeFrameOf(document, each, edge))
        all.set(other.clip.id, other)
    }
  }
  return [...all.values()]
}

function edgeFrameOf({ rate }: SequenceDocument, { track, clip }: Found, edge: 'start' | 'end'): number {
  return edge === 'start' ? startFrameOf(track, clip, rate) : endFrameOf(track, clip, rate)
}

function trimAt(document: SequenceDocument, together: readonly Found[], trimming: Trimming): void {
  const { edge, byFrames, ripples } = trimming
  const { rate } = document
  const places = together.map(({ track, clip }) => momentOn(track.kind, edge === 'end' ? endOf(clip) : clip.start, rate))
  const beside = ripples && edge === 'start' && !trimming.isAlone ? headsInStep(document, together, trimming) : []
  const own = new Set([...together, ...beside].map(({ track }) => track.id))
  const words = wordsOf(document, beside, trimming)
  const captions = captionsToCut(document, together, trimming).filter(({ clip }) => !words.has(clip.id))
  const found = together.filter(({ clip }) => !words.has(clip.id) && !captions.some(caption => caption.clip.id === clip.id))
  const settled = new Set([...found, ...beside].map(each => each.clip.id))
  beside.forEach(({ clip }) => trimming.done.add(clip.id))
  beside.forEach(({ track, clip }) => trimHead(track, clip, byFrames, rate))
  for (const { track, clip } of found) {
    if (edge === 'end')
      trimEnd(track, clip, byFrames, rate)
    else if (ripples)
      trimHead(track, clip, byFrames, rate)
    else
      trimStart(track, clip, byFrames, rate)
  }
  const cut = [...captions.filter(each => cutCaption(each, trimming)), ...moveWords(words, trimming, own)]
  cut.forEach(({ clip }) => settled.add(clip.id))
  if (!ripples) {
    for (const each of found)
      stopAtNeighbours(each, trimming, { settled, rate })
    return
  }
  const frames = Math.abs(byFrames)
  // At its start a clip stays where it is, and time comes in or goes away right behind that.
  const stays = edge === 'start' ? new Set([...settled, ...found.flatMap(idsBefore)]) : settled
  const rippling = { own, settled: stays }
  const isLonger = (edge === 'end') === (byFrames > 0)
  // The edges are in one frame; what follows any of them follows the first.
  const at = places.reduce((first, place) => place.sample < first.sample ? place : first)
  const other = (by: number): Moment => momentOn('sound', Math.max(0, shifted('sound', at.sample, by, rate)), rate)
  if (isLonger)
    openGap(document, at, frames, rippling)
  else if (edge === 'end')
    closeGap(document, { from: other(-frames), until: at, byFrames: frames }, rippling)
  else
    closeGap(document, { from: at, until: other(frames), byFrames: frames }, rippling)
  if (edge === 'start')
    cut.forEach(requireFree)
}

/** An edge that moved never covers another clip. Neighbours of sounds may be less than a frame away: there the edge stops. */
export function stopAtNeighbours(
  { track, clip }: Found,
  { edge }: Pick<Trimming, 'edge'>,
  { settled, rate }: { readonly settled: ReadonlySet<ClipId>, readonly rate: SequenceDocument['rate'] },
): void {
  const frame = isInSamples(track.kind) ? sampleOfFrame(1, rate) : 0
  for (const other of covered(track, clip.start, endOf(clip), settled)) {
    const by = edge === 'end' ? endOf(clip) - other.start : endOf(other) - clip.start
    if (by > frame || by >= clip.length)
      refuse('in-the-way', other.id)
    if (edge === 'end')
      cutEnd(clip, other.start)
    else
      cutStart(clip, endOf(other))
  }
}

/** What begins before a clip on its track, perhaps in the frame in which the clip begins. */
function idsBefore({ track, clip }: Found): ClipId[] {
  return clipsOf(track).filter(other => other.start < clip.start).map(other => other.id)
}

export function trimEnd(track: Track, clip: Clip, byFrames: number, rate: SequenceDocument['rate']): void {
  const end = shifted(track.kind, endOf(clip), byFrames, rate)
  requireLength(clip, end - clip.start)
  if (end - endOf(clip) > roomBehind(clip))
    refuse('source-too-short', clip.id)
  cutEnd(clip, end)
}

/** `keeps`: the clip before goes with it, so that a transition stays at the cut. */
export function trimStart(track: Track, clip: Clip, byFrames: number, rate: SequenceDocument['rate'], keeps = false): void {
  const start = shifted(track.kind, clip.start, byFrames, rate)
  if (start < 0)
    refuse('before-start', clip.id)
  requireLength(clip, endOf(clip) - start)
  if (clip.start - start > roomBefore(clip))
    refuse('source-too-short', clip.id)
  if (keeps)
    cutStartAtCut(clip, start)
  else
    cutStart(clip, start)
}

/** Takes away, or adds, at the beginning, but stays where it begins. */
function trimHead(track: Track, clip: Clip, byFrames: number, rate: SequenceDocument['rate']): void {
  const { start } = clip
  const by = shifted(track.kind, start, byFrames, rate) - start
  requireLength(clip, clip.length - by)
  if (-by > roomBefore(clip))
    refuse('source-too-short', clip.id)
  cutStartAtCut(clip, start + by)
  clip.start = start
}

function requireLength(clip: Clip, length: number): void {
  if (length < 1)
    refuse('too-short', clip.id)
}

/** Other words are heard than before, or at other times: captions of the same link no longer say when. */
export function forgetWords(document: SequenceDocument, linkId: ClipId | null): void {
  for (const track of linkId === null ? [] : tracksOf(document)) {
    for (const clip of track.kind === 'captions' && !track.isLocked ? Object.values(track.clips) : []) {
      if (clip.linkId === linkId)
        Reflect.deleteProperty(clip, 'words')
    }
  }
}

export function swapTake(document: SequenceDocument, edit: Edit<'swapTake'>): void {
  const { clipId, takeId, sourceLength, heard, ripples, from, keepsTake, hasTries } = edit
  const found = requireClip(document, clipId)
  const { track, clip } = found
  if (!isPlayed(clip) || (sourceLength === null && track.kind !== 'pictures'))
    refuse('wrong-track', clipId)
  const length = giveTake(clip, { takeId, sourceLength, heard, from })
  forgetWords(document, clip.linkId)
  if (keepsTake)
    clip.keepsTake = true
  else
    Reflect.deleteProperty(clip, 'keepsTake')
  if ('look' in clip)
    setTries(clip, hasTries)
  if (sourceLength !== null)
    resize(document, [{ found, length: ripples ? length : Math.min(length, roomFor(found)) }], ripples ? 'moves' : 'stays')
}

export function settleTries(document: SequenceDocument, { clipIds }: Edit<'settleTries'>): void {
  for (const clipId of clipIds) {
    const { clip } = requireClip(document, clipId)
    if (!('look' in clip))
      refuse('wrong-track', clipId)
    setTries(clip, undefined)
  }
}

function setTries(clip: PictureClip, hasTries: true | undefined): void {
  if (hasTries)
    clip.hasTries = true
  else
    Reflect.deleteProperty(clip, 'hasTries')
}

/** How long a clip can be before it reaches the next one of its track. */
function roomFor({ track, clip }: Found): number {
  const next = clipsOf(track).find(other => other.start >= endOf(clip))
  return next ? next.start - clip.start : Infinity
}

export interface Resized {
  readonly found: Found
  readonly length: number
  /** Absent: it stays. */
  readonly start?: number | undefined
  /** The frame to which one within it comes. Absent: all of it is stretched evenly. */
  readonly movedTo?: ((frame: number) => number) | undefined
}
/** The end of a clip before and after. */
interface End { readonly before: Moment, readonly after: Moment, readonly grownBy: number }

/**
 * Gives clips, which are all linked or one by itself, another length at their ends, and some another start. What follows moves along once,
 * all of it by the same time, or stays. Captions of the same link keep step.
 */
export function resize(document: SequenceDocument, resized: readonly Resized[], follows: 'moves' | 'stays'): void {
  const { rate } = document
  const settled = new Set(resized.map(({ found }) => found.clip.id))
  const isMoved = new Set(resized.filter(({ found, start = found.clip.start }) => start !== found.clip.start))
  const ends = resized.map(each => setLength(document, each, { follows, settled }))
  for (const { found } of isMoved)
    keepCrossing(found)
  const rippling = { own: new Set(resized.map(({ found }) => found.track.id)), settled }
  if (follows === 'moves' && ends.length > 0) {
    const grownBy = Math.max(...ends.map(end => end.grownBy))
    // A sound may end before its picture, or after it: what follows either begins where the first of them ended, or later.
    const until = ends.map(end => end.before).reduce((first, end) => end.sample < first.sample ? end : first)
    const byFrames = Math.min(...ends.map(({ before, after }) => framesBetween(after, before, rate)))
    const from = momentOn('sound', Math.max(0, shifted('sound', until.sample, 0 - byFrames, rate)), rate)
    if (grownBy > 0)
      openGap(document, until, grownBy, rippling)
    else
      closeGap(document, { from, until, byFrames }, rippling)
  }
  for (const id of settled) {
    const found = findClip(document, id)
    const inTheWay = found ? covered(found.track, found.clip.start, endOf(found.clip), new Set([id])) : []
    if (inTheWay.length > 0)
      refuse('in-the-way', ...inTheWay.map(clip => clip.id))
  }
}

/** Adds the captions that keep step with the clip to `settled`. */
function setLength(
  document: SequenceDocument,
  { found: { track, clip }, length, start = clip.start, movedTo }: Resized,
  { follows, settled }: { readonly follows: 'moves' | 'stays', readonly settled: Set<ClipId> },
): End {
  const { rate } = document
  const [end, endFrame, before] = [endOf(clip), endFrameOf(track, clip, rate), momentOn(track.kind, endOf(clip), rate)]
  const linked = captionsEndingWith(document, track, clip)
  clip.start = start
  endAt(clip, start + length)
  const newEndFrame = endFrameOf(track, clip, rate)
  for (const captions of linked) {
    const last = captions.at(-1)
    const room = follows === 'stays' && last ? roomFor(last) - last.clip.length : Infinity
    const [from, first] = [startFrameOf(track, clip, rate), endBefore(captions)]
    stretch(captions, { from, first, until: endFrame, to: Math.max(first + 1, Math.min(newEndFrame, endFrame + room)), movedTo })
    captions.forEach(other => settled.add(other.clip.id))
  }
  let grownBy = Math.max(0, newEndFrame - endFrame)
  // Sounds end between two frames, and what follows one begins there: a whole frame more, rather than the beginning of that cut off.
  while (shifted(track.kind, end, grownBy, rate) < endOf(clip))
    grownBy++
  return { before, after: momentOn(track.kind, endOf(clip), rate), grownBy }
}

/** A transition needs a clip that ends where this one starts. */
function keepCrossing({ track, clip }: Found): void {
  if (!isPlayed(clip) || Object.values<Clip>(track.clips).some(other => endOf(other) === clip.start))
    return
  clip.crossIn = 0
  if ('points' in clip)
    Reflect.deleteProperty(clip, 'crossCurve')
  keepFades(clip)
}

/** Where what is before these captions on their track ends. */
function endBefore([first]: readonly Found[]): number {
  const before = first && clipsOf(first.track).findLast(other => other.start < first.clip.start)
  return before ? endOf(before) : 0
}

/**
 * The captions of the same link on each track where the last of them ends with the clip: those that begin in it and have no other between
 * them, in order of time.
 */
function captionsEndingWith(document: SequenceDocument, track: Track, clip: Clip): Found[][] {
  const [startFrame, endFrame] = [startFrameOf(track, clip, document.rate), endFrameOf(track, clip, document.rate)]
  const linked = withLinked(document, [clip.id]).filter(other => !isPlayed(other.clip))
  const last = linked.filter(other => endOf(other.clip) === endFrame)
  return last.map(({ track, clip: lastClip }) => {
    const until = clipsOf(track).filter(other => other.start <= lastClip.start)
    const before = until.findLastIndex(other => other.start < startFrame || !linked.some(each => each.clip.id === other.id))
    return (before === until.length - 1 ? [lastClip] : until.slice(before + 1)).map(each => ({ track, clip: each }))
  })
}

/**
 * Several captions share the new time as they shared the old one; a single one keeps its start, unless it is known where that comes to.
 * Those without a frame are taken away.
 */
function stretch(
  captions: readonly Found[],
  { from, first, until, to, movedTo }: Record<'from' | 'first' | 'until' | 'to', number> & Pick<Resized, 'movedTo'>,
): void {
  const [only] = captions
  if (captions.length === 1 && only) {
    if (movedTo)
      only.clip.start = Math.max(from, first, Math.min(movedTo(only.clip.start), to - 1))
    only.clip.length = Math.max(1, to - only.clip.start)
    return
  }
  const placeOf = movedTo ?? ((frame: number): number => from + Math.round((frame - from) * (to - from) / (until - from)))
  const begin = Math.max(from, first)
  const staying = captions.slice(0, to - begin)
  captions.slice(to - begin).forEach(({ track, clip }) => take(track, clip.id))
  let end = begin
  for (const [index, { clip }] of staying.entries()) {
    const behind = staying.length - index - 1
    const [begins, ends] = [placeOf(clip.start), placeOf(endOf(clip))]
    clip.start = Math.max(end, Math.min(begins, to - behind - 1))
    end = Math.max(clip.start + 1, Math.min(ends, to - behind))
    clip.length = end - clip.start
  }
}
