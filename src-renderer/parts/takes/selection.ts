/** Which takes are chosen: one by a click, more with Ctrl, a stretch with Shift, as in a file manager. */
export interface Selection<Id> {
  readonly ids: ReadonlySet<Id>
  /** The one that was touched last: shown in the inspector, moved by the arrow keys. */
  readonly at: Id | null
  /** Where a stretch begins. */
  readonly anchor: Id | null
}

export interface Modifiers { readonly adds: boolean, readonly stretches: boolean }

export const nothingSelected: Selection<never> = { ids: new Set(), at: null, anchor: null }

/**
 * The selection after one take was touched. `order` is what is shown, in order. `allOf`: what is selected with each of them, itself
 * included; a closed stack is selected with all of its takes.
 */
export function touch<Id>(
  selection: Selection<Id>,
  order: readonly Id[],
  id: Id,
  { adds, stretches }: Modifiers,
  allOf: (id: Id) => readonly Id[] = one => [one],
): Selection<Id> {
  if (stretches && selection.anchor !== null) {
    const from = order.indexOf(selection.anchor)
    const to = order.indexOf(id)
    if (from >= 0 && to >= 0) {
      const stretch = order.slice(Math.min(from, to), Math.max(from, to) + 1).flatMap(allOf)
      return { ids: new Set([...(adds ? selection.ids : []), ...stretch]), at: id, anchor: selection.anchor }
    }
  }
  if (!adds)
    return { ids: new Set(allOf(id)), at: id, anchor: id }
  if (!selection.ids.has(id))
    return { ids: new Set([...selection.ids, ...allOf(id)]), at: id, anchor: id }
  const leaving = new Set(allOf(id))
  const ids = new Set([...selection.ids].filter(each => !leaving.has(each)))
  return { ids, at: [...ids].at(-1) ?? null, anchor: id }
}

/** Without takes that are not shown any more. */
export function keepShown<Id>(selection: Selection<Id>, shown: Pick<ReadonlySet<Id>, 'has'>): Selection<Id> {
  if ([...selection.ids].every(id => shown.has(id)))
    return selection
  const ids = new Set([...selection.ids].filter(id => shown.has(id)))
  return {
    ids,
    at: selection.at !== null && ids.has(selection.at) ? selection.at : [...ids].at(-1) ?? null,
    anchor: selection.anchor !== null && ids.has(selection.anchor) ? selection.anchor : null,
  }
}
