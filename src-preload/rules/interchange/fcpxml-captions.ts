/** Captions and markers of FCPXML: what it has in its time besides clips. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ListedCaption, ListedCaptions, ReadMarker } from './list.ts'
import type { Element } from './xml.ts'
import { wordsOf } from './fcpxml-parts.ts'
import { secondsOf } from './fcpxml-time.ts'

/** By their role, which names the language, and their lane. */
export type CaptionLanes = Map<string, ListedCaption[]>

/** Where the items of a parent are: its place in the film and its own time there, in seconds; and how long it is. */
interface Within { readonly position: number, readonly start: number, readonly lasts?: number }

export function addCaption(lanes: CaptionLanes, item: Element, { position, start, rate }: Within & { readonly rate: FrameRate }): void {
  const frame = (seconds: number): number => Math.round(seconds * rate.numerator / rate.denominator)
  const at = position + secondsOf(item.attributes.get('offset')) - start
  const from = Math.max(0, frame(at))
  const length = frame(at + secondsOf(item.attributes.get('duration'))) - from
  const text = wordsOf(item)
  if (length < 1 || text === '')
    return
  const key = `${item.attributes.get('role') ?? ''} ${item.attributes.get('lane') ?? ''}`
  const lane = lanes.get(key) ?? []
  lane.push({ start: from, length, speaker: '', text })
  lanes.set(key, lane)
}

/** A role is `iTT?captionFormat=ITT.en`. */
export function captionsIn(lanes: CaptionLanes): ListedCaptions[] {
  return [...lanes].map(([key, captions]) => {
    const [, language = ''] = /captionFormat=[^. ]{0,20}\.([\w-]{1,35})/.exec(key) ?? []
    return { name: '', language, captions: captions.toSorted((a, b) => a.start - b.start) }
  })
}

/** None outside of what is used of a clip: it has those of all of its source, in each of its parts. */
export function markersOf({ attributes }: Element, { position, start, lasts = Infinity }: Within, rate: FrameRate): ReadMarker[] {
  const into = secondsOf(attributes.get('start')) - start
  // What sums of fractions lack of the exact time.
  const least = 1e-6
  return into < -least || into > lasts - least
    ? []
    : [{
        at: Math.max(0, Math.round((position + into) * rate.numerator / rate.denominator)),
        name: (attributes.get('value') ?? '').slice(0, 200),
        colour: 'blue',
        note: (attributes.get('note') ?? '').slice(0, 2000),
      }]
}
