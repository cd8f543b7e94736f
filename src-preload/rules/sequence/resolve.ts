/** What a sequence shows: preview, render, captions and interchange all read it here. Its twin for sound is `levels.ts`. */
import type { CaptionClip, CaptionTrack, FrameRate, Look, PictureClip, PictureTrack } from '#contract/sequence-document.ts'
import type { Timeline } from './document.ts'
import type { Moved } from './motion.ts'
import type { GroupEdge } from './nested/nest.ts'
import type { Pace, Paces } from './nested/pace.ts'
import type { Crossed, Edge, Leaving, Veil } from './transitions.ts'
import { captionGroups } from '../captions/tracks.ts'
import { firstIndex } from '../first-index.ts'
import { behind } from './backdrop.ts'
import { clipsOf, durationFrames, endOf, playingOf, tracksOf } from './document.ts'
import { secondsOfFrames } from './frames.ts'
import { movedAt } from './motion.ts'
import { nestOf, within } from './nested/nest.ts'
import { insideAt } from './nested/pace.ts'
import { placeOf } from './ramp.ts'
import { crossingAt, effectOf } from './transitions.ts'

/** A clip as it is shown. */
export type ShownClip = PictureClip & {
  readonly leaves?: Leaving
  /** It is the backdrop of the clip with the same id, right below that. */
  readonly isBehind?: true
  /** It has no picture: what is between both edges is as opaque as the upper one. */
  readonly group?: GroupEdge
  /** What is between both edges is drawn on a canvas of its own, and is the picture of the upper one. */
  readonly isApart?: true
  /** The size of that canvas. Absent: that of the frame. */
  readonly canvas?: { readonly width: number, readonly height: number }
  /** From a distance to its start to the frame of its sequence that is between both edges then. Absent: it plays as that does. */
  readonly pace?: Pace
}

/** One picture of a stretch. */
export interface Layer {
  /** Without its fade-out where the next clip dissolves from it. */
  readonly clip: ShownClip
  /** Frames from the clip's start to the start of the stretch. They pass its length while the next clip dissolves from it. */
  readonly offset: number
  /** To the time that the clip is in. Absent: it is in that of the film. */
  readonly paces?: Paces
}

/** A span of frames in which the pictures do not change; how they are and how clear they are may change with every frame. */
export interface Stretch {
  readonly startFrame: number
  readonly frames: number
  /** Lowest first. */
  readonly layers: readonly Layer[]
}

export interface ShownCaption {
  readonly clip: CaptionClip
  readonly track: CaptionTrack
}

/** Muted tracks and disabled clips count only towards the length, so muting moves nothing. */
export interface Resolved {
  /** The end of the last clip. */
  readonly durationFrames: number
  /** In order of time, without overlaps; where there is none, only the background is seen. */
  readonly stretches: readonly Stretch[]
  /** Those of the lowest caption track that is not muted, by their start; then those of each track that is shown with it. */
  readonly captions: readonly ShownCaption[]
}

interface Shown {
  readonly clip: ShownClip
  readonly behind: ShownClip | null
  readonly from: number
  readonly end: number
  readonly paces: Paces | undefined
}
interface KnownStretches { readonly tracks: readonly PictureTrack[], readonly stretches: readonly Stretch[] }
// An edit makes new objects only of what it touches: what is resolved of the other tracks stays, and so does what was made of it.
const noCaptions: readonly ShownCaption[] = []
interface Together { readonly tracks: readonly CaptionTrack[], readonly captions: readonly ShownCaption[] }
const knownTogether = new WeakMap<CaptionTrack, Together>()
const knownCaptions = new WeakMap<CaptionTrack, readonly ShownCaption[]>()
const knownShown = new WeakMap<PictureTrack['clips'], readonly Shown[]>()
/** By the clips of the lowest track. */
const knownStretches = new WeakMap<PictureTrack['clips'], KnownStretches>()

