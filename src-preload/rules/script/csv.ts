/** Tables as CSV files (RFC 4180), safe to open in a spreadsheet. */
import { separatedCells } from './table.ts'

/** A line, or all that is quoted: marks that do not enclose the whole of it are part of the words. */
const onlyCell = /(?<![^\n])(?:[\t ]*"([^"]*(?:""[^"]*)*)"[\t ]*|[^\n]+)(?![^\n])/g

function cellOf(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",;\n\r']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe, which reading takes away. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** Without blank rows; cells are trimmed. */
export function rowsOfCsv(source: string): string[][] {
  return plainRows(separatedCells(plainLines(source)) ?? [])
}

/** Of one column where the first row has no separator: there a comma is part of the words. */
export function rowsOfColumns(source: string): string[][] {
  const text = plainLines(source)
  return plainRows(separatedCells(text) ?? Array.from(text.matchAll(onlyCell), ([line, quoted]) => [quoted?.replaceAll('""', '"') ?? line]))
}

/** Whether words are in cells to which no column belongs: a comma that nobody quoted has cut what is before it. */
export function hasMoreThan(row: readonly string[], columns: number): boolean {
  return row.slice(columns).some(cell => cell !== '')
}

function plainLines(source: string): string {
  return source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
}

function plainRows(rows: readonly (readonly string[])[]): string[][] {
  return rows.map(row => row.map(cell => cell.trim().replace(/^'(?=[=+\-@\t])/, ''))).filter(row => row.some(cell => cell !== ''))
}
