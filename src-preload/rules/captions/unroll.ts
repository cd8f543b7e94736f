/** Rolling captions, as YouTube and broadcasters write them: each phrase moves up a row before it disappears. Each phrase is returned once. */
import type { Caption } from './cues.ts'

/** A cue that begins within this time of the end of another is the next step of the same roll, in milliseconds. */
const near = 120
/** So short a cue only keeps the rows while they move. */
const flash = 60

const rowsOf = ({ text }: Caption): string[] => text.split('\n')

/** In order of time. `repeats` counts captions that told nothing new. */
export function unroll(captions: readonly Caption[]): { readonly captions: readonly Caption[], readonly repeats: number } {
  if (!isRolling(captions))
    return { captions, repeats: 0 }
  const told: Caption[] = []
  /** What is on the screen, as the file has it. */
  let rows: readonly string[] = []
  let end = -Infinity
  for (const caption of captions) {
    const own = rowsOf(caption)
    const news = Math.abs(caption.start - end) <= near ? own.slice(repeated(rows, own)) : own
    const before = told.at(-1)
    if (news.length > 0)
      told.push({ ...caption, text: news.join('\n') })
    else if (before)
      told[told.length - 1] = { ...before, length: Math.max(before.length, caption.start + caption.length - before.start) }
    rows = own
    end = caption.start + caption.length
  }
  // The end of a phrase is where the next one comes, not where it leaves the screen.
  const ended = told.map((caption, at) => {
    const room = (told[at + 1]?.start ?? Infinity) - caption.start
    return room > 0 && caption.length > room ? { ...caption, length: room } : caption
  })
  return { captions: ended, repeats: captions.length - told.length }
}

/** How many rows at the beginning of `own` are those at the end of `rows`. */
function repeated(rows: readonly string[], own: readonly string[]): number {
  for (let count = Math.min(rows.length, own.length, 4); count > 0; count--) {
    if (own.slice(0, count).every((row, at) => row === rows[rows.length - count + at]))
      return count
  }
  return 0
}

/** People repeat themselves, too: a roll is a file where at least half of all captions with several rows begin with what was there. */
function isRolling(captions: readonly Caption[]): boolean {
  let [several, rolled, flashes] = [0, 0, 0]
  for (const [at, caption] of captions.entries()) {
    const before = captions[at - 1]
    if (!before || Math.abs(caption.start - before.start - before.length) > near)
      continue
    const own = rowsOf(caption)
    const count = repeated(rowsOf(before), own)
    several += own.length > 1 ? 1 : 0
    rolled += own.length > 1 && count > 0 && count < own.length ? 1 : 0
    flashes += count === own.length && caption.length <= flash ? 1 : 0
  }
  return rolled > 0 && rolled * 2 >= several && rolled + flashes >= 2
}
