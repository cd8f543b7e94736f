/** The table of habits says keys that the Timeline has. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { en } from '../../src-renderer/texts/en/index.ts'
import { timelineActs } from '../../src-renderer/texts/en/timeline-acts.ts'

const source = readFileSync('src-renderer/rooms/timeline/actions.ts', 'utf8')
const preview = readFileSync('src-renderer/rooms/timeline/preview/PreviewPlace.vue', 'utf8')
const table = readFileSync('resources/timeline-habits.md', 'utf8').split('## Pointer')[0] ?? ''

/** Label of each act with its keys, as they are written in the code. */
function keysInCode(): Map<string, string[]> {
  const quoted = (text: string): string[] => [...text.matchAll(/'((?:\\.|[^'\\])+)'/g)].map(([, key = '']) => key.replace(/\\(.)/g, '$1'))
  const found = new Map<string, string[]>()
  for (const [, name = '', keys = ''] of source.matchAll(/act\(\s*'[\w-]+',\s*'(\w+)',\s*\[(.*)\],/g))
    found.set(timelineActs[name as keyof typeof timelineActs], quoted(keys))
  for (const [, name = '', keys = ''] of preview.matchAll(/label: texts => texts\.timeline\.preview\.(\w+), keys: \[(.*?)\]/g))
    found.set(String(en.timeline.preview[name as 'play']), quoted(keys))
  return found
}

it('each key of the table is one of its act', () => {
  const known = keysInCode()
  const lines = table.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| act'))
  const rows = lines.map(line => line.split(' | ').map(cell => cell.replace(/^\| |`/g, '').trim()))
  expect(rows.length).toBeGreaterThan(40)
  const wrong = rows.flatMap(([act = '', keys = '']) => {
    const own = known.get(act)
    const told = keys.split(', ').map(key => key.toLowerCase().replace('ctrl', 'mod'))
    return own && told.every(key => own.includes(key)) ? [] : [`${act}: ${keys}, in the code: ${own?.join(', ') ?? 'no such act'}`]
  })
  expect(wrong).toEqual([])
})
