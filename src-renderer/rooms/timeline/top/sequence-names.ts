/** What sequences are called: in the list with their shape, and a copy in another shape. */
import { cutText } from '#rules/text/cut-text.ts'

/** As long as the contract takes. */
const longest = 200

/** What comes after the name is kept. */
function withEnd(name: string, end: string): string {
  return `${cutText(name, longest - end.length)}${end}`
}

/** A name that ends with the shape says it already. */
export function nameWithShape(name: string, shape: string): string {
  return name.endsWith(shape) ? name : `${name} · ${shape}`
}

/** The name of a copy: that of the original, with the shape of the copy in place of its own. */
export function nameInShape(name: string, own: string | null, shape: string): string {
  const base = own !== null && name.endsWith(` ${own}`) ? name.slice(0, -own.length).trim() : name
  return withEnd(base, ` ${shape}`)
}

/** The name itself, or with the first number that makes it one that nothing here has. */
export function freeName(base: string, taken: readonly string[]): string {
  const names = new Set(taken)
  const all = Array.from({ length: names.size + 1 }, (_, index) => withEnd(base, index === 0 ? '' : ` ${index + 1}`))
  return all.find(name => !names.has(name)) ?? base
}
