/** What kept calls expect to find in main: after this page's own changes before them, and anything at all once a person has decided. */
import type { KeptCall } from '#contract/kept.ts'
import type { KeptChange } from './kept-changes.ts'
import { lateSafetyOf } from '#contract/kept.ts'

type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The page shows what main has told, so two changes that wait both say what was there before the first of them. The later one follows the
 * earlier one instead; where main refuses that, it refuses this one as well.
 */
export function followingOwn(call: KeptCall, input: unknown, waiting: readonly KeptChange[]): unknown {
  const safety = lateSafetyOf(call)
  if (safety.is !== 'compares' || safety.parts.length === 0)
    return input
  const earlier = waiting.filter(change => change.call === call).flatMap(change => itemsOf(change.input, safety.each))
  return mapItems(input, safety.each, (item) => {
    const own = earlier.filter(each => safety.of.every(path => at(each, path) === at(item, path)))
    return own.length === 0 || item.expected === undefined ? item : { ...item, expected: after(item.expected, own, safety.parts) }
  })
}

/** The change, with the present values as expected ones. */
export function withoutExpected(call: KeptCall, input: unknown): unknown {
  const safety = lateSafetyOf(call)
  return safety.is !== 'compares' ? input : mapItems(input, safety.each, ({ expected: _, ...item }) => item)
}

function after(expected: unknown, own: readonly Plain[], parts: string | readonly string[]): unknown {
  if (typeof parts === 'string')
    return own.reduce((before, each) => each[parts] === undefined ? before : each[parts], expected)
  return own.reduce((before, each) => {
    const changed = parts.filter(name => isPlain(before) && before[name] !== undefined && each[name] !== undefined)
    return isPlain(before)
      ? { ...before, ...Object.fromEntries(changed.map(name => [name, partAfter(name, before[name], each[name])])) }
      : before
  }, expected)
}

/** Pictures are followed one by one: a change names only some of them. */
function partAfter(name: string, before: unknown, set: unknown): unknown {
  return name === 'whenShortOf' && isPlain(before) && isPlain(set)
    ? Object.fromEntries(Object.entries(before).map(([id, was]) => [id, id in set ? set[id] : was]))
    : set
}

function at(item: Plain, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => isPlain(value) ? value[name] : undefined, item)
}

function itemsOf(input: unknown, each: string | undefined): readonly Plain[] {
  const items = each !== undefined && isPlain(input) ? input[each] : [input]
  return Array.isArray(items) ? items.filter(isPlain) : []
}

function mapItems(input: unknown, each: string | undefined, change: (item: Plain) => Plain): unknown {
  if (!isPlain(input))
    return input
  if (each === undefined)
    return change(input)
  const items = input[each]
  return Array.isArray(items) ? { ...input, [each]: items.map((item: unknown) => isPlain(item) ? change(item) : item) } : input
}
