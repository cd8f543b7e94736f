/** Fills gaps of a sound track with a quiet stretch of one of its clips: parts of it, cross-faded, for as long as each gap is. */
import type { SequenceDocument, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Quiet } from '../pauses/quiet.ts'
import { clipsOf, endOf } from '../document.ts'
import { samplesOfSeconds } from '../frames.ts'
import { plainTrack } from '../new-tracks.ts'

const fadeSeconds = 0.02
/** Between two parts, as far as the stretch has room for it. */
const mostCrossSeconds = 0.25
/** Less of a gap is not heard. */
const leastGapSeconds = 0.06

/** In samples. */
export interface Gap { readonly start: number, readonly length: number }
export interface Tone { readonly clip: SoundClip, readonly quiet: Quiet }
export interface Fill { readonly gap: Gap, readonly tone: Tone }

/** Those between the clips of a track, in order of time. */
export function soundGaps(track: SoundingTrack): Gap[] {
  let end: number | null = null
  return clipsOf(track).flatMap((clip) => {
    const start = end
    end = Math.max(end ?? 0, endOf(clip))
    const length = start === null ? 0 : clip.start - start
    return start !== null && length >= samplesOfSeconds(leastGapSeconds) ? [{ start, length }] : []
  })
}

/**
 * Edits of one step. The pieces are clips of the same take, as loud as the clip that the stretch is from. Those of a speech track come onto
 * a new track of this name: on their own, music would stay ducked under them.
 */
export function roomToneEdits(
  { trackIds }: Pick<SequenceDocument, 'trackIds'>,
  track: SoundingTrack,
  fills: readonly Fill[],
  { name, newId }: { readonly name: string, readonly newId: <Id extends string>() => Id },
): SequenceEdit[] {
  const isApart = track.kind === 'speech'
  const own: TrackId = isApart ? newId<TrackId>() : track.id
  const { gainDb, pan, tone } = track
  const placements = fills.flatMap(({ gap, tone }) => piecesOf(gap, tone, newId).map(clip => ({ trackId: own, clip })))
  return placements.length === 0
    ? []
    : [
        ...isApart
          ? [{
              ...{ do: 'addTrack' as const, at: trackIds.indexOf(track.id) + 1 },
              track: { ...plainTrack('sound', own), name, gainDb, ...pan !== undefined && { pan }, ...tone && { tone } },
            }]
          : [],
        { do: 'place', placements, how: 'free' },
      ]
}

/** A part of the stretch, counted from its start. */
interface Part { readonly first: number, readonly length: number }

/**
 * One after another; each plays on below the cross-fade of the next one, within the stretch. What is longer than the stretch has parts of
 * it of several lengths that begin at several places: one part again and again is heard as a beat.
 */
function piecesOf({ start, length }: Gap, { clip, quiet }: Tone, newId: <Id extends string>() => Id): SoundClip[] {
  const [from, until] = [samplesOfSeconds(quiet.from), samplesOfSeconds(quiet.until)]
  const cross = Math.min(samplesOfSeconds(mostCrossSeconds), Math.floor((until - from) / 4))
  const fade = Math.min(samplesOfSeconds(fadeSeconds), Math.floor(length / 2))
  const parts = partsOf(length, until - from, cross)
  let at = start
  return parts.map((part, index): SoundClip => {
    const begins = at
    at += part.length
    return {
      ...{ id: newId<ClipId>(), start: begins, length: part.length, linkId: null, lineId: null, takeId: clip.takeId },
      ...{ in: from + part.first, sourceLength: clip.sourceLength, speed: 100, gainDb: clip.gainDb, points: [] },
      ...{ fadeIn: index === 0 ? fade : 0, fadeOut: index === parts.length - 1 ? Math.min(fade, part.length) : 0 },
      crossIn: index === 0 ? 0 : cross,
      ...clip.heard && { heard: clip.heard },
      ...clip.pan !== undefined && { pan: clip.pan },
      ...clip.tone && { tone: clip.tone },
    }
  })
}

/** Of a stretch, as long as the gap together. The same each time, so that what is heard before is what comes. */
function partsOf(gap: number, stretch: number, cross: number): Part[] {
  const chance = chances(gap + stretch)
  const parts: Part[] = []
  let left = gap
  while (left > stretch) {
    const length = Math.round((stretch - cross) * (0.5 + 0.35 * chance()))
    parts.push({ length, first: placeFor(stretch - cross - length, parts, chance) })
    left -= length
  }
  return [...parts, { length: left, first: placeFor(stretch - left, parts, chance) }]
}

/** Far from where the last parts began, and from what the last one still plays: two that are nearly the same make a hollow sound. */
function placeFor(room: number, before: readonly Part[], chance: () => number): number {
  const last = before.at(-1)
  const avoided = [...before.slice(-3).map(({ first }) => first), ...last ? [last.first + last.length] : []]
  const nearest = (place: number): number => Math.min(Infinity, ...avoided.map(other => Math.abs(other - place)))
  const tries = Array.from({ length: 6 }, () => Math.round(room * chance()))
  return avoided.length === 0 ? 0 : tries.reduce((best, place) => nearest(place) > nearest(best) ? place : best)
}

/** Numbers from 0 to 1 that follow no order that is heard; Lehmer's. */
function chances(seed: number): () => number {
  let state = seed % 2_147_483_646 + 1
  return () => {
    state = state * 48_271 % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** For each gap the stretch of the nearest clip that has one; none where no clip has. `toneOf` says the stretch of a clip's take. */
export function tonesFor(track: SoundingTrack, gaps: readonly Gap[], toneOf: (clip: SoundClip) => Quiet | null): Fill[] {
  const tones = clipsOf(track).flatMap((clip) => {
    const quiet = toneOf(clip)
    return quiet ? [{ clip, quiet }] : []
  })
  return gaps.flatMap((gap) => {
    const away = ({ clip }: Tone): number => Math.max(clip.start - (gap.start + gap.length), gap.start - endOf(clip))
    const [nearest] = [...tones].sort((a, b) => away(a) - away(b))
    return nearest ? [{ gap, tone: nearest }] : []
  })
}
