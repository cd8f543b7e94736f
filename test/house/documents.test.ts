/** Every file that a document or a comment names exists. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(entry =>
    join(entry.parentPath, entry.name))
}
const files = ['package.json', 'README.md', ...['bin', 'resources', 'src-main', 'src-preload', 'src-renderer', 'test'].flatMap(below)]

/** Files may be named from any folder on: `jobs/engine.ts` is enough where it is unique. */
const isThere = (named: string): boolean => files.some(file => file === named || file.endsWith(`/${named}`))

it('every file that a document or a comment names exists', () => {
  const named = files.filter(file => /\.(?:md|ts|mjs|vue)$/.test(file)).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(line => file.endsWith('.md') || /^\s*(?:\/\*\*|\*|\/\/|<!--)/.test(line))
    return [...lines.join('\n').matchAll(/`#?([\w-][\w./-]*\.(?:ts|mjs|vue|md))`/g)].map(([, name]) => ({ file, name: name! }))
  })
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
