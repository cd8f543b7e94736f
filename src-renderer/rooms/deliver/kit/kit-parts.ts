/** The parts of a kit in the order in which they are offered, and which of them make sense together. */
import { KitPart } from '#contract/delivery-options.ts'

export const kitParts: readonly KitPart[] = KitPart.options

/** Without this part the other one has nothing to be made from, or is of no use. */
export function neededBy(part: KitPart): KitPart | null {
  return part === 'poster' ? 'master' : part === 'media' ? 'edit-lists' : null
}

/** Of the wanted parts those that can be made; `sizes` has only those that the sequence has something for. Null is not known yet. */
export function chosenParts(wanted: readonly KitPart[], sizes: ReadonlyMap<KitPart, unknown> | null): KitPart[] {
  const possible = kitParts.filter(part => wanted.includes(part) && (sizes === null || sizes.has(part)))
  return possible.filter((part) => {
    const needed = neededBy(part)
    return needed === null || possible.includes(needed)
  })
}
