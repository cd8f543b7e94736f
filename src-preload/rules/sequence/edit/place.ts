/** Putting clips onto tracks, moving, splitting, linking and removing them. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { HowPlaced, SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found } from './draft.ts'
import type { Moment } from './ripple.ts'
import { clipsOf, endFrameOf, endOf, isInSamples, shifted, startFrameOf, tracksOf, unitOfFrame } from '../document.ts'
import {
  clear,
  copied,
  cutEnd,
  fits,
  freeClipId,
  isPlayed,
  put,
  putAll,
  requireClip,
  requireTrack,
  ripplesWith,
  splitOff,
  take,
  withLinked,
} from './draft.ts'
import { refuse } from './refused.ts'
import { closeGap, framesBetween, keepApart, keepMet, momentOfFrame, momentOn, mostRounding, openGap } from './ripple.ts'

type Edit<Do extends SequenceEdit['do']> = Extract<SequenceEdit, { do: Do }>

export function place(document: SequenceDocument, { placements, how }: Edit<'place'>): void {
  const incoming = placements.map(({ trackId, clip }) => ({ track: requireTrack(document, trackId), clip: copied(clip) }))
  settle(document, incoming, how)
}

export function move(document: SequenceDocument, { clipIds, byFrames, toTracks, how }: Edit<'move'>): void {
  const moving = withLinked(document, clipIds)
  if (byFrames === 0 && moving.every(({ track, clip }) => (toTracks[clip.id] ?? track.id) === track.id))
    return
  const incoming = moving.map(({ track, clip }) => {
    const trackId = toTracks[clip.id]
    const target = trackId === undefined ? track : requireTrack(document, trackId)
    const start = shifted(target.kind, clip.start, byFrames, document.rate)
    if (start < 0)
      refuse('before-start', clip.id)
    return { track: target, clip: { ...copied(clip), start } }
  })
  keepMet(moving.map(({ track, clip }, at) => ({ from: track.id, was: clip, now: incoming[at]!.clip })))
  for (const { track, clip } of moving)
    take(track, clip.id)
  settle(document, incoming, how)
}

/** Makes room and puts the clips down. They must not overlap, but for the rounding of frames. */
function settle(document: SequenceDocument, incoming: readonly Found[], how: HowPlaced): void {
  for (const { track, clip } of incoming) {
    if (track.isLocked)
      refuse('locked-track', clip.id)
    if (!fits(track, clip))
      refuse('wrong-track', clip.id)
  }
  const groups = [...Map.groupBy(incoming, each => each.track)].map(([track, together]) =>
    ({ track, clips: together.map(({ clip }) => clip).sort((a, b) => a.start - b.start) }))
  for (const { track, clips } of groups) {
    keepApart(track.kind, clips)
    const overlapping = clips.filter((clip, index) => {
      const before = clips[index - 1]
      const next = clips[index + 1]
      return (before && clip.start < endOf(before)) || (next && next.start < endOf(clip))
    })
    if (overlapping.length > 0)
      refuse('overlap', ...overlapping.map(({ id }) => id))
  }
  if (how === 'insert')
    insertTime(document, incoming)
  for (const { track, clips } of groups) {
    if (how === 'free')
      requireFree(track, clips)
    else
      clear(document, track, clips.map(clip => ({ from: clip.start, until: endOf(clip) })))
    putAll(document, track, clips)
  }
}

/**
 * Clips in order of time cover none of the track. A sound that overlaps its neighbours by no more than the rounding of frames begins and
 * ends between them: it may lose a few samples, and they do not. @throws EditRefusedError in-the-way
 */
function requireFree(track: Track, clips: readonly Clip[]): void {
  const others = clipsOf(track)
  const rounding = isInSamples(track.kind) ? mostRounding : 0
  let next = 0
  for (const [index, clip] of clips.entries()) {
    while (next < others.length && endOf(others[next]!) - rounding <= clip.start)
      next++
    const before = others[next - 1]
    if (before && endOf(before) > clip.start)
      clip.start = endOf(before)
    // One that now begins later may have reached the next of those that are put down with it, too.
    for (const behind of [others[next], clips[index + 1]]) {
      if (!behind || behind.start >= endOf(clip))
        continue
      if (endOf(clip) - behind.start > rounding || behind.start <= clip.start)
        refuse('in-the-way', behind.id)
      cutEnd(clip, behind.start)
    }
  }
}

/**
 * Opens as much time as the clips span, where the first of them begins. On their own tracks a clip that plays there is cut in two, with
 * what is linked with it, so that a shot and its sound stay in step.
 */
function insertTime(document: SequenceDocument, incoming: readonly Found[]): void {
  const { rate } = document
  const atFrame = Math.min(...incoming.map(({ track, clip }) => startFrameOf(track, clip, rate)))
  const untilFrame = Math.max(...incoming.map(({ track, clip }) => endFrameOf(track, clip, rate)))
  const own = new Set(incoming.map(each => each.track.id))
  const over = tracksOf(document).filter(track => ripplesWith(track, own)).flatMap((track) => {
    const at = unitOfFrame(track.kind, atFrame, rate)
    return clipsOf(track).filter(clip => clip.start < at && endOf(clip) > at).map(clip => ({ track, clip, at }))
  })
  const links = new Set(over.flatMap(({ track, clip }) => own.has(track.id) ? clip.linkId ?? [] : []))
  const cut = over.filter(({ track, clip }) => own.has(track.id) || (clip.linkId !== null && links.has(clip.linkId)))
  const pieces = cut.map(({ clip, at }) => ({ clipId: clip.id, newId: freeClipId(document, clip.id, at) }))
  split(document, { do: 'split', atFrame, pieces })
  openGap(document, momentOfFrame(atFrame, rate), untilFrame - atFrame, { own })
}

