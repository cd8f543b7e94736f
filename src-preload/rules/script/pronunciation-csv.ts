/** The pronunciation dictionary as a table: word, language, what is said, and whether it is of the project or the studio. */
import type { Pronunciation } from '#contract/script.ts'
import { csvOf, hasMoreThan, rowsOfCsv } from './csv.ts'
import { languageCodes } from './language-code.ts'
import { namedLanguage } from './named-language.ts'

export type NewPronunciation = Pick<Pronunciation, 'word' | 'language' | 'alias'> & { readonly isOfProject: boolean }

const header = ['word', 'language', 'alias', 'scope'] as const

export function writePronunciations(entries: readonly Pronunciation[]): string {
  const rows = entries.map(({ word, language, alias, projectId }) => [word, language, alias, projectId === null ? 'studio' : 'project'])
  return csvOf([header, ...rows])
}

/** As one call may write. */
const mostEntries = 5000
const [mostOfWord, mostOfAlias] = [100, 200]

const anyLanguage: ReadonlySet<string> = new Set(['', '*', 'all', 'any'])
/** In English, in Chinese and in itself, as a spreadsheet may name it. */
const codesByName: ReadonlyMap<string, string> = new Map(languageCodes.flatMap(code => ['en', 'zh', code].map((locale) => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
  return [name.toLowerCase(), code] as const
})))

/** As `English (US)`, `Deutsch` or `pt-BR`; empty for every language, null for what is no language of the list. */
function languageIn(cell: string): string | null {
  const plain = cell.toLowerCase()
  const bare = plain.replace(/[(（].*$/su, '').trim()
  return anyLanguage.has(plain) ? '' : codesByName.get(plain) ?? codesByName.get(bare) ?? namedLanguage(bare)
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
    const [word, alias, language] = [row[at('word')] ?? '', row[at('alias')] ?? '', languageIn(row[at('language')] ?? '')]
    const isCut = hasMoreThan(row, isNamed ? first.length : header.length)
    const isWhole = !isCut && word !== '' && alias !== '' && word.length <= mostOfWord && alias.length <= mostOfAlias
    return isWhole && language !== null ? [{ word, alias, language, isOfProject: row[at('scope')] !== 'studio' }] : []
  }).slice(0, mostEntries)
  return { entries, strayCount: rows.length - (isNamed ? 1 : 0) - entries.length }
}
