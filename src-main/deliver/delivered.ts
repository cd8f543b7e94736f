/** The part of a sequence that a delivery shows and plays, for the checks before it. */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { CaptionMode } from '#contract/presets.ts'
import type { Clip, Sequence, Track } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId, TrackId } from '#contract/words.ts'
import type { Overlay } from '#rules/deliver/platforms.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import { endFrameOf, playingOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { nestOf, within } from '#rules/sequence/nested/nest.ts'

export interface Delivered extends Resolved {
  readonly sequence: Sequence
  /** Null for sound alone: nothing is seen then, and no caption drawn. */
  readonly screen: Size | null
  /** What the preset's platform covers of it. */
  readonly covered: Overlay | null
  readonly captionMode: CaptionMode
  /** Null is all that are not muted. */
  readonly captionTrackIds: readonly TrackId[] | null
  readonly range: Range
  /** Those that are still in the library. */
  readonly takes: ReadonlyMap<TakeId, Take>
}

export type PlayedClip = Extract<Clip, { speed: number }>
export interface PlacedClip { readonly track: Track, readonly clip: PlayedClip, readonly take: Take }

/** Several checks look at them. */
const known = new WeakMap<Delivered, readonly PlacedClip[]>()

/** Clips with a take that are seen or heard in the delivered part, in order of time. */
export function placedIn(delivered: Delivered): readonly PlacedClip[] {
  const placed = known.get(delivered) ?? found(delivered)
  known.set(delivered, placed)
  return placed
}

function found(delivered: Delivered): PlacedClip[] {
  const { sequence, takes, screen } = delivered
  const heard = new Set(soundEvents(sequence).map(({ clip }) => clip.id))
  const placed = tracksOf(sequence).filter(track => !track.isMuted).flatMap(track => playingOf(track).flatMap((clip) => {
    const take = 'takeId' in clip && clip.takeId !== null ? takes.get(clip.takeId) : undefined
    const isPlayed = track.kind === 'pictures' ? screen !== null : heard.has(clip.id)
    return take && isPlayed && 'speed' in clip && isWithin(delivered, track, clip) ? [{ track, clip, take }] : []
  }))
  const startOf = ({ track, clip }: PlacedClip): number => startFrameOf(track, partOf(track, clip), sequence.rate)
  return placed.sort((a, b) => startOf(a) - startOf(b))
}

export function isWithin({ sequence: { rate }, range }: Pick<Delivered, 'sequence' | 'range'>, track: Track, clip: Clip): boolean {
  const played = partOf(track, clip)
  return played.length > 0
    && startFrameOf(track, played, rate) < range.startFrame + range.frames && endFrameOf(track, played, rate) > range.startFrame
}

/** All of a clip but for what the clip of its sequence leaves out. */
function partOf(track: Track, clip: Clip): { readonly start: number, readonly length: number } {
  const { from, until } = within(nestOf(track), clip)
  return { start: from, length: until - from }
}

/** Where a clip is, as a place of a finding; what is in a nested sequence is where its clip is. */
export function placeOf(
  { sequence: { rate } }: Pick<Delivered, 'sequence'>,
  track: Track,
  clip: Clip,
  has: Partial<FindingPlace>,
): FindingPlace {
  const played = partOf(track, clip)
  const startFrame = startFrameOf(track, played, rate)
  return {
    name: '',
    startFrame,
    frames: Math.max(0, endFrameOf(track, played, rate) - startFrame),
    clipId: nestOf(track)?.path[0] ?? clip.id,
    lineId: clip.lineId,
    takeId: 'takeId' in clip ? clip.takeId : null,
    value: null,
    ...has,
  }
}

/** A time in the sequence that belongs to no clip. */
export function momentAt(startFrame: number, frames: number, value: number | null = null): FindingPlace {
  return { name: '', startFrame, frames, clipId: null, lineId: null, takeId: null, value }
}

/** Minutes and seconds in the delivered file. */
export function timeOf({ sequence, range }: Pick<Delivered, 'sequence' | 'range'>, frame: number): string {
  const seconds = Math.floor(millisecondsOfFrame(Math.max(0, frame - range.startFrame), sequence.rate) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
