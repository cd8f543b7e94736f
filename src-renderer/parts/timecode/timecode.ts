/** Timecode of frames, without dropped numbers: `00:01:02:03` is hours, minutes, seconds and frames. */
import type { FrameRate } from '#contract/sequence-document.ts'

/** Whole frames in a second of timecode: 30 for 29.97. */
export function nominalRate({ numerator, denominator }: FrameRate): number {
  return Math.max(1, Math.round(numerator / denominator))
}

const two = (value: number): string => String(value).padStart(2, '0')

export function timecode(frame: number, rate: FrameRate): string {
  const second = nominalRate(rate)
  const whole = Math.abs(Math.round(frame))
  const seconds = Math.floor(whole / second)
  const text = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, whole % second].map(two).join(':')
  return frame < 0 ? `-${text}` : text
}

/** On the ruler: without what is zero in front, nor frames where all of them are zero. */
export function shortTimecode(frame: number, rate: FrameRate, withFrames: boolean): string {
  const [hours = '00', minutes = '00', seconds = '00', frames = '00'] = timecode(frame, rate).split(':')
  const time = `${hours === '00' ? '' : `${Number(hours)}:`}${hours === '00' ? Number(minutes) : minutes}:${seconds}`
  return withFrames ? `${time}:${frames}` : time
}

/** Frames of `1:02:03`, `5:10` (seconds and frames), `12` (frames) or `2.5s`; null for anything else. */
export function parseTimecode(text: string, rate: FrameRate): number | null {
  const trimmed = text.trim()
  const second = nominalRate(rate)
  const asSeconds = /^(\d+(?:[.,]\d+)?)\s*s$/.exec(trimmed)
  if (asSeconds?.[1] !== undefined)
    return Math.round(Number(asSeconds[1].replace(',', '.')) * second)
  if (!/^-?\d{1,6}(?:[:;]\d{1,2}){0,3}$/.test(trimmed))
    return null
  const parts = trimmed.replace('-', '').split(/[:;]/).map(Number)
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.toReversed()
  const total = ((hours * 60 + minutes) * 60 + seconds) * second + frames
  return trimmed.startsWith('-') ? -total : total
}
