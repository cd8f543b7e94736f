/** No field takes away what somebody is typing when the page is drawn again: see `v-committed.ts`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const components = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.vue'))
const isTyped = (tag: string): boolean => !/type="(?:radio|checkbox|range|file)"/.test(tag)

it('a field with a `:value` follows each key; others have `v-committed`', () => {
  const fields = components.flatMap((name) => {
    const tags = readFileSync(join('src-renderer', name), 'utf8').matchAll(/<(?:input|textarea)\b[^<]*/g)
    return [...tags].map(([tag]) => ({ name, tag })).filter(({ tag }) => isTyped(tag))
  })
  expect(fields.filter(({ tag }) => tag.includes('v-committed=')).length).toBeGreaterThan(15)
  expect(fields.filter(({ tag }) => tag.includes(' :value=') && !tag.includes('@input='))).toEqual([])
})
