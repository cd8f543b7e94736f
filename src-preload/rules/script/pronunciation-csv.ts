/** The pronunciation dictionary as a table: word, language, what is said, and whether it is of the project or the studio. */
import type { Pronunciation } from '#contract/script.ts'
import { csvOf, rowsOfCsv } from './csv.ts'
import { languageCode } from './language-code.ts'

export type NewPronunciation = Pick<Pronunciation, 'word' | 'language' | 'alias'> & { readonly isOfProject: boolean }

const header = ['word', 'language', 'alias', 'scope'] as const

export function writePronunciations(entries: readonly Pronunciation[]): string {
  const rows = entries.map(({ word, language, alias, projectId }) => [word, language, alias, projectId === null ? 'studio' : 'project'])
  return csvOf([header, ...rows])
}

/** A table with or without a header; without one, the columns are in the order of `writePronunciations`, or just word and alias. */
export function readPronunciationTable(source: string): { readonly entries: NewPronunciation[], readonly strayCount: number } {
  const rows = rowsOfCsv(source)
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
