/** What a delivery would show or leave silent because of its files and cuts. */
import type { Clip, FrameRate, Sequence, Track } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Stretch } from '#rules/sequence/resolve.ts'
import { clipsOf, consumed, endFrameOf, isInSamples, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { framesWithin, millisecondsOfFrame, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'

export interface Delivered {
  readonly sequence: Sequence
  readonly range: Range
  readonly stretches: readonly Stretch[]
  /** Those that are still in the library. */
  readonly takes: ReadonlyMap<TakeId, Take>
}

/** Pictures whose size is not known: they could not be read when they came. */
export function unreadable(delivered: Delivered): string[] {
  const seen = placed(delivered).filter(({ track }) => track.kind === 'pictures').map(({ take }) => take)
  return [...new Set(seen)].filter(({ asset }) => asset.width === null || asset.height === null).map(take => take.title)
}

/** Clips that play longer than their files: the last picture stands still, and sound is missing. A unit less is rounding. */
export function tooShort(delivered: Delivered): string[] {
  const { rate } = delivered.sequence
  return placed(delivered).filter(({ track, clip, take }) => {
    const { durationSeconds } = take.asset
    if (durationSeconds === null || clip.sourceLength === null)
      return false
    const there = isInSamples(track.kind) ? samplesOfSeconds(durationSeconds) : framesWithin(durationSeconds, rate)
    return clip.in + consumed(clip.length, clip.speed) > there + (isInSamples(track.kind) ? samplesOfSeconds(0.01) : 1)
  }).map(({ take }) => take.title)
}

/** Where only the background is seen for longer than a frame. */
export function gaps(delivered: Delivered): string[] {
  return empty(delivered).filter(({ frames }) => frames > 1).map(({ startFrame }) => timeOf(delivered, startFrame))
}

/** Pictures and gaps of a single frame: nearly always a cut that was missed by one. */
export function flashes(delivered: Delivered): string[] {
  const single = placed(delivered).filter(({ track, clip }) => track.kind === 'pictures' && clip.length === 1).map(({ clip }) => clip.start)
  const empties = empty(delivered).filter(({ frames }) => frames === 1).map(({ startFrame }) => startFrame + delivered.range.startFrame)
  return [...new Set([...single, ...empties])].sort((a, b) => a - b).map(frame => timeOf(delivered, frame - delivered.range.startFrame))
}

function empty({ stretches, range }: Delivered): { startFrame: number, frames: number }[] {
  const seen = stretches.map(({ startFrame, frames }) => ({ startFrame: startFrame - range.startFrame, frames }))
  return gapsBetween(seen, range.frames).flatMap(({ startFrame, frames }) => {
    const from = Math.max(0, startFrame)
    const end = Math.min(range.frames, startFrame + frames)
    return end > from ? [{ startFrame: from, frames: end - from }] : []
  })
}

type PlayedClip = Extract<Clip, { speed: number }>

/** Clips with a take that are seen or heard in the delivered part. */
function placed({ sequence, range, takes }: Delivered): { track: Track, clip: PlayedClip, take: Take }[] {
  const { rate } = sequence
  return tracksOf(sequence).filter(track => !track.isMuted).flatMap(track => clipsOf(track).flatMap((clip) => {
    const take = 'takeId' in clip && clip.takeId !== null ? takes.get(clip.takeId) : undefined
    return take && 'speed' in clip && isWithin(track, clip, { range, rate }) ? [{ track, clip, take }] : []
  }))
}

function isWithin(track: Track, clip: Clip, { range, rate }: { range: Range, rate: FrameRate }): boolean {
  return startFrameOf(track, clip, rate) < range.startFrame + range.frames && endFrameOf(track, clip, rate) > range.startFrame
}

/** Minutes and seconds in the delivered file. */
function timeOf({ sequence }: Delivered, frame: number): string {
  const seconds = Math.floor(millisecondsOfFrame(frame, sequence.rate) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
