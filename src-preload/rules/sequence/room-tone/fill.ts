/** Fills gaps of a sound track with a quiet stretch of one of its clips, repeated with cross-fades for as long as each gap is. */
import type { SequenceDocument, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Quiet } from '../pauses/quiet.ts'
import { clipsOf, endOf } from '../document.ts'
import { samplesOfSeconds } from '../frames.ts'
import { plainTrack } from '../new-tracks.ts'

const fadeSeconds = 0.02
/** Between two repeats, as far as the stretch has room for it. */
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
  const { gainDb, pan } = track
  const placements = fills.flatMap(({ gap, tone }) => piecesOf(gap, tone, newId).map(clip => ({ trackId: own, clip })))
  return placements.length === 0
    ? []
    : [
        ...isApart
          ? [{
              ...{ do: 'addTrack' as const, at: trackIds.indexOf(track.id) + 1 },
              track: { ...plainTrack('sound', own), name, gainDb, ...pan !== undefined && { pan } },
            }]
          : [],
        { do: 'place', placements, how: 'free' },
      ]
}

/** One after another, about as long as each other; each plays on below the cross-fade of the next one, within the stretch. */
function piecesOf({ start, length }: Gap, { clip, quiet }: Tone, newId: <Id extends string>() => Id): SoundClip[] {
  const [from, until] = [samplesOfSeconds(quiet.from), samplesOfSeconds(quiet.until)]
  const cross = Math.min(samplesOfSeconds(mostCrossSeconds), Math.floor((until - from) / 4))
  const count = Math.max(1, Math.ceil(length / (until - from - cross)))
  const fade = Math.min(samplesOfSeconds(fadeSeconds), Math.floor(length / 2))
  const edge = (at: number): number => Math.floor(length * at / count)
  return Array.from({ length: count }, (_, at): SoundClip => ({
    ...{ id: newId<ClipId>(), start: start + edge(at), length: edge(at + 1) - edge(at), linkId: null, lineId: null, takeId: clip.takeId },
    ...{ in: from, sourceLength: clip.sourceLength, speed: 100, gainDb: clip.gainDb, points: [] },
    ...{ fadeIn: at === 0 ? fade : 0, fadeOut: at === count - 1 ? fade : 0, crossIn: at === 0 ? 0 : cross },
    ...clip.heard && { heard: clip.heard },
    ...clip.pan !== undefined && { pan: clip.pan },
  }))
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
