/** Tables as CSV files (RFC 4180), safe to open in a spreadsheet. */
import { separatedCells } from './table.ts'

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
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t])/, '')
  return (separatedCells(text) ?? []).map(row => row.map(plain)).filter(row => row.some(cell => cell !== ''))
}
