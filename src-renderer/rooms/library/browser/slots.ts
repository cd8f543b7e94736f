/** Rows and cells that come take over the elements of those that leave: to change a card takes far less time than to make one. Pure. */
import type { Take } from '#contract/takes.ts'

interface Slot {
  readonly key: number
  /** Names the element, whatever it shows. */
  readonly slot: number
}

export interface Row {
  /** The number of its first take. */
  readonly key: number
  readonly top: number
  /** Null until it is filled. */
  readonly takes: readonly Take[] | null
  /** How many takes it has. */
  readonly count: number
}

/** `key` is the number of the take. A row that is not filled yet has the cells that its element showed last, which are hidden. */
export interface Cell extends Slot { readonly take: Take }
export interface SlottedRow extends Row, Slot { readonly cells: readonly Cell[] }

interface Ways {
  /** This take has the focus or the pointer: its element is not given to another one. */
  readonly isHeld: (number: number) => boolean
  /** The name of a new element. */
  readonly fresh: () => number
}

/**
 * What stays keeps its element. While one of these is held, others get only elements from between the same two that stay, so that none is
 * moved in the page, which would take the focus from it.
 */
function takenOver<S extends Slot>(
  before: readonly S[],
  keys: readonly number[],
  { isHeld, fresh }: { isHeld: (slot: S) => boolean, fresh: Ways['fresh'] },
): Slot[] {
  const placeBefore = new Map(before.map(({ key }, at) => [key, at]))
  const wanted = new Set(keys)
  if (!before.some(slot => wanted.has(slot.key) && isHeld(slot))) {
    const free = before.filter(slot => !wanted.has(slot.key) && !isHeld(slot)).values()
    return keys.map(key => ({ key, slot: (before[placeBefore.get(key) ?? -1] ?? free.next().value)?.slot ?? fresh() }))
  }
  let at = 0
  return keys.map((key) => {
    const place = placeBefore.get(key) ?? before.findIndex((slot, index) => index >= at && (wanted.has(slot.key) || !isHeld(slot)))
    const found = before[place]
    if (!found || (found.key !== key && wanted.has(found.key)))
      return { key, slot: fresh() }
    at = place + 1
    return { key, slot: found.slot }
  })
}

/** The rows that are shown now, each with the element that shows it and its cells. */
export function slotted(before: readonly SlottedRow[], rows: readonly Row[], { isHeld, fresh }: Ways): SlottedRow[] {
  const cellsBefore = new Map(before.map(({ slot, cells }) => [slot, cells]))
  const isRowHeld = ({ cells }: SlottedRow): boolean => cells.some(({ key }) => isHeld(key))
  const slots = takenOver(before, rows.map(({ key }) => key), { isHeld: isRowHeld, fresh })
  return rows.map((row, at) => {
    const slot = slots[at]?.slot ?? fresh()
    const shown = cellsBefore.get(slot) ?? []
    if (row.takes === null)
      return { ...row, slot, cells: shown }
    const cells = takenOver(shown, row.takes.map(({ number }) => number), { isHeld: ({ key }) => isHeld(key), fresh })
    return { ...row, slot, cells: row.takes.map((take, place) => ({ key: take.number, slot: cells[place]?.slot ?? fresh(), take })) }
  })
}
