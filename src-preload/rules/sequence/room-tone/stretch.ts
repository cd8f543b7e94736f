/** A quiet stretch of a sound that gaps can be filled with: the longest that is steady, and not digital silence. */
import type { Quiet } from '../pauses/quiet.ts'
import { levelsPerSecond, quietIn } from '../pauses/quiet.ts'

/** Shorter ones sound like a loop. */
export const leastToneSeconds = 0.5
/** A longer one is no better. */
const mostToneSeconds = 8
/** What speech leaves at both ends of a pause: its last sound dies away, a breath comes. */
const edgeSeconds = 0.1
/** Half decibels around the middle level: louder is a breath or a click. */
const steady = 16

/** Null where there is none of half a second. */
export function toneStretch(levels: Uint8Array): Quiet | null {
  const found = quietIn(levels).flatMap(({ from, until }) => {
    const [first, end] = [from + edgeSeconds, until - edgeSeconds].map(seconds => Math.round(seconds * levelsPerSecond))
    return steadyParts(levels, first!, end!)
  }).filter(({ from, until }) => until - from >= leastToneSeconds * levelsPerSecond)
  const [best] = found.sort((a, b) => (b.until - b.from) - (a.until - a.from) || a.from - b.from)
  return best
    ? { from: best.from / levelsPerSecond, until: Math.min(best.until, best.from + mostToneSeconds * levelsPerSecond) / levelsPerSecond }
    : null
}

/** Divided where it is silent, or further than `steady` from its middle level. */
function steadyParts(levels: Uint8Array, first: number, end: number): Quiet[] {
  const own = levels.slice(first, Math.max(first, end)).filter(level => level > 0).sort()
  const middle = own[Math.floor(own.length / 2)] ?? 0
  const parts: Quiet[] = []
  let from = first
  for (let at = first; at <= end; at++) {
    const level = at < end ? levels[at]! : 0
    if (level > 0 && Math.abs(level - middle) <= steady)
      continue
    if (at > from)
      parts.push({ from, until: at })
    from = at + 1
  }
  return parts
}
