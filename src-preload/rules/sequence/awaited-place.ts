/** Where a place that waits for a take is by now, in frames of the rate that its sequence has. Pure. */
import type { IntoPlace } from '#contract/into.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import { refittingTo } from './edit/refit.ts'
import { isSameRate } from './frame-rates.ts'

/** In frames of this rate. Its end is converted, too, as the clips around it were, so that it fits its gap as before. */
export function placeAtRate<Place extends Pick<IntoPlace, 'frame' | 'frames' | 'rate'>>(place: Place, rate: FrameRate): Place {
  if (!place.rate || isSameRate(place.rate, rate))
    return place
  const { frameOf } = refittingTo(rate, place.rate)
  const frame = frameOf(place.frame)
  return { ...place, rate, frame, frames: Math.max(1, frameOf(place.frame + place.frames) - frame) }
}
