/** For how many seconds a line is to be worded, before anybody says it: what is there for it to fit. */

import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { LineId } from '#contract/words.ts'
import { fitSeconds } from '#contract/make.ts'
import { endOf } from '../sequence/document.ts'
import { samplesPerSecond } from '../sequence/frames.ts'

/** Where a length comes from. */
export type FitSource = 'shot' | 'timeline' | 'take' | 'estimate'
export interface FitTarget { readonly from: FitSource, readonly seconds: number }

export interface FitPlaces {
  /** The shot that is seen while this line, and no other, is spoken. */
  readonly shotSeconds: number | null
  /** See `roomsOfLines`. */
  readonly clipSeconds: number | null
  readonly takeSeconds: number | null
  readonly estimate: number
}

export function boundedSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.round(Math.min(fitSeconds.most, Math.max(fitSeconds.least, seconds)) * 10) / 10 : fitSeconds.least
}

/**
 * How long each line may be in a sequence: its clip, or up to the next clip on its track without the pause after the line, if that is
 * longer. A clip that was cut into pieces counts from the first of them to the last. Of several clips of a line the first counts.
 */
export function roomsOfLines(document: Pick<SequenceDocument, 'tracks'>, pauseOf: (lineId: LineId) => number): Map<LineId, number> {
  const rooms = new Map<LineId, number>()
  for (const track of Object.values(document.tracks).filter(each => each.kind === 'speech')) {
    const clips = Object.values(track.clips).toSorted((a, b) => a.start - b.start)
    clips.forEach(({ lineId, start }, place) => {
      if (lineId === null || rooms.has(lineId))
        return
      const pieces = piecesFrom(clips, place)
      const length = Math.max(...pieces.map(endOf)) - start
      const next = clips[place + pieces.length]
      const untilNext = next ? next.start - start : length
      const free = untilNext > length ? Math.max(length, untilNext - pauseOf(lineId) * samplesPerSecond) : untilNext
      rooms.set(lineId, free / samplesPerSecond)
    })
  }
  return rooms
}

/** The clip at this place and those right after it that play other parts of its take. One that plays the same part is a copy. */
function piecesFrom(clips: readonly SoundClip[], place: number): SoundClip[] {
  const first = clips[place]
  const pieces: SoundClip[] = []
  const parts = new Set<number>()
  for (let at = place; at < clips.length; at++) {
    const clip = clips[at]
    if (!clip || clip.lineId !== first?.lineId || clip.takeId !== first.takeId || parts.has(clip.in))
      break
    parts.add(clip.in)
    pieces.push(clip)
  }
  return pieces
}

/** What there is to fit, the most telling first: never empty. */
export function fitTargets({ shotSeconds, clipSeconds, takeSeconds, estimate }: FitPlaces): FitTarget[] {
  const all = [['shot', shotSeconds], ['timeline', clipSeconds], ['take', takeSeconds], ['estimate', estimate]] as const
  const found = all.flatMap(([from, seconds]): FitTarget[] =>
    seconds !== null && Number.isFinite(seconds) && seconds > 0 ? [{ from, seconds: boundedSeconds(seconds) }] : [])
  // The estimate is only for a line that has nothing else, and an assembled clip is as long as its take.
  const isAsTake = ({ from, seconds }: FitTarget): boolean => from === 'timeline' && Math.abs(seconds - (takeSeconds ?? 0)) <= 0.1
  const told = found.filter(each => each.from !== 'estimate' && !isAsTake(each))
  return told.length > 0 ? told : found.length > 0 ? found : [{ from: 'estimate', seconds: boundedSeconds(estimate) }]
}
