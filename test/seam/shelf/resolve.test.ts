/** What is sent instead of names: words of entries, once for each character, drawn ones for wildcards; and what cannot be sent. */
import type { ShelfEntry } from '#contract/shelf.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { resolveText } from '#rules/shelf/resolve.ts'
import { shelved } from './shelf-entries.ts'

const entries = [
  shelved('look', 'noir', ' black and white, hard light '),
  shelved('character', 'old_man', 'a tall man in a coat of @colour wool'),
  shelved('wildcard', 'colour', 'red|green'),
  shelved('prompt', 'scene', '@old_man at the harbour, @noir'),
  shelved('prompt', 'loop', 'x @pool'),
  shelved('prompt', 'pool', 'y @loop'),
]
const first = (entry: ShelfEntry): string => entry.words[0] ?? ''
const said = (text: string, of = entries) => resolveText(text, of, first).text
const problems = (text: string, of = entries) => resolveText(text, of, first).problems.map(({ problem, limit }) => `${problem} ${limit}`)

it('puts in the words of an entry, and of the entries that it names', () => {
  expect(said('@scene!')).toBe('old man (a tall man in a coat of red wool) at the harbour, black and white, hard light!')
})

it('says who a character is once', () => {
  expect(said('@old_man meets @OLD_MAN')).toBe('old man (a tall man in a coat of red wool) meets old man')
})

it('draws for each place by itself', () => {
  const drawn: number[] = []
  const { text } = resolveText('@colour or @colour', entries, ({ words }, nth) => {
    drawn.push(nth)
    return words[nth] ?? ''
  })
  expect([text, drawn]).toEqual(['red or green', [0, 1]])
})

it('names what is unknown, ambiguous or names itself, each once', () => {
  expect(problems('@nobody and @nobody, @loop')).toEqual(['unknown-name nobody', 'circular-name loop'])
  expect(problems('@noir', [...entries, shelved('look', 'Noir', 'other', { id: 'second' as never })])).toEqual(['ambiguous-name noir'])
  expect(problems('@scene, anna@example.com and @@nobody')).toEqual([])
})

it('refuses what would become endless, in a short time', () => {
  const chain = Array.from({ length: 30 }, (_, at) => shelved('prompt', `p${at}`, at === 0 ? 'x' : `@p${at - 1} @p${at - 1}`))
  expect(problems('@p29', chain)).toEqual(['too-long 50000'])
})

it('a text without an @ stays as it is', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }).filter(text => !text.includes('@')), (text) => {
    expect(said(text)).toBe(text)
  }))
})

it('what was written with doubled signs is sent as it was meant', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', ' ', '.', '@', '小', '_', '9') }).filter(text => !text.includes('@@'))
  fc.assert(fc.property(plain, (text) => {
    const escaped = text.replaceAll(/(?<![\w.%+-])@(?=[\p{L}\p{N}])/gu, '@@')
    expect(said(escaped, [])).toBe(text)
    expect(problems(escaped, [])).toEqual([])
  }))
})