export function split(document: SequenceDocument, { atFrame, pieces }: Edit<'split'>): void {
  const links = new Map<ClipId, ClipId>()
  for (const { clipId, newId } of pieces) {
    const { track, clip } = requireClip(document, clipId)
    const at = unitOfFrame(track.kind, atFrame, document.rate)
    if (at <= clip.start || at >= endOf(clip))
      refuse('too-short', clipId)
    const tail = splitOff(document, clip, at, newId)
    if (tail.linkId !== null) {
      const link = links.get(tail.linkId) ?? newId
      links.set(tail.linkId, link)
      tail.linkId = link
    }
    put(document, track, tail)
  }
  for (const { clipId } of pieces) {
    const { clip } = requireClip(document, clipId)
    const after = isPlayed(clip) && clip.linkId !== null ? links.get(clip.linkId) : undefined
    if (clip.linkId !== null && after !== undefined)
      linkBehind(document, { atFrame, before: clip.linkId, after })
  }
}

/** What begins behind the cut belongs to what plays there: captions, and other parts of a shot that was already divided. */
function linkBehind(document: SequenceDocument, { atFrame, before, after }: { atFrame: number, before: ClipId, after: ClipId }): void {
  for (const track of tracksOf(document).filter(({ isLocked }) => !isLocked)) {
    const at = unitOfFrame(track.kind, atFrame, document.rate)
    for (const clip of Object.values<Clip>(track.clips)) {
      if (clip.linkId === before && clip.start >= at)
        clip.linkId = after
    }
  }
}

export function remove(document: SequenceDocument, { clipIds, closesGap }: Edit<'remove'>): void {
  const going = withLinked(document, clipIds)
  const { rate } = document
  const spans = going.map(({ track, clip }) =>
    ({ from: momentOn(track.kind, clip.start, rate), until: momentOn(track.kind, endOf(clip), rate) }))
  const own = new Set(going.map(({ track }) => track.id))
  for (const { track, clip } of going)
    take(track, clip.id)
  if (!closesGap)
    return
  // From the end, so that no span moves before its turn.
  for (const { from, until } of merged(spans).toReversed())
    closeGap(document, { from, until, byFrames: framesBetween(from, until, rate) }, { own })
}

interface Span { readonly from: Moment, readonly until: Moment }

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from.sample - b.from.sample)) {
    const last = all.at(-1)
    if (last && span.from.sample <= last.until.sample)
      all[all.length - 1] = { from: last.from, until: span.until.sample > last.until.sample ? span.until : last.until }
    else
      all.push(span)
  }
  return all
}

/** Moves what follows forward to where the clip before this frame ends. */
export function closeGapAt(document: SequenceDocument, { trackId, atFrame }: Edit<'closeGap'>): void {
  const track = requireTrack(document, trackId)
  const { rate } = document
  const at = unitOfFrame(track.kind, atFrame, rate)
  const clips = clipsOf(track)
  const next = clips.find(clip => clip.start > at)
  const before = clips.findLast(clip => endOf(clip) <= at)
  if (!next || clips.some(clip => clip.start <= at && endOf(clip) > at))
    refuse('gone', trackId)
  const [from, until] = [momentOn(track.kind, before ? endOf(before) : 0, rate), momentOn(track.kind, next.start, rate)]
  closeGap(document, { from, until, byFrames: framesBetween(from, until, rate) }, { own: new Set([trackId]) })
}

/** Takes a range of time out of tracks; clips over an end of it are cut there, with their links kept on each side. */
export function clearTime(document: SequenceDocument, { fromFrame, untilFrame, trackIds, closesGap }: Edit<'clearTime'>): void {
  if (fromFrame >= untilFrame)
    refuse('in-after-out')
  const { rate } = document
  const own = new Set(trackIds)
  const tracks = trackIds.map(id => requireTrack(document, id))
  for (const track of tracks) {
    if (track.isLocked)
      refuse('locked-track', track.id)
  }
  for (const atFrame of [fromFrame, untilFrame]) {
    const over = tracks.flatMap((track) => {
      const at = unitOfFrame(track.kind, atFrame, rate)
      return clipsOf(track).filter(clip => clip.start < at && endOf(clip) > at).map(clip => ({ clip, at }))
    })
    const pieces = over.map(({ clip, at }) => ({ clipId: clip.id, newId: freeClipId(document, clip.id, at) }))
    split(document, { do: 'split', atFrame, pieces })
  }
  for (const track of tracks)
    clear(document, track, [{ from: unitOfFrame(track.kind, fromFrame, rate), until: unitOfFrame(track.kind, untilFrame, rate) }])
  if (closesGap) {
    const [from, until] = [momentOfFrame(fromFrame, rate), momentOfFrame(untilFrame, rate)]
    closeGap(document, { from, until, byFrames: untilFrame - fromFrame }, { own })
  }
}

export function link(document: SequenceDocument, { clipIds, linkId, isAlone }: Edit<'link'>): void {
  const found = linkId === null && !isAlone ? withLinked(document, clipIds) : clipIds.map(id => requireClip(document, id))
  for (const { clip } of found)
    clip.linkId = linkId
}
