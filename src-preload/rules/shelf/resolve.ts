/** A prompt as it is sent: each name of the shelf becomes its words. Pure: the words of a wildcard are drawn by the caller. */
import type { FieldIssue } from '#contract/faults.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import { namesOf, piecesOf } from './names.ts'

/** One of the words of a wildcard; `nth` counts from 0 within the prompt. */
export type Draw = (wildcard: ShelfEntry, nth: number) => string

export interface ResolvedText {
  readonly text: string
  /** Each entry once, in the order in which they are first named. */
  readonly used: readonly ShelfEntry[]
  readonly problems: readonly { readonly problem: FieldIssue['problem'], readonly limit: string | number }[]
}

/** Longer than any model takes; entries that name each other could make far more. */
const mostCharacters = 50_000
const mostNames = 2000

export function resolveText(text: string, entries: readonly ShelfEntry[], draw: Draw): ResolvedText {
  const names = namesOf(entries)
  const used = new Map<string, ShelfEntry>()
  const problems = new Map<string, ResolvedText['problems'][number]>()
  let [characters, named, drawn] = [0, 0, 0]

  const note = (problem: FieldIssue['problem'], limit: string | number): string => {
    problems.set(`${problem} ${limit}`, { problem, limit })
    return ''
  }
  const isTooMuch = (): boolean => characters > mostCharacters || named > mostNames

  function wordsOf(entry: ShelfEntry, within: readonly string[]): string {
    const isFirst = !used.has(entry.id)
    used.set(entry.id, entry)
    const inside = [...within, entry.id]
    switch (entry.kind) {
      case 'prompt':
      case 'look': return expand(entry.text.trim(), inside)
      case 'wildcard': return entry.words.length === 0 ? '' : expand(draw(entry, drawn++), inside)
      case 'character': {
        // Who it is, is said once.
        const shown = entry.name.replaceAll('_', ' ')
        const about = isFirst ? expand(entry.text.trim(), inside) : ''
        return about === '' ? shown : `${shown} (${about})`
      }
      default: return entry.kind satisfies never
    }
  }

  function expand(part: string, within: readonly string[]): string {
    let said = ''
    for (const piece of piecesOf(part, names)) {
      if (isTooMuch())
        return note('too-long', mostCharacters)
      if (piece.is === 'text') {
        characters += piece.text.length
        said += piece.text
        continue
      }
      named += 1
      const [entry, other] = piece.entries
      said += !entry
        ? note('unknown-name', piece.name)
        : other
          ? note('ambiguous-name', piece.name)
          : within.includes(entry.id) ? note('circular-name', piece.name) : wordsOf(entry, within)
    }
    return said
  }

  const resolved = expand(text, [])
  return { text: resolved, used: [...used.values()], problems: [...problems.values()] }
}
