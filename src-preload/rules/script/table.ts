/** Reads a script from a table: Markdown, or values that are separated by tabs, commas or semicolons. */
import type { ScriptText } from './script-lines.ts'
import { oneRow } from './script-lines.ts'

type Column = 'speaker' | 'text' | 'direction'

const headers: Readonly<Record<Column, RegExp>> = {
  speaker: /^(?:speaker|character|name|role|who|voice|actor|角色|说话人|人物|姓名)$/i,
  text: /^(?:text|line|lines|dialogue|dialog|words|says|script|台词|文本|内容|对白)$/i,
  direction: /^(?:direction|directions|how|tone|emotion|note|notes|delivery|语气|提示|情绪|备注)$/i,
}

/** Null where it is no table. */
export function readTable(source: string): ScriptText[] | null {
  const rows = markdownRows(source) ?? separatedRows(source)
  if (!rows || rows.length === 0)
    return null
  const columns = columnsOf(rows[0] ?? [])
  const width = rows[0]?.length ?? 0
  if (columns === null && (width < 2 || width > 3))
    return null
  const at = columns ?? { speaker: 0, text: 1, direction: 2 }
  return rows.slice(columns === null ? 0 : 1).map(cells => ({
    speaker: oneRow(cells[at.speaker] ?? '').slice(0, 100),
    text: oneRow(cells[at.text] ?? ''),
    direction: oneRow(cells[at.direction] ?? '').replace(/^\(([^()]*)\)$/, '$1'),
  })).filter(line => line.text !== '' || line.direction !== '')
}

/** Where each part stands; null for a row that is no header. A part without a column has place −1. */
function columnsOf(row: readonly string[]): Record<Column, number> | null {
  const placeOf = (column: Column): number => row.findIndex(cell => headers[column].test(cell.trim()))
  const found = { speaker: placeOf('speaker'), text: placeOf('text'), direction: placeOf('direction') }
  return found.text < 0 ? null : found
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
  const first = source.slice(0, !source.includes('\n') ? undefined : source.indexOf('\n'))
  const separator = ['\t', ';', ','].find(sign => first.includes(sign))
  if (separator === undefined || !source.trim().includes('\n'))
    return null
  // The whole text is not read for the sake of a comma in its first row.
  const isPlain = !first.includes('"') && first.replaceAll(separator, '').trim() !== ''
  if (separator !== '\t' && isPlain && columnsOf(first.split(separator)) === null)
    return null
  const rows = cellsOf(source, separator).filter(row => row.some(cell => cell.trim() !== ''))
  // Commas and semicolons stand in every prose: only a header with known names tells a table.
  if (columnsOf(rows[0] ?? []) !== null)
    return rows
  return separator === '\t' && rows.every(row => row.length === rows[0]?.length) ? rows : null
}

/** The cells of a text that is separated by the first of tabs, semicolons and commas in its first row; null where there is none. */
export function separatedCells(source: string): string[][] | null {
  const [first = ''] = source.split('\n', 1)
  const separator = ['\t', ';', ','].find(sign => first.includes(sign))
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
