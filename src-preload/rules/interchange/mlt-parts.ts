/** Single elements of MLT: properties, times, keys, and what is done with a clip. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Key } from './list.ts'
import type { Element } from './xml.ts'
import { childrenOf } from './xml.ts'

/** Filters that say what is read, or that Takeroom writes for what is only seen. */
const known: ReadonlySet<string> = new Set(['freeze', 'volume', 'qtblend', 'qtcrop', 'channelcopy'])

export function propertyOf(element: Element | undefined, name: string): string | undefined {
  return childrenOf(element, 'property').find(each => each.attributes.get('name') === name)?.text
}

/** Frames of `125`, of `00:00:05.000` or of `00:00:05:00`. */
export function framesOf(text: string | undefined, { numerator, denominator }: FrameRate): number {
  const [, h, m, s, frames] = /^(\d+):(\d+):(\d+)[:;](\d+)$/.exec(text ?? '') ?? []
  if (frames !== undefined)
    return ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * Math.round(numerator / denominator) + Number(frames)
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(\d+):(\d+):(\d+(?:[.,]\d+)?)$/.exec(text ?? '') ?? []
  if (!(text ?? '').includes(':'))
    return Math.round(Number(text ?? 0)) || 0
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))) * numerator / denominator)
}

/** `0=1;25=0`, the same by the clock, or one value alone. */
export function keysOf(text: string | undefined, read: (text: string) => number, rate: FrameRate): Key[] {
  if (text === undefined)
    return []
  return text.split(';').flatMap((part): Key[] => {
    const [, at = '0', value = part] = /^(-?\d[\d:.,;]*)[~|]?=(.*)$/.exec(part) ?? []
    const number = read(value)
    return Number.isFinite(number) ? [{ at: framesOf(at, rate), value: number }] : []
  })
}

/** Those that a person switched off, and that a program adds by itself, change nothing. */
export function isUnknown(filter: Element): boolean {
  const isOff = propertyOf(filter, 'disable') === '1' || propertyOf(filter, 'internal_added') !== undefined
  // Size, position and rotation of Shotcut.
  const isPlace = propertyOf(filter, 'shotcut:filter') === 'affineSizePosition'
  return !isOff && !isPlace && !known.has(propertyOf(filter, 'mlt_service') ?? '')
}

/** Captions of another file, which are only drawn: those of Takeroom, Kdenlive and Shotcut. */
export function isSubtitles(filter: Element): boolean {
  const service = propertyOf(filter, 'mlt_service') ?? ''
  return ['avfilter.subtitles', 'avfilter.ass', 'subtitle'].includes(service) && propertyOf(filter, 'disable') !== '1'
}

/** A dissolve of Kdenlive, between the two playlists of a track; with a picture it is a wipe. */
export function isMix(transition: Element): boolean {
  const service = propertyOf(transition, 'mlt_service')
  const isWipe = service === 'luma' && (propertyOf(transition, 'resource') ?? '') !== ''
  return ['luma', 'mix'].includes(service ?? '') && !isWipe && propertyOf(transition, 'kdenlive:mixcut') !== undefined
}
