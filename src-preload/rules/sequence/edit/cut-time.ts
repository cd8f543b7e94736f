/** Takes many stretches of time out at once, such as pauses or words: in one pass over the clips, so that a thousand of them are one edit. */
import type { Clip, FrameRate, SequenceDocument, Track, TrackKind } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Span } from './draft.ts'
import { retimeMarks } from '../../captions/word-marks.ts'
import { firstIndex } from '../../first-index.ts'
import { clipsOf, endOf, isInSamples, shifted, tracksOf } from '../document.ts'
import { frameFromSample } from '../frames.ts'
import {
  cutEnd,
  cutStart,
  freeClipId,
  isEndless,
  isPlayed,
  keepFades,
  put,
  requireTrack,
  ripplesWith,
  roomBehind,
  splitOff,
  take,
} from './draft.ts'
import { refuse } from './refused.ts'
import { isStill, keepApart, keepMet, mostRounding } from './ripple.ts'

type Edit = Extract<SequenceEdit, { do: 'cutTime' }>

/** A stretch that is taken out, in the unit of a track. */
interface Cut extends Span {
  readonly frames: number
  /** Frames that are taken out before it. */
  readonly before: number
}
interface Cuts { readonly ofSound: readonly Cut[], readonly ofFrames: readonly Cut[] }

export function cutTime(document: SequenceDocument, { trackIds, cuts, crossFade }: Edit): void {
  const { rate } = document
  const all = cutsOf(cuts, rate)
  const on = (kind: TrackKind): readonly Cut[] => isInSamples(kind) ? all.ofSound : all.ofFrames
  const own = withLinkedTracks(document, trackIds, on)
  const tracks = tracksOf(document)
  const links = new Links()
  for (const track of tracks) {
    if (own.has(track.id) && track.kind !== 'captions')
      cutClips(document, track, on(track.kind), links)
  }
  for (const track of tracks.filter(({ id }) => own.has(id))) {
    linkBehind(track, on(track.kind), links)
    if (track.kind === 'captions')
      clipsOf(track).forEach(clip => shorten(track, clip, all.ofFrames))
  }
  for (const track of tracks.filter(track => ripplesWith(track, own))) {
    const before = new Map(clipsOf(track).map(({ id, start, length }) => [id, { start, length }]))
    closeUp(track, on(track.kind), rate)
    keepMet(clipsOf(track).map(now => ({ from: track.id, was: before.get(now.id) ?? now, now })))
    if (own.has(track.id) && isInSamples(track.kind))
      join(track, on(track.kind), { before, crossFade })
    keepApart(track.kind, clipsOf(track))
    requireApart(track)
  }
  moveMarks(document, all.ofFrames)
}

/** In order of time. @throws EditRefusedError overlap */
function cutsOf(cuts: Edit['cuts'], rate: FrameRate): Cuts {
  const [ofSound, ofFrames]: [Cut[], Cut[]] = [[], []]
  let before = 0
  for (const { at, frames } of cuts.toSorted((a, b) => a.at - b.at)) {
    const first = frameFromSample(at, rate)
    if (at < (ofSound.at(-1)?.until ?? 0) || first < (ofFrames.at(-1)?.until ?? 0))
      refuse('overlap')
    ofSound.push({ from: at, until: shifted('sound', at, frames, rate), frames, before })
    ofFrames.push({ from: first, until: first + frames, frames, before })
    before += frames
  }
  return { ofSound, ofFrames }
}

/** The index of the first cut that ends behind this place. */
function firstBehind(cuts: readonly Cut[], place: number): number {
  return firstIndex(cuts, ({ until }) => until <= place)
}

/** Those that take something of this clip away. */
function cutsIn(cuts: readonly Cut[], clip: Clip): Cut[] {
  const over: Cut[] = []
  for (let at = firstBehind(cuts, clip.start); at < cuts.length && cuts[at]!.from < endOf(clip); at++)
    over.push(cuts[at]!)
  return over
}

/** Frames that are taken out before this place. */
function takenBefore(cuts: readonly Cut[], place: number): number {
  const last = cuts[firstBehind(cuts, place) - 1]
  return last ? last.before + last.frames : 0
}

