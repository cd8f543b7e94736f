/** Reads a script from a table: Markdown, or values that are separated by tabs, commas or semicolons. */
import type { ScriptText } from './script-lines.ts'
import type { Columns } from './table-heads.ts'
import { headingLine, oneRow } from './script-lines.ts'
import { columnsOf, headsKnown, isHeadAlone } from './table-heads.ts'

const separators = ['\t', ';', ','] as const
/** What Excel writes above a table. */
const separatorRow = /^sep=[;,\t]\n/i

/** Null where it is no table. A scene is a heading before its first line. */
export function readTable(source: string): ScriptText[] | null {
  const rows = markdownRows(source) ?? separatedRows(source.replace(separatorRow, ''))
  if (!rows || rows.length === 0)
    return null
  const columns = columnsOf(rows[0] ?? [])
  const width = rows[0]?.length ?? 0
  if (columns === null && (width < 2 || width > 3))
    return null
  return linesIn(rows, columns)
}

function linesIn(rows: readonly (readonly string[])[], columns: Columns | null): ScriptText[] {
  const at = columns ?? { speaker: 0, text: 1, direction: 2, scene: -1 }
  const sceneHead = oneRow(rows[0]?.[at.scene] ?? '')
  let scene = ''
  return rows.slice(columns === null ? 0 : 1).flatMap((cells) => {
    const lines: ScriptText[] = []
    const found = oneRow(cells[at.scene] ?? '')
    if (found !== '' && found !== scene)
      // A number alone is read as a scene only with its word.
      lines.push(headingLine(/^\d+$/.test(found) ? `${sceneHead} ${found}` : found))
    scene = found === '' ? scene : found
    const line = {
      speaker: oneRow(cells[at.speaker] ?? '').slice(0, 100),
      text: oneRow(cells[at.text] ?? ''),
      direction: oneRow(cells[at.direction] ?? '').replace(/^\(([^()]*)\)$/, '$1'),
    }
    return line.text !== '' || line.direction !== '' ? [...lines, line] : lines
  })
}

function markdownRows(source: string): string[][] | null {
  const rows = source.split('\n').map(row => row.trim()).filter(row => row !== '')
  if (rows.length < 2 || !rows.every(row => row.includes('|')) || !/^[|:\-\s]+$/.test(rows[1] ?? '') || !rows[1]?.includes('--'))
    return null
  return rows.filter((_, at) => at !== 1).map((row) => {
    const cells = row.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|').replaceAll(/\*\*|__/g, ''))
    return cells.slice(row.startsWith('|') ? 1 : 0, /(?<!\\)\|$/.test(row) ? -1 : undefined)
  })
}

function separatedRows(source: string): string[][] | null {
  if (!source.trim().includes('\n'))
    return null
  const [first = ''] = source.split('\n', 1)
  const separator = separatorOf(first)
  if (separator === undefined)
    return oneColumn(source, first)
  // The whole text is not read for the sake of a comma in its first row.
  const isPlain = !first.includes('"') && first.replaceAll(separator, '').trim() !== ''
  if (separator !== '\t' && isPlain && columnsOf(first.split(separator)) === null)
    return null
  const rows = cellsOf(source, separator).filter(row => row.some(cell => cell.trim() !== ''))
  const isEven = rows.every(row => row.length === rows[0]?.length)
  // Commas and semicolons are in all prose: heads tell a table, and one head alone may be a word of it.
  const known = headsKnown(columnsOf(rows[0] ?? []))
  const mayBeUneven = known > 1 || (known === 1 && separator === '\t')
  return mayBeUneven || ((known === 1 || separator === '\t') && isEven) ? rows : null
}

/** The one that makes most heads of the first row; none of them may be in a text of one column. */
function separatorOf(first: string): string | undefined {
  const found = separators.filter(sign => first.includes(sign))
  return found.toSorted((a, b) => knownWith(first, b) - knownWith(first, a))[0]
}

function knownWith(first: string, separator: string): number {
  return headsKnown(columnsOf(cellsOf(first, separator)[0] ?? []))
}

/** Null where the rows are paragraphs, or say who speaks. */
function oneColumn(source: string, first: string): string[][] | null {
  if (!isHeadAlone(first.replaceAll('"', '')))
    return null
  const rows = cellsOf(source.trimEnd(), '\t')
  return rows.every(row => row.length === 1 && row[0]?.trim() !== '' && !/^[^:：\n]{1,40}[:：]/.test(row[0] ?? '')) ? rows : null
}

/** The cells of a text that is separated by the first of tabs, semicolons and commas in its first row; null where there is none. */
export function separatedCells(source: string): string[][] | null {
  const [first = ''] = source.split('\n', 1)
  const separator = separators.find(sign => first.includes(sign))
  return separator === undefined ? null : cellsOf(source, separator)
}

/** As RFC 4180 has it: a cell in quotation marks may hold separators and line breaks, and a mark that is doubled. */
function cellsOf(source: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let [at, end] = [0, 0]
  while (at <= source.length) {
    let cell = ''
    if (source[at] === '"') {
      const parts: string[] = []
      at += 1
      for (end = source.indexOf('"', at); end >= 0 && source[end + 1] === '"'; end = source.indexOf('"', at)) {
        parts.push(source.slice(at, end + 1))
        at = end + 2
      }
      parts.push(source.slice(at, end < 0 ? undefined : end))
      cell = parts.join('')
      at = end < 0 ? source.length : end + 1
    }
    end = at
    while (end < source.length && source[end] !== separator && source[end] !== '\n')
      end += 1
    rows.at(-1)?.push(cell + source.slice(at, end))
    if (source[end] === '\n')
      rows.push([])
    at = end + 1
  }
  return rows
}
