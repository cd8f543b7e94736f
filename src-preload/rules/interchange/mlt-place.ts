/** Where filters of MLT put a picture: `qtblend` of Kdenlive and Takeroom, with its crop. */
import type { Look } from '#contract/sequence-document.ts'
import type { Size } from '../sequence/placement.ts'
import type { Key, ListedMoves } from './list.ts'

/** Keys of a property by the number that `read` finds in the value of each. */
export type KeysOf = (text: string | undefined, read: (text: string) => number) => Key[]

const partsOf = (text: string): string[] => text.trim().split(/\s+/)

/** `rect` is left, top, width, height, opacity: in pixels of the frame, or in percent of it. */
export function movesOf(
  { rect, rotation }: { readonly rect: string | undefined, readonly rotation: string | undefined },
  frame: Size,
  keysOf: KeysOf,
): ListedMoves {
  if (rect === undefined)
    return {}
  const side = (at: number, whole: number): Key[] => keysOf(rect, (text) => {
    const part = partsOf(text)[at] ?? ''
    return Number.parseFloat(part) * (part.endsWith('%') ? whole / 100 : 1)
  })
  const [left, top] = [side(0, frame.width), side(1, frame.height)]
  const [wide, high] = [side(2, frame.width), side(3, frame.height)]
  const box = wide.flatMap(({ at, value: width }, index) => {
    const height = high[index]?.value ?? 0
    return width > 0 && height > 0 ? [{ at, width, height }] : []
  })
  const middle = (starts: readonly Key[], sizes: readonly Key[], whole: number): Key[] =>
    starts.map(({ at, value }, index) => ({ at, value: (value + (sizes[index]?.value ?? whole) / 2) / whole - 0.5 }))
  return {
    x: middle(left, wide, frame.width),
    y: middle(top, high, frame.height),
    ...box.length > 0 && { box },
    opacity: keysOf(rect, text => Number.parseFloat(partsOf(text)[4] ?? '1')),
    ...rotation !== undefined && { rotation: keysOf(rotation, Number.parseFloat) },
  }
}

/** Of `qtcrop`, where it does not change and is said in percent. */
export function cropOf(rect: string | undefined): Look['crop'] | undefined {
  const parts = partsOf(rect?.includes(';') === true ? '' : rect?.replace(/^[^=]*=/, '') ?? '')
  const [left = 0, top = 0, width = 0, height = 0] = parts.map(part => part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.NaN)
  const crop = { left, top, right: 1 - left - width, bottom: 1 - top - height }
  const sides = Object.entries(crop).map(([name, value]) => [name, Number(value.toFixed(4))] as const)
  const isCrop = parts.length >= 4 && sides.every(([, value]) => value >= 0 && value <= 0.95)
  return isCrop ? Object.fromEntries(sides) as Look['crop'] : undefined // the four names of it
}
