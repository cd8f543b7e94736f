/** Brings the captions of a file onto a track: in whole frames, one after another. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from './cues.ts'

/** As `CaptionClip` allows. */
const mostCharacters = 5000

/** Sounds are described in square brackets, which are not shown here, since voices take their directions in them. */
const described = /\[(\p{L}[^[\]\r\n]{0,39})\]/gu

/**
 * Times in milliseconds become frames, moved by `atFrame`. A track shows one caption at a time: where two overlap the earlier one
 * ends when the later one begins; those that begin on the same frame become one with a row each, and last as long as the longest. Where
 * that is too long for one, they begin one frame after the other.
 */
export function importCaptions(captions: readonly Caption[], rate: FrameRate, atFrame = 0): Caption[] {
  const placed: Caption[] = []
  for (const caption of timedIn(captions, rate, atFrame)) {
    const before = placed.at(-1)
    if (before && before.start >= caption.start && fit(before, caption))
      placed[placed.length - 1] = together(before, caption)
    else
      placed.push(before ? after(before, caption) : caption)
  }
  return placed.map((caption, index) => {
    const room = (placed[index + 1]?.start ?? Infinity) - caption.start
    return caption.length <= room ? caption : { ...caption, length: room }
  })
}

/** A file with more captions at once is no file of speech. */
export const mostTogether = 4
/** Overlaps that are this short come from rounding, or keep the screen from flickering: the earlier caption ends sooner. */
const slightSeconds = 0.1

export interface Laid {
  /** For a track each; on each no caption overlaps another. One without overlaps. */
  readonly tracks: readonly (readonly Caption[])[]
  /** How many end before their time, since more were shown at once than there are tracks. */
  readonly cut: number
}

/** The same on as many tracks as it takes to keep every caption for all of its time. */
export function layOnTracks(captions: readonly Caption[], rate: FrameRate, atFrame = 0, most = mostTogether): Laid {
  const slight = Math.round(slightSeconds * rate.numerator / rate.denominator)
  const tracks: Caption[][] = []
  let cut = 0
  for (const caption of timedIn(captions, rate, atFrame)) {
    const same = tracks.find((track) => {
      const last = track.at(-1)
      return last && last.start === caption.start && fit(last, caption) && (last.length === caption.length || last.text === caption.text)
    })
    const endIn = (track: readonly Caption[]): number => track.length === 0 ? -Infinity : track.at(-1)!.start + track.at(-1)!.length
    const isFree = (track: readonly Caption[]): boolean =>
      endIn(track) <= caption.start || (endIn(track) - slight <= caption.start && track.at(-1)!.start < caption.start)
    const free = same ? undefined : tracks.find(isFree)
    if (!same && !free && tracks.length < most) {
      tracks.push([caption])
      continue
    }
    const track = same ?? free ?? tracks.toSorted((a, b) => endIn(a) - endIn(b))[0]!
    const last = track.at(-1)!
    cut += same || free ? 0 : 1
    if (last.start >= caption.start && fit(last, caption)) {
      track[track.length - 1] = together(last, caption)
      continue
    }
    const next = after(last, caption)
    track[track.length - 1] = { ...last, length: Math.min(last.length, next.start - last.start) }
    track.push(next)
  }
  return { tracks, cut }
}

/** How many are cut because another one begins before they end; those that begin together are one. In order of time. */
export function overlapsIn(captions: readonly Caption[]): number {
  let count = 0
  let [start, end] = [-1, -1]
  for (const caption of captions) {
    const isSame = caption.start === start
    count += !isSame && caption.start < end ? 1 : 0
    end = Math.max(isSame ? end : 0, caption.start + caption.length)
    start = caption.start
  }
  return count
}

/** In frames, by their start. */
function timedIn(captions: readonly Caption[], rate: FrameRate, atFrame: number): Caption[] {
  const frameOf = (ms: number) => Math.round(ms * rate.numerator / (1000 * rate.denominator))
  return captions.map(({ start, length, speaker, text }) => {
    const from = frameOf(start)
    return { start: atFrame + from, length: Math.max(1, frameOf(start + length) - from), speaker, text: text.replaceAll(described, '($1)') }
  }).sort((a, b) => a.start - b.start)
}

function rowsOf(first: Caption, second: Caption): string {
  return first.text === second.text ? first.text : `${first.text}\n${second.text}`
}

function fit(first: Caption, second: Caption): boolean {
  return rowsOf(first, second).length <= mostCharacters
}

function together(first: Caption, second: Caption): Caption {
  return { ...first, length: Math.max(first.length, second.length), text: rowsOf(first, second) }
}

/** At least one frame later than the one before. */
function after(before: Caption, caption: Caption): Caption {
  const late = Math.max(0, before.start + 1 - caption.start)
  return late === 0 ? caption : { ...caption, start: caption.start + late, length: Math.max(1, caption.length - late) }
}
