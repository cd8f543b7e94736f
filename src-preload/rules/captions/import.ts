/** Brings the captions of a file onto a track: in whole frames, one after another. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from './cues.ts'

/** As `CaptionClip` allows. */
const mostCharacters = 5000

/** Sounds are described in square brackets, which are not shown here, since voices take their directions in them. */
const described = /\[(\p{L}[^[\]\r\n]{0,39})\]/gu

/**
 * Times in milliseconds become frames, moved by `atFrame`. A track holds one caption at a time: where two overlap the earlier one
 * ends when the later one begins; those that begin on the same frame become one with a row each, and last as long as the longest.
 */
export function importCaptions(captions: readonly Caption[], rate: FrameRate, atFrame = 0): Caption[] {
  const frameOf = (ms: number) => Math.round(ms * rate.numerator / (1000 * rate.denominator))
  const placed: Caption[] = []
  const timed = captions.map(({ start, length, speaker, text }) => {
    const from = frameOf(start)
    return { start: atFrame + from, length: Math.max(1, frameOf(start + length) - from), speaker, text: text.replaceAll(described, '($1)') }
  })
  for (const caption of timed.sort((a, b) => a.start - b.start)) {
    const before = placed.at(-1)
    if (before?.start === caption.start)
      placed[placed.length - 1] = together(before, caption)
    else
      placed.push(caption)
  }
  return placed.map((caption, index) => {
    const room = (placed[index + 1]?.start ?? Infinity) - caption.start
    return caption.length <= room ? caption : { ...caption, length: room }
  })
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

function together(first: Caption, second: Caption): Caption {
  const text = first.text === second.text ? first.text : `${first.text}\n${second.text}`
  // What begins at one moment in thousands of cues is no speech: the first of it is enough.
  return { ...first, length: Math.max(first.length, second.length), text: text.length > mostCharacters ? first.text : text }
}
