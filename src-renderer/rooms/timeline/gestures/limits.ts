/** How far edges may go: as far as the source lasts, neighbours allow, and one frame remains. */
import type { Clip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { Found } from '#rules/sequence/linked.ts'
import type { Stop, TrimmedEdge } from './gesture.ts'
import { endFrameOf, isInSamples, shifted, startFrameOf, unitOfFrame } from '#rules/sequence/document.ts'
import { isEndless, isPlayed, roomBefore, roomBehind } from '#rules/sequence/edit/draft.ts'
import { consumedBy } from '#rules/sequence/ramp.ts'

export interface Range { readonly least: number, readonly most: number }
export function clampTo({ least, most }: Range, value: number): number {
  return Math.max(Math.min(least, 0), Math.min(Math.max(most, 0), value))
}

/** The frames that the edge of these clips may move by. Stays below what the source has, so that no rounding leaves it. */
export function edgeRange(document: SequenceDocument, clips: readonly Found[], edge: 'start' | 'end', ripples: boolean): Range {
  let [least, most] = [-Infinity, Infinity]
  for (const { track, clip } of clips) {
    const length = endFrameOf(track, clip, document.rate) - startFrameOf(track, clip, document.rate)
    const [before, behind] = [wholeFrames(document, track, clip, 'before'), wholeFrames(document, track, clip, 'behind')]
    if (edge === 'end') {
      most = Math.min(most, behind)
      least = Math.max(least, 1 - length)
    }
    else {
      least = Math.max(least, -before, ripples ? -Infinity : -startFrameOf(track, clip, document.rate))
      most = Math.min(most, length - 1)
    }
  }
  return { least, most }
}

/** The frames by which an edge may grow until it reaches another clip, for those of these clips whose edge is in this frame. */
export function neighbourRange(document: SequenceDocument, clips: readonly Found[], edge: 'start' | 'end', atFrame: number): Range {
  const { rate } = document
  const ids = new Set(clips.map(({ clip }) => clip.id))
  let [least, most] = [-Infinity, Infinity]
  for (const { track, clip } of clips) {
    const [start, end] = [startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)]
    if ((edge === 'start' ? start : end) !== atFrame)
      continue
    for (const other of Object.values<Clip>(track.clips)) {
      if (ids.has(other.id))
        continue
      if (edge === 'start' && other.start < clip.start)
        least = Math.max(least, Math.min(0, endFrameOf(track, other, rate) - start))
      else if (edge === 'end' && other.start > clip.start)
        most = Math.min(most, Math.max(0, startFrameOf(track, other, rate) - end))
    }
  }
  return { least, most }
}

/** How far an edge goes as its source and its length allow. */
export interface Reach extends Pick<TrimmedEdge, 'edge'> { readonly range: Range }

/** Why what was wanted became `by`. */
export function stopOf(wanted: number, by: number, reaches: readonly Reach[]): Stop | null {
  if (wanted === by)
    return null
  const way = wanted > by ? 'most' : 'least'
  const at = reaches.filter(({ range }) => range[way] === by)
  const isOutward = ({ edge }: Reach): boolean => (edge === 'end') === (way === 'most')
  return at.some(isOutward) ? 'source' : at.length > 0 ? 'length' : 'clip'
}

/** Whole frames that a source has left before or behind a clip. */
function wholeFrames(document: SequenceDocument, track: Track, clip: Clip, side: 'before' | 'behind'): number {
  const room = side === 'before' ? roomBefore(clip) : roomBehind(clip)
  if (room === Infinity || !isInSamples(track.kind))
    return room
  const at = side === 'before' ? clip.start : clip.start + clip.length
  const sign = side === 'before' ? -1 : 1
  let frames = Math.floor(room * document.rate.numerator / (48_000 * document.rate.denominator))
  while (frames > 0 && Math.abs(shifted(track.kind, at, sign * frames, document.rate) - at) > room)
    frames--
  return Math.max(0, frames)
}

/** The frames by which the source of all of these can slip in its place. */
export function slipRange(document: SequenceDocument, clips: readonly Found[]): Range {
  let [least, most] = [-Infinity, Infinity]
  for (const { track, clip } of clips) {
    if (!isPlayed(clip) || clip.sourceLength === null)
      continue
    if (clip.ramp && !isEndless(clip)) {
      // It slips by units of its source, whatever its speed.
      const perFrame = unitOfFrame(track.kind, 1, document.rate)
      most = Math.min(most, Math.max(0, Math.floor((clip.sourceLength - clip.in - consumedBy(clip)) / perFrame)))
      least = Math.max(least, 0 - Math.floor(clip.in / perFrame))
      continue
    }
    // One frame less where it is rounded, so that what is shown is never refused.
    const rounding = isInSamples(track.kind) || clip.speed !== 100 ? 1 : 0
    // A slip goes along the source: what is played backwards has the end of that before it.
    const [ahead, back] = 'isReversed' in clip && clip.isReversed ? ['before', 'behind'] as const : ['behind', 'before'] as const
    most = Math.min(most, Math.max(0, wholeFrames(document, track, clip, ahead) - rounding))
    least = Math.max(least, -Math.max(0, wholeFrames(document, track, clip, back) - rounding))
  }
  return least === -Infinity ? { least: 0, most: 0 } : { least, most }
}

/** Units of a track within one frame at this clip. */
export function unitsPerFrame({ kind }: Pick<Track, 'kind'>, rate: SequenceDocument['rate']): number {
  return isInSamples(kind) ? unitOfFrame(kind, 1000, rate) / 1000 : 1
}

export function isSound(clip: Clip): clip is SoundClip {
  return 'points' in clip
}
