/** Where a clip is in its source: the moment of the file that is seen or heard at a frame of the timeline. */
import type { Clip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import type { Nest } from './nested/nest.ts'
import { endFrameOf, isInSamples, playingOf, startFrameOf, tracksOf } from './document.ts'
import { sampleOfFrame, samplesPerSecond, secondsOfFrames } from './frames.ts'
import { nestOf, placeInside, within } from './nested/nest.ts'
import { consumedBy, placeOf } from './ramp.ts'
import { sourceSecondsAt } from './resolve.ts'

export interface SourceMoment { readonly takeId: TakeId, readonly seconds: number }

/** Null for captions and titles. A still has only its first moment. */
/** `nest`: that of its track in a flat document. */
export function momentIn(clip: Clip, frame: number, { rate }: Pick<SequenceDocument, 'rate'>, nest?: Nest): SourceMoment | null {
  if (!('takeId' in clip) || clip.takeId === null)
    return null
  if ('points' in clip) {
    const into = Math.max(0, placeInside(nest, sampleOfFrame(frame, rate)) - clip.start)
    return { takeId: clip.takeId, seconds: Math.round(placeOf(clip, into) / 100) / samplesPerSecond }
  }
  const seconds = clip.sourceLength === null ? 0 : sourceSecondsAt(clip, placeInside(nest, frame) - clip.start, rate)
  return { takeId: clip.takeId, seconds }
}

/** The part of the file that a clip plays; null for a still, of which every moment is the same. */
export interface SourceRange { readonly inSeconds: number, readonly outSeconds: number }

function rangeOf(clip: PictureClip | SoundClip, { rate }: Pick<SequenceDocument, 'rate'>): SourceRange | null {
  if (clip.sourceLength === null)
    return null
  const length = 'look' in clip && clip.isFrozen ? 1 : consumedBy(clip)
  const secondsOf = (units: number): number => 'points' in clip ? units / samplesPerSecond : secondsOfFrames(units, rate)
  return { inSeconds: secondsOf(clip.in), outSeconds: secondsOf(Math.min(clip.sourceLength, clip.in + length)) }
}

/** Of the selected clip there, else of the uppermost picture that is seen, else of the uppermost sound. Null without a file. */
export function matchAt(
  flat: SequenceDocument,
  frame: number,
  selected: ReadonlySet<ClipId>,
): { readonly moment: SourceMoment, readonly range: SourceRange | null } | null {
  const isThere = (track: Track, clip: Clip): boolean => {
    const { from, until } = within(nestOf(track), clip)
    const part = { ...clip, start: from, length: until - from }
    return startFrameOf(track, part, flat.rate) <= frame && endFrameOf(track, part, flat.rate) > frame
  }
  const there = tracksOf(flat).toReversed().flatMap((track) => {
    const clips = playingOf(track).filter(clip => isThere(track, clip))
    return clips.map(clip => ({ track, clip }))
  })
  const isSelected = (track: Track, clip: Clip): boolean =>
    [clip.id, ...nestOf(track)?.path ?? []].some(id => selected.has(id))
  const rank = ({ track, clip }: typeof there[number]): number =>
    isSelected(track, clip) ? (isInSamples(track.kind) ? 0.5 : 0) : track.isMuted ? 3 : isInSamples(track.kind) ? 2 : 1
  for (const { track, clip } of there.toSorted((a, b) => rank(a) - rank(b))) {
    const moment = momentIn(clip, frame, flat, nestOf(track))
    if (moment && 'in' in clip)
      return { moment, range: rangeOf(clip, flat) }
  }
  return null
}