/** Where a frame is afterwards; one that is taken out is where that began. */
function frameAfter(cuts: readonly Cut[], frame: number): number {
  const here = cuts[firstBehind(cuts, frame)]
  return (here && here.from < frame ? here.from : frame) - takenBefore(cuts, frame)
}

/** @throws EditRefusedError gone, locked-track */
function withLinkedTracks(document: SequenceDocument, trackIds: readonly TrackId[], on: (kind: TrackKind) => readonly Cut[]): Set<TrackId> {
  const own = new Set(trackIds.map(id => requireTrack(document, id).id))
  const links = new Set<ClipId>()
  const tracks = tracksOf(document)
  for (let known = 0; known < own.size;) {
    known = own.size
    for (const track of tracks.filter(({ id }) => own.has(id))) {
      for (const clip of Object.values<Clip>(track.clips)) {
        if (clip.linkId !== null && cutsIn(on(track.kind), clip).length > 0)
          links.add(clip.linkId)
      }
    }
    for (const track of tracks) {
      if (Object.values<Clip>(track.clips).some(({ linkId }) => linkId !== null && links.has(linkId)))
        own.add(track.id)
    }
  }
  const locked = tracks.find(({ id, isLocked }) => isLocked && own.has(id))
  if (locked)
    refuse('locked-track', locked.id)
  return own
}

/** Which link what is behind a cut of linked clips gets: one for all of them. */
class Links {
  readonly #byLink = new Map<ClipId, Map<number, ClipId>>()

  behind(link: ClipId, cut: Cut, newId: ClipId): ClipId {
    const known = this.#byLink.get(link) ?? new Map<number, ClipId>()
    this.#byLink.set(link, known)
    const own = known.get(cut.before) ?? newId
    known.set(cut.before, own)
    return own
  }

  /** Of what begins at this place. */
  at(link: ClipId, cuts: readonly Cut[], place: number): ClipId {
    let [own, last] = [link, -1]
    for (const [before, behind] of this.#byLink.get(link) ?? []) {
      const cut = cuts[firstOf(cuts, before)]
      if (cut && cut.from <= place && cut.from > last)
        [own, last] = [behind, cut.from]
    }
    return own
  }
}

function firstOf(cuts: readonly Cut[], before: number): number {
  return firstIndex(cuts, cut => cut.before < before)
}

/** Sounds and shots lose what is taken out; each part that is left is a clip. Nothing moves yet. */
function cutClips(document: SequenceDocument, track: Track, cuts: readonly Cut[], links: Links): void {
  // Less of a sound than the rounding of a frame is not worth a clip.
  const least = isInSamples(track.kind) ? mostRounding : 0
  for (const clip of clipsOf(track)) {
    if (isPlayed(clip) && isEndless(clip)) {
      shorten(track, clip, cuts)
      continue
    }
    const { linkId } = clip
    let rest: Clip | null = clip
    for (const cut of cutsIn(cuts, clip)) {
      if (rest === null)
        break
      const [hasHead, hasTail]: [boolean, boolean] = [cut.from - rest.start > least, endOf(rest) - cut.until > least]
      if (hasHead && hasTail) {
        const tail: Clip = splitOff(document, rest, cut.until, freeClipId(document, clip.id, cut.until))
        if (linkId !== null)
          tail.linkId = links.behind(linkId, cut, tail.id)
        cutEnd(rest, cut.from)
        put(document, track, tail)
        rest = tail
      }
      else if (hasHead) {
        cutEnd(rest, cut.from)
        rest = null
      }
      else if (hasTail) {
        cutStart(rest, cut.until)
      }
      else {
        take(track, rest.id)
        rest = null
      }
    }
  }
}

/** What was not cut in two itself belongs to the part of its link that plays where it begins. */
function linkBehind(track: Track, cuts: readonly Cut[], links: Links): void {
  for (const clip of Object.values<Clip>(track.clips)) {
    if (clip.linkId !== null)
      clip.linkId = links.at(clip.linkId, cuts, clip.start)
  }
}

