/**
 * Timecode after SMPTE ST 12-1: `00:01:02:03` is hours, minutes, seconds and frames. At 29.97 and 59.94 frames a second it leaves out
 * numbers, so that it keeps up with a clock, and is written `00:01:02;03`. Also reads times that a person types.
 */
import type { FrameRate } from '#contract/sequence-document.ts'

/** Whole frames in a second of timecode: 30 for 29.97. */
export function nominalRate({ numerator, denominator }: FrameRate): number {
  return Math.max(1, Math.round(numerator / denominator))
}

/** The numbers of frames that each minute leaves out, but for every tenth: 2 at 29.97, 4 at 59.94, none at other rates. */
function dropped({ numerator, denominator }: FrameRate): number {
  return ![30_000, 60_000].some(each => numerator * 1001 === each * denominator) ? 0 : Math.round(numerator / denominator / 15)
}

export function isDropFrame(rate: FrameRate): boolean {
  return dropped(rate) > 0
}

/** The number that timecode gives a frame, counted in frames: larger than the frame by the numbers that were left out. */
export function numberOfFrame(frame: number, rate: FrameRate): number {
  const drop = dropped(rate)
  if (drop === 0)
    return frame
  const minute = 60 * nominalRate(rate)
  const tenMinutes = 10 * minute - 9 * drop
  const tens = Math.floor(frame / tenMinutes)
  const rest = frame - tens * tenMinutes
  return frame + drop * (9 * tens + (rest < minute ? 0 : 1 + Math.floor((rest - minute) / (minute - drop))))
}

/** Of a number that is left out, the first frame of its minute. */
export function frameOfNumber(number: number, rate: FrameRate): number {
  const drop = dropped(rate)
  if (drop === 0)
    return number
  const minute = 60 * nominalRate(rate)
  const minutes = Math.floor(number / minute)
  const kept = minutes % 10 === 0 ? number : Math.max(number, minutes * minute + drop)
  return kept - drop * (minutes - Math.floor(minutes / 10))
}

const two = (value: number): string => String(value).padStart(2, '0')

export function timecode(frame: number, rate: FrameRate): string {
  const second = nominalRate(rate)
  const number = numberOfFrame(Math.abs(Math.round(frame)), rate)
  const seconds = Math.floor(number / second)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${frame < 0 ? '-' : ''}${clock}${isDropFrame(rate) ? ';' : ':'}${two(number % second)}`
}

/** On the ruler: without what is zero in front, nor frames where all of them are zero. */
export function shortTimecode(frame: number, rate: FrameRate, withFrames: boolean): string {
  const [hours = '00', minutes = '00', seconds = '00', frames = '00'] = timecode(frame, rate).split(/[:;]/)
  const time = `${hours === '00' ? '' : `${Number(hours)}:`}${hours === '00' ? Number(minutes) : minutes}:${seconds}`
  return withFrames ? `${time}${isDropFrame(rate) ? ';' : ':'}${frames}` : time
}

/** What `+15` and `-2` begin from, in frames. */
export interface TimeNow { readonly rate: FrameRate, readonly now: number }

/**
 * The frame of a typed time; null for anything else. `1:02` is a second and two frames, `01:02:03:04` has all of it, and so has `1020304`.
 * `62f`, `2.5s` and `1m30s` name their units. With `+` or `-` in front it counts from now, and may then be less than 0. Signs and digits
 * of Chinese keyboards are read alike.
 */
export function readTime(text: string, { rate, now }: TimeNow): number | null {
  const typed = text.normalize('NFKC').replaceAll('−', '-').replaceAll(/\s/g, '').toLowerCase()
  const sign = /^[+-]/.exec(typed)?.[0]
  const frames = readFrames(sign === undefined ? typed : typed.slice(1), rate)
  if (frames === null || sign === undefined)
    return frames
  return sign === '+' ? now + frames : now - frames
}

const inUnits = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6}(?:[.,]\d{1,6})?)s)?(?:(\d{1,9})f)?$/
const inFields = /^(?:\d{1,9}[:;]){0,3}\d{1,9}$/

function readFrames(typed: string, rate: FrameRate): number | null {
  const second = nominalRate(rate)
  const [, ...units] = typed === '' ? [] : inUnits.exec(typed) ?? []
  if (units.some(unit => unit !== undefined)) {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = units.map(unit => Number((unit ?? '0').replace(',', '.')))
    return frameOfNumber((hours * 60 + minutes) * 60 * second + Math.round(seconds * second), rate) + frames
  }
  if (!inFields.test(typed))
    return null
  // Digits alone are fields, too, two for each from the end.
  const fields = /^\d+$/.test(typed) ? typed.padStart(Math.max(8, typed.length), '0').split(/(?=(?:\d\d){1,3}$)/) : typed.split(/[:;]/)
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = fields.toReversed().map(Number)
  return frameOfNumber(((hours * 60 + minutes) * 60 + seconds) * second + frames, rate)
}
