/** Where a place that waits for a take is by now: in frames of the rate that its sequence has, and which clip it continues. Pure. */
import type { IntoPlace } from '#contract/into.ts'
import type { FrameRate, PictureClip, PictureTrack, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Found } from './linked.ts'
import { clipsOf, endOf, findClip } from './document.ts'
import { refittingTo } from './edit/refit.ts'
import { isSameRate } from './frame-rates.ts'
import { consumedBy } from './ramp.ts'
import { clipsShowing } from './source-part.ts'

/** In frames of this rate. Its end is converted, too, as the clips around it were, so that it fits its gap as before. */
export function placeAtRate<Place extends Pick<IntoPlace, 'frame' | 'frames' | 'rate'>>(place: Place, rate: FrameRate): Place {
  if (!place.rate || isSameRate(place.rate, rate))
    return place
  const { frameOf } = refittingTo(rate, place.rate)
  const frame = frameOf(place.frame)
  return { ...place, rate, frame, frames: Math.max(1, frameOf(place.frame + place.frames) - frame) }
}

interface Continued { readonly track: PictureTrack, readonly clip: PictureClip }

/** The last part of the clip that is continued, which may have been cut by now. Null while its track may not be changed. */
export function continuedClip(
  document: SequenceDocument,
  { after, next, source, trackId }: Pick<IntoPlace, 'after' | 'next' | 'source'> & Partial<Pick<IntoPlace, 'trackId'>>,
): Continued | null {
  const found = after === undefined ? null : findClip(document, after) ?? (source ? leftOf(document, source, { next, trackId }) : null)
  if (!found || found.track.kind !== 'pictures' || found.track.isLocked || !('look' in found.clip))
    return null
  const [track, head] = [found.track, found.clip]
  const behind = clipsOf(track).filter(clip => clip.start > head.start)
  const end = behind.findIndex(clip => clip.id === next)
  const parts = end === -1 ? behind : behind.slice(0, end)
  return { track, clip: parts.reduce((last, clip) => isCutOff(last, clip) ? clip : last, head) }
}

/** The first that is left of a clip that is deleted, on its track where there is one. What was there before the next one was cut off it. */
function leftOf(
  document: SequenceDocument,
  source: NonNullable<IntoPlace['source']>,
  { next, trackId }: { readonly next: ClipId | undefined, readonly trackId: TrackId | undefined },
): Found | null {
  const follows = next === undefined ? null : findClip(document, next)
  const left = clipsShowing(document, source.takeId, source).filter(({ track, clip }) => track.kind === 'pictures'
    && !(follows?.track.id === track.id && clip.start >= follows.clip.start))
  return left.find(({ track }) => track.id === trackId) ?? left[0] ?? null
}

/** Whether the later clip shows what follows in the same source, as the second part of a clip does that was cut. */
export function isCutOff(before: PictureClip, clip: PictureClip): boolean {
  if (sourceOf(clip) !== sourceOf(before) || clip.lineId !== before.lineId
    || clip.isReversed !== before.isReversed || clip.isFrozen !== before.isFrozen) {
    return false
  }
  // All parts of what does not move show the same: only what is next to it is known to be one.
  if (clip.sourceLength === null || clip.isFrozen)
    return clip.start === endOf(before) && clip.in === before.in
  const [first, second] = clip.isReversed ? [clip, before] : [before, clip]
  // Each cut may round by one.
  return second.in >= first.in + consumedBy(first) - 1
}

function sourceOf({ id, takeId, nested }: PictureClip): string {
  return takeId ?? nested?.sequenceId ?? id
}
