/** Single elements of FCPXML: formats, assets, and what is done with a clip. */
import type { FrameRate, Look } from '#contract/sequence-document.ts'
import type { Size } from '../sequence/placement.ts'
import type { Key, ListedMedia } from './list.ts'
import type { Element } from './xml.ts'
import { AssetId } from '#contract/words.ts'
import { secondsOf } from './fcpxml-time.ts'
import { fileNameOf, rateNear } from './list.ts'
import { allOf, childOf, childrenOf } from './xml.ts'

export interface Asset extends ListedMedia {
  readonly hasVideo: boolean
  readonly hasAudio: boolean
  readonly startSeconds: number
  /** Of a picture of a title that Takeroom wrote: its words. */
  readonly title: string | null
}

export function rateOf(format: Element | undefined): FrameRate | null {
  const [, over, under] = /^(\d+)\/(\d+)s$/.exec(format?.attributes.get('frameDuration') ?? '') ?? []
  if (over !== undefined && under !== undefined)
    return rateNear(Number(under) / Number(over))
  // `FFVideoFormat1080p2997`
  const [, written = ''] = /\dp(\d{2}(?:\d{2})?)$/.exec(format?.attributes.get('name') ?? '') ?? []
  return written === '' ? null : rateNear(written === '2398' ? 24_000 / 1001 : Number(written) / (written.length === 4 ? 100 : 1))
}

export function assetOf(asset: Element): Asset {
  const files = childrenOf(asset, 'media-rep')
  const file = files.find(({ attributes }) => attributes.get('kind') === 'original-media') ?? files[0]
  const src = file?.attributes.get('src') ?? asset.attributes.get('src') ?? ''
  const [saysVideo, saysAudio] = ['hasVideo', 'hasAudio'].map(has => asset.attributes.get(has))
  // Where it says neither, its name does.
  const says = saysVideo !== undefined || saysAudio !== undefined
  const seconds = secondsOf(asset.attributes.get('duration'))
  const own = new Map(allOf(asset, 'md').map(({ attributes }) => [attributes.get('key'), attributes.get('value')]))
  return {
    name: fileNameOf(src) || asset.attributes.get('name') || '',
    takeId: own.get('app.takeroom.take') ?? null,
    hash: AssetId.safeParse(own.get('app.takeroom.hash')).data ?? null,
    title: own.get('app.takeroom.title') ?? null,
    seconds: seconds > 0 ? seconds : null,
    hasVideo: says ? saysVideo === '1' : !/\.(?:wav|mp3|m4a|aac|aiff?|flac|ogg|opus|caf)$/i.test(src),
    hasAudio: says ? saysAudio === '1' : !/\.(?:png|jpe?g|gif|tiff?|webp|heic|psd|bmp)$/i.test(src),
    startSeconds: secondsOf(asset.attributes.get('start')),
  }
}

/** Of a whole sequence, place and crop are nothing that it has here. */
export function isChanged(item: Element): boolean {
  const { attributes } = childOf(item, 'adjust-transform') ?? { attributes: new Map<string, string>() }
  const is = (name: string, plain: string): boolean => (attributes.get(name) ?? plain) === plain
  return childOf(item, 'adjust-crop') !== undefined || !is('position', '0 0') || !is('scale', '1 1') || !is('rotation', '0')
}

const numbersIn = (text: string): number[] => text.trim().split(/\s+/).map(Number.parseFloat).filter(Number.isFinite)

