/** The rows of the trash: acts, and below those that are opened their items, as far as they were read. Pure. */
import type { TrashAct, TrashItem, TrashRef } from '#contract/trash.ts'

export const keyOf = ({ kind, id }: TrashRef): string => `${kind} ${id}`

export type TrashRow = { readonly key: string, readonly act: TrashAct }
  & ({ readonly is: 'act' } | { readonly is: 'item', readonly item: TrashItem } | { readonly is: 'more', readonly count: number })

/** `open` has the items of opened acts. */
export function rowsOf(acts: readonly TrashAct[], open: ReadonlyMap<string, readonly TrashItem[]>): TrashRow[] {
  return acts.flatMap((act): TrashRow[] => {
    const items = act.count > 1 ? open.get(act.key) ?? [] : []
    const more = items.length === 0 ? 0 : act.count - items.length
    return [
      { is: 'act', key: act.key, act },
      ...items.map((item): TrashRow => ({ is: 'item', key: keyOf(item), act, item })),
      ...more > 0 ? [{ is: 'more', key: `more ${act.key}`, act, count: more } as const] : [],
    ]
  })
}
