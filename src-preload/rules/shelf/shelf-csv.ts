/** The shelf as a table: kind, name, text and place; of a wildcard, each word is a line of the text. Reference images are not part of it. */
import type { NewShelfEntry } from '#contract/shelf.ts'
import { mostShelfWords, ShelfKind, ShelfName } from '#contract/shelf.ts'
import { csvOf, hasMoreThan, rowsOfCsv } from '../script/csv.ts'

type Written = Pick<NewShelfEntry, 'kind' | 'name' | 'text' | 'words'>
interface TableEntry extends Written {
  /** Null where the table does not say it. */
  readonly place: 'project' | 'studio' | null
}

const header = ['kind', 'name', 'text'] as const
/** As the contract has them. */
const [mostOfText, mostOfWord] = [5000, 500]
const columns = [...header, 'place'] as const

export function writeShelf(entries: readonly (Written & Pick<NewShelfEntry, 'projectId'>)[]): string {
  return csvOf([columns, ...entries.map(({ kind, name, text, words, projectId }) =>
    [kind, name, kind === 'wildcard' ? words.join('\n') : text, projectId === null ? 'studio' : 'project'])])
}

function placeOf(cell: string | undefined): TableEntry['place'] {
  const place = cell?.toLowerCase()
  return place === 'project' || place === 'studio' ? place : null
}

function allWordsOf(text: string): string[] {
  return text.split('\n').map(word => word.trim()).filter(word => word !== '')
}

/** One word a line, without blank lines and without those that are too long: half of one would be another. */
export function wordsOfLines(text: string): string[] {
  return allWordsOf(text).filter(word => word.length <= mostOfWord).slice(0, mostShelfWords)
}

/** How many words an entry may not have: as there are too many, or as they are too long. */
export function wordsLeftOut(text: string): number {
  return allWordsOf(text).length - wordsOfLines(text).length
}

interface ReadShelf {
  readonly entries: TableEntry[]
  readonly strayCount: number
  /** Words of wildcards that one may not have. */
  readonly leftOutCount: number
  /** The names of entries that are not read: their text is too long, or each of their words is. */
  readonly tooLong: string[]
}

/**
 * A table with or without a header. Rows without a name that can be typed, without a kind or without words, and those with more cells
 * than columns, are counted, not read.
 */
export function readShelf(source: string): ReadShelf {
  const rows = rowsOfCsv(source)
  const first = rows[0]?.map(cell => cell.toLowerCase()) ?? []
  const isNamed = header.every(name => first.includes(name))
  const at = (name: typeof columns[number]): number => isNamed ? first.indexOf(name) : columns.indexOf(name)
  let leftOutCount = 0
  const tooLong: string[] = []
  const entries = rows.slice(isNamed ? 1 : 0).flatMap((row): TableEntry[] => {
    const kind = ShelfKind.safeParse(row[at('kind')]?.toLowerCase())
    const name = ShelfName.safeParse(row[at('name')]?.replace(/^@/, ''))
    const text = row[at('text')] ?? ''
    if (!kind.success || !name.success || text === '' || hasMoreThan(row, isNamed ? first.length : columns.length))
      return []
    const isWildcard = kind.data === 'wildcard'
    const words = isWildcard ? wordsOfLines(text) : []
    if (isWildcard ? words.length === 0 : text.length > mostOfText) {
      tooLong.push(name.data)
      return []
    }
    leftOutCount += isWildcard ? wordsLeftOut(text) : 0
    return [{ kind: kind.data, name: name.data, text: isWildcard ? '' : text, words, place: placeOf(row[at('place')]) }]
  })
  return { entries, strayCount: rows.length - (isNamed ? 1 : 0) - entries.length - tooLong.length, leftOutCount, tooLong }
}
