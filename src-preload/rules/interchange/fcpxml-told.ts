/** What FCPXML says of a clip that is not read, and so told: pans, keywords, and the speed at which media of another rate play. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { createLeft } from './list.ts'
import type { Element } from './xml.ts'
import { isSameRate } from '../sequence/frame-rates.ts'
import { rateNear } from './list.ts'
import { childrenOf } from './xml.ts'

/** What is done with the sound of a clip, and of parts of it. */
const soundParts = ['audio-channel-source', 'audio-role-source'] as const

/** Written with two places. */
const sourceRates = new Map([['23.98', 24_000 / 1001], ['29.97', 30_000 / 1001], ['47.95', 48_000 / 1001], ['59.94', 60_000 / 1001]])

/** Each clip once; those that are connected to it are clips of their own. */
export function tellOf(item: Element, rate: FrameRate, left: ReturnType<typeof createLeft>): void {
  const inside = insideOf(item)
  const parts = [item, ...inside, ...[item, ...inside].flatMap(each => soundParts.flatMap(name => childrenOf(each, name)))]
  left.add('pans', parts.flatMap(each => childrenOf(each, 'adjust-panner')).filter(isPanned).length)
  left.add('keywords', childrenOf(item, 'keyword').length + childrenOf(item, 'rating').length)
  left.add('speeds', childrenOf(item, 'conform-rate').filter(each => isRetimed(each, rate)).length)
}

/** A `clip` consists of these. */
function insideOf(item: Element): Element[] {
  if (item.name !== 'clip')
    return []
  const own = [...childrenOf(item, 'video'), ...childrenOf(item, 'audio')]
  return own.filter(each => !each.attributes.has('lane') || each.name === 'audio').flatMap(each => [each, ...childrenOf(each, 'audio')])
}

/** Not in the middle all of the time. */
function isPanned(panner: Element): boolean {
  return Number(panner.attributes.get('amount') ?? 0) !== 0 || childrenOf(panner, 'param').length > 0
}

/** All frames of the media are shown, one in each of the film. */
function isRetimed({ attributes }: Element, rate: FrameRate): boolean {
  const source = rateNear(sourceRates.get(attributes.get('srcFrameRate') ?? '') ?? Number(attributes.get('srcFrameRate')))
  return attributes.get('scaleEnabled') !== '0' && !(source && isSameRate(source, rate))
}