/** What is done with it that is not read. Of a whole sequence, `isChanged` says it. */
export function effectsOf(item: Element, kind: 'pictures' | 'sound'): number {
  const { attributes } = childOf(item, 'adjust-transform') ?? { attributes: new Map<string, string>() }
  const [wide = 1, high = wide] = numbersIn(attributes.get('scale') ?? '')
  const isBent = Math.abs(wide - high) > 0.005 * Math.abs(wide) || numbersIn(attributes.get('anchor') ?? '').some(each => each !== 0)
    || childOf(item, 'adjust-corners') !== undefined
  const crop = childOf(item, 'adjust-crop')
  const isZoomed = crop !== undefined && crop.attributes.get('mode') !== 'trim'
  const isAsset = item.name !== 'ref-clip' && item.name !== 'sync-clip' && item.name !== 'mc-clip'
  const counted = isAsset ? [kind === 'sound' ? 'filter-audio' : 'filter-video'] : ['filter-audio', 'filter-video']
  const filters = counted.reduce((sum, name) => sum + childrenOf(item, name).length, 0)
  return filters + (kind === 'pictures' && isAsset ? Number(isBent) + Number(isZoomed) : 0)
}

/** Its one opacity where it does not change. */
export function opacityOf(item: Element, keys: readonly Key[]): readonly Key[] {
  const amount = Number(childOf(item, 'adjust-blend')?.attributes.get('amount') ?? 1)
  return keys.length > 0 || !Number.isFinite(amount) ? keys : [{ at: 0, value: amount }]
}

/**
 * Where its picture is, and how clear: keys in seconds of the clip. A position is said from the middle, upwards, in hundredths of the
 * frame's height; each of its two numbers may have keys of its own.
 */
export function movesOf(item: Element, { width, height }: Size): Readonly<Record<'x' | 'y' | 'scale' | 'rotation' | 'opacity', Key[]>> {
  const adjust = childOf(item, 'adjust-transform')
  const said = (name: string, at: number): Key[] => {
    const value = numbersIn(adjust?.attributes.get(name) ?? '')[at]
    return value === undefined ? [] : [{ at: 0, value }]
  }
  const keysOf = (name: string, at: number): Key[] => {
    const keys = animated(adjust, name, text => numbersIn(text)[at] ?? Number.NaN)
    const apart = childrenOf(adjust, 'param').find(each => each.attributes.get('name') === name)
    const own = keys.length > 0 ? keys : animated(apart, at === 0 ? 'X' : 'Y', Number.parseFloat)
    return own.length > 0 ? own : said(name, at)
  }
  const times = (keys: readonly Key[], by: number): Key[] => keys.map(({ at, value }) => ({ at, value: value * by }))
  const blend = childOf(item, 'adjust-blend')
  return {
    x: times(keysOf('position', 0), height / width / 100),
    y: times(keysOf('position', 1), -1 / 100),
    scale: keysOf('scale', 0),
    rotation: times(keysOf('rotation', 0), -1),
    opacity: [...opacityOf(item, animated(blend, 'amount', Number))],
  }
}

/** What is cut off at each side, in hundredths of the frame's height; undefined where it is not cropped in that way. */
export function trimOf(item: Element): Look['crop'] | undefined {
  const crop = childOf(item, 'adjust-crop')
  const rect = crop?.attributes.get('mode') === 'trim' ? childOf(crop, 'trim-rect') : undefined
  const side = (name: string): number => Number.parseFloat(rect?.attributes.get(name) ?? '0') || 0
  return rect && { left: side('left'), top: side('top'), right: side('right'), bottom: side('bottom') }
}

/** Keyframes of a parameter, in seconds of the clip. */
export function animated(adjust: Element | undefined, name: string, read: (text: string) => number): Key[] {
  const param = childrenOf(adjust, 'param').find(each => each.attributes.get('name') === name)
  return childrenOf(childOf(param, 'keyframeAnimation'), 'keyframe')
    .map(({ attributes }) => ({ at: secondsOf(attributes.get('time')), value: read(attributes.get('value') ?? '') }))
    .filter(({ value }) => Number.isFinite(value))
}

export function decibels(text: string): number {
  const db = Number.parseFloat(text)
  return Number.isFinite(db) ? db : 0
}

export function wordsOf(title: Element): string {
  const rows = childrenOf(title, 'text').map(text => [text, ...allOf(text, 'text-style')].map(part => part.text).join(''))
  return rows.join('\n').trim().slice(0, 2000)
}