export function resolve(document: Timeline): Resolved {
  const tracks = tracksOf(document)
  const pictureTracks = tracks.filter(track => track.kind === 'pictures').filter(track => !track.isMuted)
  const [drawn] = captionGroups(document)
  return {
    durationFrames: durationFrames(document),
    stretches: stretchesOf(pictureTracks),
    captions: drawn ? captionsTogether(drawn.tracks) : noCaptions,
  }
}

function captionsTogether(tracks: readonly CaptionTrack[]): readonly ShownCaption[] {
  const [first] = tracks
  if (!first || tracks.length === 1)
    return first ? captionsOn(first) : noCaptions
  const kept = knownTogether.get(first)
  if (kept && kept.tracks.length === tracks.length && kept.tracks.every((track, at) => track === tracks[at]))
    return kept.captions
  const captions = tracks.flatMap(captionsOn)
  knownTogether.set(first, { tracks, captions })
  return captions
}

function captionsOn(track: CaptionTrack): readonly ShownCaption[] {
  const captions = knownCaptions.get(track) ?? playingOf(track).map(clip => ({ clip, track }))
  knownCaptions.set(track, captions)
  return captions
}

/** A clip is shown until its end, or as long as the next one dissolves from it; then, as in sound, it does not fade out by itself as well. */
function shownOn(track: PictureTrack): readonly Shown[] {
  const kept = knownShown.get(track.clips)
  if (kept)
    return kept
  const clips: readonly ShownClip[] = clipsOf(track).filter(clip => !clip.isDisabled)
  const nest = nestOf(track)
  const shown = clips.flatMap((clip, index): Shown[] => {
    // Its own tracks play for it; what is before it dissolves into them.
    if (clip.nested)
      return []
    const next = clips[index + 1]
    const dissolves = next !== undefined && next.start === endOf(clip) ? Math.min(next.crossIn, next.length) : clip.leaves?.frames ?? 0
    const leaves = dissolves > 0 && next?.transition ? { frames: dissolves, transition: next.transition } : null
    const isChanged = leaves !== null || (dissolves > 0 && clip.fadeOut > 0)
    const { from, until: end } = within(nest, { start: clip.start, length: clip.length + dissolves })
    if (from >= end)
      return []
    const seen: ShownClip = isChanged ? { ...clip, fadeOut: 0, ...leaves && { leaves } } : clip
    return [{ clip: seen, behind: behind(seen), from, end, paces: nest?.paces }]
  })
  knownShown.set(track.clips, shown)
  return shown
}

function stretchesOf(tracks: readonly PictureTrack[]): readonly Stretch[] {
  const [lowest] = tracks
  const kept = lowest && knownStretches.get(lowest.clips)
  if (kept && kept.tracks.length === tracks.length && kept.tracks.every(({ clips }, index) => clips === tracks[index]?.clips))
    return kept.stretches
  const stretches = freshStretches(tracks)
  if (lowest)
    knownStretches.set(lowest.clips, { tracks, stretches })
  return stretches
}

function freshStretches(tracks: readonly PictureTrack[]): Stretch[] {
  const lanes = tracks.map((track) => {
    const shown = shownOn(track)
    // What is played backwards is seen in the other order, but covers what it covered.
    const coming = nestOf(track)?.paces ? shown.toSorted((a, b) => a.from - b.from) : shown
    return { shown, coming, next: 0, active: [] as Shown[] }
  })
  const edges = [...new Set(lanes.flatMap(({ shown }) => shown.flatMap(({ from, end }) => [from, end])))].sort((a, b) => a - b)
  const stretches: Stretch[] = []
  edges.slice(0, -1).forEach((startFrame, index) => {
    const layers = lanes.flatMap((lane) => {
      lane.active = lane.active.filter(({ end }) => end > startFrame)
      for (let one = lane.coming[lane.next]; one && one.from <= startFrame; one = lane.coming[++lane.next])
        lane.active.push(one)
      if (lane.coming !== lane.shown)
        lane.active.sort((a, b) => lane.shown.indexOf(a) - lane.shown.indexOf(b))
      return lane.active.flatMap(({ clip, behind, paces }): Layer[] => {
        const offset = (paces ? insideAt(paces, startFrame) : startFrame) - clip.start
        return [...behind ? [behind] : [], clip].map(one => ({ clip: one, offset, ...paces && { paces } }))
      })
    })
    if (layers.length > 0)
      stretches.push({ startFrame, frames: (edges[index + 1] ?? startFrame) - startFrame, layers })
  })
  return stretches
}

