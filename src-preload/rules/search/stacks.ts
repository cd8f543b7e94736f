/** Stacks in a list: takes that are tries of the same thing are shown as one of them, or all next to each other. */
import { printRuns, readRuns } from './runs.ts'

/** The numbers of its takes, the best first. */
export type Stack = readonly number[]

export function printStacks(stacks: readonly Stack[]): string {
  return stacks.map(printRuns).join(';')
}

/** Reads what `printStacks` wrote. */
export function readStacks(text: string): Stack[] {
  return text === '' ? [] : text.split(';').map(readRuns)
}

export interface ShownStack {
  /** Those of the order, the best first. At least two. */
  readonly numbers: Stack
  /** The take by which it is shown. */
  readonly head: number
  readonly isOpen: boolean
}

export interface FoldedOrder {
  /** In the order: takes of no stack, and the head of each stack; after that of an open one its other takes. */
  readonly shown: readonly number[]
  /** In `shown`: the place of a take, or that of its closed stack. -1 for what is not in the order. */
  readonly placeOf: (number: number) => number
  /** Null for a take of no stack. */
  readonly stackOf: (number: number) => ShownStack | null
}

/**
 * `open`: for each stack that is open, its takes as they were then, the head first. While it is open its head is the same, so that nothing
 * moves, and it remains open as long as one of these takes is in it.
 */
export function foldOrder(order: readonly number[], stacks: readonly Stack[], open: readonly Stack[]): FoldedOrder {
  const size = order.reduce((most, number) => Math.max(most, number), -1) + 1
  const places = new Int32Array(size).fill(-1)
  for (const [place, number] of order.entries())
    places[number] = place
  const isListed = (number: number): boolean => (places[number] ?? -1) >= 0
  const openBy = new Map(open.flatMap(numbers => numbers.map(number => [number, numbers[0] ?? number])))
  /** By number: the place in `all`, from 1. */
  const stackAt = new Int32Array(size)
  const all: ShownStack[] = []
  for (const stack of stacks) {
    const numbers = stack.every(isListed) ? stack : stack.filter(isListed)
    const [best] = numbers
    if (best === undefined || numbers.length < 2)
      continue
    const opened = openBy.size === 0 ? undefined : numbers.find(number => openBy.has(number))
    const head = opened === undefined ? best : openBy.get(opened) ?? best
    all.push({ numbers, head: numbers.includes(head) ? head : best, isOpen: opened !== undefined })
    for (const number of numbers)
      stackAt[number] = all.length
  }
  const stackOf = (number: number): ShownStack | null => all[(stackAt[number] ?? 0) - 1] ?? null

  const shown: number[] = []
  for (const number of order) {
    const stack = stackOf(number)
    if (stack !== null && stack.head !== number)
      continue
    shown.push(number)
    if (stack?.isOpen)
      shown.push(...stack.numbers.filter(other => other !== number).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0)))
  }
  const shownAt = new Int32Array(size).fill(-1)
  for (const [place, number] of shown.entries())
    shownAt[number] = place
  return {
    shown,
    placeOf(number) {
      const place = shownAt[number] ?? -1
      return place >= 0 ? place : shownAt[stackOf(number)?.head ?? -1] ?? -1
    },
    stackOf,
  }
}
