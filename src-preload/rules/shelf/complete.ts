/** What a name may be that is being typed behind an @. */
import type { ShelfEntry } from '#contract/shelf.ts'
import { foldShelfName } from './names.ts'

const mostOffered = 8

/** Names that begin so, then those that have it inside, each by name; of a project before those of the studio. */
export function offeredNames(typed: string, entries: readonly ShelfEntry[]): ShelfEntry[] {
  const wanted = foldShelfName(typed)
  return entries
    .map(entry => ({ entry, at: foldShelfName(entry.name).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0)
      || a.entry.name.localeCompare(b.entry.name)
      || Number(a.entry.projectId === null) - Number(b.entry.projectId === null))
    .slice(0, mostOffered)
    .map(({ entry }) => entry)
}

/** The text with a name in the place of what was typed, and the caret behind it. */
export function withName(text: string, { from, to }: { readonly from: number, readonly to: number }, name: string) {
  const rest = text.slice(to)
  const space = /^[\s.,;:!?)]/.test(rest) ? '' : ' '
  const said = `@${name}${space}`
  return { text: text.slice(0, from) + said + rest, caret: from + said.length }
}
