/** Which entries of the studio's shelf a project names in its prompts: they come along as its own. */
import type { NewShelfEntry } from '#contract/shelf.ts'
import { foldShelfName, namesOf, piecesOf } from '#rules/shelf/names.ts'

type Entry = Pick<NewShelfEntry, 'name' | 'text' | 'words'>

/** Those of `studio` that the texts name, and that those name in turn. A name of `own` is the project's. */
export function namedEntries<One extends Entry>(texts: readonly string[], own: readonly Entry[], studio: readonly One[]): One[] {
  const owned = new Set(own.map(entry => foldShelfName(entry.name)))
  const names = namesOf(studio.filter(entry => !owned.has(foldShelfName(entry.name))))
  const found = new Set<One>()
  const waiting = [...texts, ...own.flatMap(entry => [entry.text, ...entry.words])]
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const piece of piecesOf(text, names)) {
      for (const entry of piece.is === 'name' ? piece.entries : []) {
        if (!found.has(entry))
          waiting.push(entry.text, ...entry.words)
        found.add(entry)
      }
    }
  }
  return [...found]
}

/** All strings in a value, also in JSON inside it. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const inside: unknown = value.startsWith('{') || value.startsWith('[') ? parsed(value) : undefined
    return inside === undefined ? [value] : textsIn(inside)
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
