/**
 * Each text of the corpus has its right reading. A row of a reading is `NAME (how): words`, `: words` of nobody, `- direction`, `~ effect`,
 * `# heading`, `! note` or `x left out`; a question mark before it says that a person should look at it.
 */
import type { ReadRow } from '#rules/script/reading/read-row.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readScriptAs } from '#rules/script/read-script.ts'
import { withoutForeignForm } from '#rules/script/reading/foreign-forms.ts'
import { headingOf } from '#rules/script/script-lines.ts'
import { corpus as written } from './corpus.ts'
import { files } from './files.ts'
import { languages } from './languages.ts'
import { outsideMore } from './outside-more.ts'
import { outside } from './outside.ts'
import { printed } from './printed.ts'
import { programs } from './programs.ts'
import { sceneMixed } from './scene-mixed.ts'
import { trades } from './trades.ts'

const corpus = [...written, ...printed, ...outside, ...outsideMore, ...languages, ...programs, ...trades, sceneMixed]
const marks = { 'direction': '-', 'effect': '~', 'note': '!', 'left-out': 'x' } as const

function shown(row: ReadRow): string {
  if (row.kind === 'heading')
    return `# ${headingOf(row)}`
  if (row.kind !== 'speech')
    return `${row.isDoubtful && row.kind !== 'left-out' ? '?' : ''}${marks[row.kind]} ${row.direction}`
  const how = row.direction === '' ? '' : `${row.speaker === '' ? '' : ' '}(${row.direction})`
  return `${row.isDoubtful ? '?' : ''}${row.speaker}${how}: ${row.text}`
}

it.each([...corpus, ...files])('$name', ({ source, reading }) => {
  expect(readScriptAs(source).rows.map(shown)).toEqual(reading)
})

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

function checkWords(all: readonly { readonly source: string }[], wordsOf: (text: string) => string): void {
  // What a program adds to words is written in another way.
  const texts = all.map(({ source }) => source).filter(source => !/\S \[\[/.test(source) && withoutForeignForm(source) === source)
  const anySources = fc.array(fc.constantFrom(...texts), { maxLength: 5 })
  fc.assert(fc.property(anySources, fc.constantFrom('\n', '\n\n', '\n---\n'), (some, between) => {
    const source = some.join(between)
    fc.pre(!source.includes('-->'))
    expect(wordsOf(readScriptAs(source).rows.map(({ written }) => written).join(' '))).toBe(wordsOf(source))
  }), { numRuns: 1000 })
}

it('each word is in one row, whatever follows whatever', () => {
  checkWords(written, letters)
})

it('each word of a print is in one row: heads in the middle of a paragraph come after it', () => {
  checkWords(corpus, text => [...letters(text)].sort().join(''))
})

it('blank rows, spaces and the ends of rows change nothing', () => {
  for (const { source } of corpus) {
    const reading = readScriptAs(source).rows.map(shown)
    expect(readScriptAs(`\n\n${source}\n\n`).rows.map(shown)).toEqual(reading)
    expect(readScriptAs(source.replaceAll('\n', '\r\n')).rows.map(shown)).toEqual(reading)
    expect(readScriptAs(source.replaceAll('\n\n', '\n\n\n')).rows.map(shown)).toEqual(reading)
  }
})

it('no prose or play is offered as a table', () => {
  const offered = corpus.filter(({ source }) => {
    const { table, maySeparate } = readScriptAs(source)
    return table === null && maySeparate !== null
  })
  expect(offered.map(({ name }) => name)).toEqual([])
})