/** In one piece: what is taken out of its time is taken off its end, or off its start where it begins in it. */
function shorten(track: Track, clip: Clip, cuts: readonly Cut[]): void {
  const over = cutsIn(cuts, clip)
  const [first] = over
  if (!first)
    return
  const start = first.from <= clip.start ? Math.min(first.until, endOf(clip)) : clip.start
  const takenUntil = (place: number): number =>
    over.reduce((sum, { from, until }) => sum + Math.max(0, Math.min(until, place) - Math.max(from, start)), 0)
  const length = endOf(clip) - start - takenUntil(endOf(clip))
  if (length < 1)
    return take(track, clip.id)
  if (start > clip.start)
    cutStart(clip, start)
  if ('speaker' in clip)
    retimeMarks(clip, at => at - takenUntil(start + at))
  cutEnd(clip, start + length)
}

/** What is behind a cut moves forward. A still that the next clip runs into gives the time, as in every ripple. */
function closeUp(track: Track, cuts: readonly Cut[], rate: FrameRate): void {
  let last: Clip | null = null
  for (const clip of clipsOf(track)) {
    clip.start = shifted(track.kind, clip.start, -takenBefore(cuts, clip.start), rate)
    if (last && isStill(last) && endOf(last) > clip.start && clip.start > last.start)
      cutEnd(last, clip.start)
    last = clip
  }
}

/** @throws EditRefusedError blocked by clips that what follows would run into */
function requireApart(track: Track): void {
  const clips = clipsOf(track)
  const blocking = clips.filter((clip, index) => endOf(clip) > (clips[index + 1]?.start ?? Infinity))
  if (blocking.length > 0)
    refuse('blocked', ...blocking.map(({ id }) => id))
}

interface Joining {
  /** Where the clips were before they moved. */
  readonly before: ReadonlyMap<ClipId, Pick<Clip, 'start' | 'length'>>
  readonly crossFade: number
}

/** Sounds that meet at a cut touch and cross-fade; one that meets nothing there fades. */
function join(track: Track, cuts: readonly Cut[], { before, crossFade }: Joining): void {
  const [starts, ends] = [new Set(cuts.map(({ until }) => until)), new Set(cuts.map(({ from }) => from))]
  let last: Clip | null = null
  for (const clip of [...clipsOf(track), null]) {
    const was = clip && before.get(clip.id)
    const isBehind = was !== null && was !== undefined && starts.has(was.start)
    const touches = clip !== null && last !== null && Math.abs(clip.start - endOf(last)) <= mostRounding
    if (clip && isPlayed(clip) && isBehind) {
      if (touches && last)
        meet(last, clip)
      const fade = Math.min(crossFade, clip.length)
      if (touches)
        clip.crossIn = Math.max(clip.crossIn, fade)
      else
        clip.fadeIn = Math.max(clip.fadeIn, fade)
      keepFades(clip)
    }
    const lastWas = last && before.get(last.id)
    if (last && lastWas && isPlayed(last) && !touches && ends.has(lastWas.start + lastWas.length)) {
      last.fadeOut = Math.max(last.fadeOut, Math.min(crossFade, last.length))
      keepFades(last)
    }
    last = clip
  }
}

/** Lets sounds touch that rounding left a sample or two apart, or over each other. Neither moves, so that a thousand joins do not add up. */
function meet(last: Clip, clip: Clip): void {
  const by = clip.start - endOf(last)
  if (by <= roomBehind(last) && clip.start > last.start)
    cutEnd(last, clip.start)
  else
    cutStart(clip, endOf(last))
}

function moveMarks(document: SequenceDocument, cuts: readonly Cut[]): void {
  for (const [id, marker] of Object.entries(document.markers)) {
    const at = frameAfter(cuts, marker.at)
    if (at !== marker.at)
      Reflect.set(document.markers, id, { ...marker, at })
  }
  const { inFrame, outFrame } = document
  const [from, until] = [inFrame === null ? null : frameAfter(cuts, inFrame), outFrame === null ? null : frameAfter(cuts, outFrame)]
  // A range in which nothing is left is none.
  const isEmpty = until !== null && until <= (from ?? 0)
  document.inFrame = isEmpty ? null : from
  document.outFrame = isEmpty ? null : until
}
