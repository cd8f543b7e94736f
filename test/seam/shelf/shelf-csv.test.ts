/** The shelf as a table: what is written is read again; other tables are read as far as they can be. */
import type { ProjectId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ShelfKind, ShelfName } from '#contract/shelf.ts'
import { readShelf, wordsLeftOut, wordsOfLines, writeShelf } from '#rules/shelf/shelf-csv.ts'
import { newId } from '../../../src-main/base/ids.ts'

const line = fc.string({ minLength: 1, maxLength: 40 })
  .map(text => text.replaceAll(/['\r\n\uFEFF]/g, '').trim())
  .filter(text => text !== '')
const entry = fc.record({
  kind: fc.constantFrom(...ShelfKind.options),
  name: fc.string({ minLength: 1, maxLength: 12 }).filter(name => ShelfName.safeParse(name).success),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  place: fc.constantFrom('project', 'studio'),
}).map(({ kind, name, lines, place }) => kind === 'wildcard'
  ? { kind, name, text: '', words: wordsOfLines(lines.join('\n')), place }
  : { kind, name, text: lines.join('\n'), words: [], place })
const projectId = newId<ProjectId>()

it('reads what it has written', () => {
  fc.assert(fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
    const written = entries.map(({ place, ...each }) => ({ ...each, projectId: place === 'studio' ? null : projectId }))
    expect(readShelf(writeShelf(written))).toEqual({ entries, strayCount: 0, leftOutCount: 0, tooLong: [] })
  }))
})

it('reads columns in any order, names with their @, and counts what it cannot read', () => {
  expect(readShelf('Name;Text;Kind\n@anna;tall;Character\nno name;x;look\nb;;look\n')).toEqual({
    entries: [{ kind: 'character', name: 'anna', text: 'tall', words: [], place: null }],
    strayCount: 2,
    leftOutCount: 0,
    tooLong: [],
  })
})

it('counts the words that a wildcard may not have', () => {
  const text = `${Array.from({ length: 1003 }, (_, at) => `word ${at}`).join('\n')}\n\n`
  expect(wordsOfLines(text)).toHaveLength(1000)
  expect(wordsLeftOut(text)).toBe(3)
  expect(wordsLeftOut('a\nb')).toBe(0)
  const { entries, leftOutCount } = readShelf(`wildcard,many,"${text}"\nlook,ink,"${text.slice(0, 4000)}"`)
  expect([entries.map(each => each.words.length), leftOutCount]).toEqual([[1000, 0], 3])
})

it('counts a row whose words were cut by a comma that nobody quoted, and reads none of it', () => {
  const read = (source: string) => [readShelf(source).entries.map(({ name, text }) => [name, text]), readShelf(source).strayCount]
  expect(read('kind,name,text\nlook,ink,"black, white"\nlook,oil,thick, dark\nlook,pen,thin,,\n'))
    .toEqual([[['ink', 'black, white'], ['pen', 'thin']], 1])
  expect(read('look,ink,black,studio\nlook,oil,thick,dark,studio')).toEqual([[['ink', 'black']], 1])
})

it('cuts no words: a text that is too long is named, and a word that is too long is counted', () => {
  const rows = [`look,ink,${'a'.repeat(5000)}`, `look,oil,${'a'.repeat(5001)}`, `wildcard,many,"thin\n${'a'.repeat(501)}\n${'b'.repeat(500)}"`]
  const { entries, strayCount, leftOutCount, tooLong } = readShelf(rows.join('\n'))
  expect(entries.map(({ name, text, words }) => [name, text.length, words.map(word => word.length)]))
    .toEqual([['ink', 5000, []], ['many', 0, [4, 500]]])
  expect([strayCount, leftOutCount, tooLong]).toEqual([0, 1, ['oil']])
  // Nothing is left of it.
  expect(readShelf(`wildcard,long,${'a'.repeat(501)}`)).toEqual({ entries: [], strayCount: 0, leftOutCount: 0, tooLong: ['long'] })
})
