/** The pronunciation dictionary as a table: word, language, what is said, and whether it is of the project or the studio. */
import type { Pronunciation } from '#contract/script.ts'
import { languageCode } from './language-code.ts'
import { separatedCells } from './table.ts'

export type NewPronunciation = Pick<Pronunciation, 'word' | 'language' | 'alias'> & { readonly isOfProject: boolean }

const header = ['word', 'language', 'alias', 'scope'] as const

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe, which reading takes away. */
export function writePronunciations(entries: readonly Pronunciation[]): string {
  const cell = (text: string): string => {
    const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
    return /[",;\n\r']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const rows = entries.map(({ word, language, alias, projectId }) => [word, language, alias, projectId === null ? 'studio' : 'project'])
  return [header, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A table with or without a header; without one, the columns are in the order of `writePronunciations`, or just word and alias. */
export function readPronunciationTable(source: string): { readonly entries: NewPronunciation[], readonly strayCount: number } {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t])/, '')
  const rows = (separatedCells(text) ?? []).map(row => row.map(plain)).filter(row => row.some(cell => cell !== ''))
  const first = rows[0]?.map(cell => cell.toLowerCase()) ?? []
  const isNamed = first.includes('word') && first.includes('alias')
  const isShort = !isNamed && rows.every(row => row.length === 2)
  const at = (name: typeof header[number]): number =>
    isNamed ? first.indexOf(name) : isShort ? ['word', 'alias'].indexOf(name) : header.indexOf(name)
  const entries = rows.slice(isNamed ? 1 : 0).flatMap((row): NewPronunciation[] => {
    const [word = '', alias = ''] = [row[at('word')]?.slice(0, 100), row[at('alias')]?.slice(0, 200)]
    const language = languageCode(row[at('language')]) ?? ''
    return word === '' || alias === '' ? [] : [{ word, alias, language, isOfProject: row[at('scope')] !== 'studio' }]
  })
  return { entries, strayCount: rows.length - (isNamed ? 1 : 0) - entries.length }
}
