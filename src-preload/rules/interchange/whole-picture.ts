/** How clear the picture of a whole sequence is, as a clip says it: by its opacity, its fades, or keys. */
import type { KeyList, PictureClip } from '#contract/sequence-document.ts'
import type { Playing } from '../sequence/resolve.ts'
import type { Key } from './list.ts'
import { mostKeys } from '#contract/sequence-limits.ts'
import { keyPlaceAt } from '../sequence/motion.ts'

interface WholePicture extends Pick<PictureClip, 'fadeIn' | 'fadeOut'> {
  readonly opacity: number
  readonly keys?: { readonly opacity: KeyValues }
}
type KeyValues = ReturnType<KeyList['parse']>

/** Values that differ by less are the same: formats write four digits. */
const near = 0.002

/** Keys may be of another program: out of order, or beyond what there is. */
export function wholePicture(listed: readonly Key[], clip: Playing): WholePicture {
  const { length } = clip
  const keys = listed.map(({ at, value }) => ({ at: Math.round(at), value: Math.max(0, Math.min(1, value)) })).sort((a, b) => a.at - b.at)
  const [start] = keys
  if (!start)
    return { opacity: 1, fadeIn: 0, fadeOut: 0 }
  const isEven = (some: readonly Key[]): boolean => some.every(({ value }) => Math.abs(value - some[0]!.value) < near)
  const fadeIn = risesFor(keys)
  const fadeOut = fallsFor(keys, length)
  const between = keys.filter(({ at }) => at >= fadeIn && at <= length - fadeOut)
  if (between.length > 0 && isEven(between) && fadeIn + fadeOut <= length)
    return { opacity: between[0]!.value, fadeIn, fadeOut }
  const each = new Map(keys.map(({ at, value }) => [at, value]))
  const keyOf = ([at, value]: readonly [number, number]) => ({ at: Math.round(keyPlaceAt(clip, at)), value, easing: 'linear' as const })
  const opacity = [...each].slice(0, mostKeys).map(keyOf).sort((a, b) => a.at - b.at)
  return { opacity: 1, fadeIn: 0, fadeOut: 0, keys: { opacity } }
}

/** For how many frames it rises from nothing. */
function risesFor([first, second]: readonly Key[]): number {
  return first && second && first.at <= 0 && first.value < near && second.value > first.value ? second.at : 0
}

/** For how many frames it falls, until nothing would be left at its end. */
function fallsFor(keys: readonly Key[], length: number): number {
  const [before, last] = keys.slice(-2)
  if (!before || !last || last.at <= before.at || before.value <= last.value)
    return 0
  const atEnd = last.value + (last.value - before.value) / (last.at - before.at) * (length - last.at)
  return atEnd < near ? Math.max(0, length - before.at) : 0
}
