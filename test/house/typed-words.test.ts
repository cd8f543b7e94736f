/** No field loses what somebody is typing when the page is drawn again, or acts in the middle of a word: see `v-committed.ts`. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const components = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.vue'))
const isTyped = (tag: string): boolean => !/type="(?:radio|checkbox|range|file|color)"/.test(tag)

/** What is typed in these is what `:value` is bound to, from each key on. */
const followEachKey = ['FindBar', 'FitLine', 'LineHeading', 'LineRow', 'ProposalTable', 'WordsBox']

it('a field with a `:value` follows each key; others have `v-committed`', () => {
  const fields = components.flatMap((name) => {
    const tags = readFileSync(join('src-renderer', name), 'utf8').matchAll(/<(?:input|textarea)\b[^<]*/g)
    return [...tags].map(([tag]) => ({ name, tag })).filter(({ tag }) => isTyped(tag))
  })
  expect(fields.filter(({ tag }) => tag.includes('v-committed=')).length).toBeGreaterThan(15)
  const bound = fields.filter(({ tag }) => tag.includes(' :value='))
  expect(bound.filter(({ tag }) => !tag.includes('@input='))).toEqual([])
  expect([...new Set(bound.map(({ name }) => basename(name, '.vue')))].sort()).toEqual(followEachKey)
})

it('a key that ends the composition of a word does nothing else in a field', () => {
  const all = components.flatMap((name) => {
    const source = readFileSync(join('src-renderer', name), 'utf8')
    return [...source.matchAll(/@keydown\.enter[\w.]*="([^"]*)"/g)].map(({ index, 0: listener, 1: run = '' }) => {
      const tag = [...source.slice(0, index).matchAll(/<([a-z][\w-]*)/gi)].at(-1)?.[1] ?? ''
      return { name, tag, listener, isChecked: run.startsWith('isEntered($event) && ') }
    })
  })
  const ofFields = all.filter(({ tag }) => /^(?:input|textarea|N[A-Z]\w*)$/.test(tag))
  expect(ofFields.length).toBeGreaterThan(8)
  expect(ofFields.filter(({ isChecked }) => !isChecked)).toEqual([])
})
