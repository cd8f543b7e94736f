/**
 * The order in which things were made. Main's ids rise with each thing, so no list depends on the clock of this machine, which may be set
 * back. Not for sequences, deliveries and messages, whose ids pages make up.
 */
interface Made { readonly id: string }

export function oldestFirst(a: Made, b: Made): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

export function newestFirst(a: Made, b: Made): number {
  return oldestFirst(b, a)
}
