/** What is chosen in the trash, also of what the page has not read: all or nothing, turned round for whole acts and single items. Pure. */
import type { TrashAct, TrashRef } from '#contract/trash.ts'
import { keyOf } from './trash-rows.ts'

export interface Choice {
  readonly isAll: boolean
  /** Keys of the acts that it is turned round for. */
  readonly acts: ReadonlySet<string>
  /** Items that are turned round again, by their keys, with the key of their act. */
  readonly items: ReadonlyMap<string, { readonly ref: TrashRef, readonly act: string }>
}

export const nothing: Choice = { isAll: false, acts: new Set(), items: new Map() }
export const everything: Choice = { ...nothing, isAll: true }

const isWhole = ({ isAll, acts }: Choice, act: string): boolean => isAll !== acts.has(act)
const turnedIn = ({ items }: Choice, act: string): number => [...items.values()].filter(item => item.act === act).length

/** How many items of an act are chosen. */
export function chosenIn(choice: Choice, { key, count }: TrashAct): number {
  return isWhole(choice, key) ? count - turnedIn(choice, key) : turnedIn(choice, key)
}

export function isChosen(choice: Choice, act: TrashAct, item: TrashRef): boolean {
  return isWhole(choice, act.key) !== choice.items.has(keyOf(item))
}

/** Of `count` items, of which those of `acts` are known. */
export function countChosen(choice: Choice, acts: readonly TrashAct[], count: number): number {
  return acts.reduce((sum, act) => sum + chosenIn(choice, act) - (choice.isAll ? act.count : 0), choice.isAll ? count : 0)
}

export function withAct(choice: Choice, { key }: TrashAct, wanted: boolean): Choice {
  const acts = new Set(choice.acts)
  if (wanted === choice.isAll)
    acts.delete(key)
  else
    acts.add(key)
  return { ...choice, acts, items: new Map([...choice.items].filter(([, item]) => item.act !== key)) }
}

export function withItem(choice: Choice, act: TrashAct, { kind, id }: TrashRef, wanted: boolean): Choice {
  const items = new Map(choice.items)
  const ref = { kind, id }
  if (wanted === isWhole(choice, act.key))
    items.delete(keyOf(ref))
  else
    items.set(keyOf(ref), { ref, act: act.key })
  const next = { ...choice, items }
  return turnedIn(next, act.key) === act.count ? withAct(next, act, wanted) : next
}
