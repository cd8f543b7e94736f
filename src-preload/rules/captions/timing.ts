/** The times of a cue, as programs and hands write them; and what looks like them and is not understood. */
import type { FrameRate } from '#contract/sequence-document.ts'

/** What is between the two times. */
const arrows = '-{1,3}>|[–—―]{1,2}>|- ->|→|⇒|-{1,2}&gt;'
// A fraction of three digits or fewer, or microseconds, or nanoseconds; behind a colon or semicolon, thousandths or frames.
const clock = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}|\d{6}|\d{9})|:(\d{3})|[:;](\d{1,2}))?`
const timing = new RegExp(`^[ \\t]{0,9}${clock}[ \\t]{0,9}(?:${arrows})[ \\t]{0,9}${clock}(?![\\d:;.,])`)
const arrowInside = new RegExp(arrows)
const likeTimes = /^[\s\d:;.,：+\-−]{3,40}$/
const settings = /^(?:[ \t]{1,9}(?:(?:align|line|position|size|vertical|region):\S{1,100}|[XY][12]:\d{1,5}))*[ \t]*$/i

/** In milliseconds. */
export interface CueTimes {
  readonly startMs: number
  readonly endMs: number
  /** What is in the row besides the times and where the cue is shown. */
  readonly rest: string
  readonly isInFrames: boolean
}

const mayHaveArrow = (row: string): boolean => row.includes('>') || row.includes('→') || row.includes('⇒') || row.includes('&gt;')

export function isTiming(row: string): boolean {
  return mayHaveArrow(row) && timing.test(row)
}

/** Frames are those of `rate`; without one, only their order counts. Null for all other rows, and for a frame that no second has. */
export function timesIn(row: string, rate: FrameRate | null): CueTimes | null {
  const found = mayHaveArrow(row) ? timing.exec(row) : null
  if (!found)
    return null
  const framesInSecond = rate ? rate.numerator / rate.denominator : 100
  const [start, end] = [millisecondsOf(found, 1, framesInSecond), millisecondsOf(found, 7, framesInSecond)]
  if (start === null || end === null)
    return null
  const rest = row.slice(found[0].length)
  return { startMs: start, endMs: end, rest: settings.test(rest) ? '' : rest.trim(), isInFrames: (found[6] ?? found[12]) !== undefined }
}

/** Somebody meant times: an arrow with something like a time next to it, or two times of hours with whatever is between them. */
export function looksLikeTimes(row: string): boolean {
  if (!/\d\s?[:：]/.test(row))
    return false
  const found = mayHaveArrow(row) ? arrowInside.exec(row) : null
  if (!found)
    return hasTwoTimes(row)
  const [before, after] = [row.slice(0, found.index), row.slice(found.index + found[0].length)]
  return (before.trim() === '' ? likeTimes.test(after.slice(0, 40)) : likeTimes.test(before)) || hasTwoTimes(row)
}

/** What is said has minutes at most, as in “10:30 – 11:00”. */
function hasTwoTimes(row: string): boolean {
  const times = row.slice(0, 100).split(/[^\d:：.,;]+/).filter(part => /\d[:：]\d/.test(part))
  return times.length === 2 && /^\P{L}{8,100}$/u.test(row) && times.join('').replaceAll(/[^:：]/g, '').length > 2
}

function millisecondsOf(found: RegExpExecArray, from: number, framesInSecond: number): number | null {
  const [hours, minutes, seconds] = [0, 1, 2].map(at => Number(found[from + at] ?? 0)) as [number, number, number]
  const fraction = found[from + 3] ?? found[from + 4] ?? ''
  const frames = Number(found[from + 5] ?? 0)
  if (frames >= Math.ceil(framesInSecond))
    return null
  const part = fraction === '' ? Math.round(frames * 1000 / framesInSecond) : Math.round(Number(`0.${fraction}`) * 1000)
  return (hours * 3600 + minutes * 60 + seconds) * 1000 + part
}
