/** Every CSS variable that a style uses without a fallback is defined: by the palette, a style, or a part that sets it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { palettes } from '../../src-renderer/shell/palettes.ts'

const files = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(?:vue|css|ts)$/.test(name))
  .map(name => [name, readFileSync(join('src-renderer', name), 'utf8')] as const)

it('no style uses a variable that nothing defines', () => {
  const set = files.flatMap(([, text]) => [...text.matchAll(/--([a-z][\w-]*)['"]?\]?\s*[:,]/g)].map(([, name = '']) => name))
  const known = new Set([...Object.keys(palettes.dark), ...set])
  const used = files.flatMap(([file, text]) => [...text.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) => ({ file, name })))
  expect(used.length).toBeGreaterThan(500)
  expect(used.filter(({ name }) => !known.has(name))).toEqual([])
})