/** How far a frame of the film is from the start of the clip, in the time that this is in. */
export function offsetIn({ clip, offset, paces }: Layer, { startFrame }: Pick<Stretch, 'startFrame'>, frame: number): number {
  return paces ? insideAt(paces, frame) - clip.start : offset + frame - startFrame
}

/** The stretch that a frame is in; null where only the background is seen. */
export function stretchAt(stretches: readonly Stretch[], frame: number): Stretch | null {
  const found = stretches[firstIndex(stretches, ({ startFrame, frames }) => startFrame + frames <= frame)]
  return found && found.startFrame <= frame ? found : null
}

/** What the source of a clip and its place in it depend on. */
export type Playing = Pick<PictureClip, 'in' | 'speed' | 'sourceLength' | 'length' | 'isReversed' | 'isFrozen' | 'ramp'>

/** The frame of the source at this distance from the clip's start, at the rate of the sequence. 0 for a still. */
export function sourceFrameAt(clip: Playing, offset: number): number {
  if (clip.sourceLength === null)
    return 0
  const played = clip.isFrozen ? 0 : clip.isReversed ? clip.length - 1 - offset : offset
  return Math.max(0, Math.min(clip.sourceLength - 1, Math.floor(placeOf(clip, played) / 100)))
}

/** A picture that comes just in the middle of a frame is seen in it, however its time was rounded, as in the render. */
const tieSeconds = 0.001

/**
 * The second of the file whose picture is seen at this distance from the clip's start: the middle of the frame decides, as in ffmpeg's
 * `fps` filter, which rounds to the nearest.
 */
export function sourceSecondsAt(clip: Playing, offset: number, rate: FrameRate): number {
  return secondsOfFrames(sourceFrameAt(clip, offset) + 0.5, rate) + tieSeconds
}

/** How a picture is and how clear it is. */
export interface Placed extends Pick<Look, 'x' | 'y' | 'scale' | 'rotation' | 'opacity' | 'crop'> {
  /** Only the part of the frame behind the edge of a wipe, or ahead of it, shows it. */
  readonly edge?: Edge
  /** Above it. */
  readonly veil?: Veil
}

/**
 * At this distance from the clip's start in frames. A fade of n frames begins at 0 and is full at the n-th; a fade-out of n frames
 * ends with 1/n. One that has faded out is not seen again.
 */
export function placedAt(clip: Moved & Crossed & Pick<ShownClip, 'fadeIn' | 'fadeOut' | 'isBehind'>, offset: number): Placed {
  const { length, fadeOut } = clip
  const rising = risingOf(clip)
  const left = length - offset
  const fades = Math.min(1, rising > 0 ? offset / rising : 1) * (fadeOut > 0 ? Math.min(1, Math.max(0, left / fadeOut)) : 1)
  const moved = movedAt(clip, offset)
  const crossing = crossingAt(clip, offset)
  if (!crossing)
    return { ...moved, opacity: moved.opacity * fades }
  const { x, y, scale, opacity, veil, ...effect } = effectOf(crossing)
  return {
    ...moved,
    ...effect,
    // A colour over the picture is over its backdrop, too.
    ...veil && !clip.isBehind && { veil },
    x: moved.x * scale + x,
    y: moved.y * scale + y,
    scale: moved.scale * scale,
    opacity: moved.opacity * fades * opacity,
  }
}

/** For how many frames it becomes clearer; another transition than a dissolve does that by itself. */
export function risingOf({ fadeIn, crossIn, transition }: Pick<PictureClip, 'fadeIn' | 'crossIn' | 'transition'>): number {
  return transition ? fadeIn : Math.max(fadeIn, crossIn)
}
