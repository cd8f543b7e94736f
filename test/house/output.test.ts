/** Whatever the command line prints passes `hosts/web/output.ts`, which makes it harmless in a terminal. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const exceptions: Readonly<Record<string, string>> = {
  'hosts/electron/index.ts': 'the end of an app that could not open, for whoever started it from a terminal',
}

const writes = /\bstd(?:out|err)\.write\(|\bconsole\.\w+\(/

it('is written to the terminal in one place', () => {
  const files = globSync('**/*.ts', { cwd: join(root, 'src-main') }).map(file => file.split(sep).join('/'))
  const found = files.filter(file => writes.test(readFileSync(join(root, 'src-main', file), 'utf8')))
  expect(found.sort()).toEqual(Object.keys(exceptions))
})
