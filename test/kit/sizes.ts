/**
 * How much is run. `npm test` is for after each change: what each feature promises, and the money. `npm test -- --wide` is what CI runs:
 * longer tests of these promises, too. `npm run test:all` adds what tries a feature in each of its forms. A file of tests says in its head
 * that it is only for one of these, as Vitest's `@module-tag wide` or `@module-tag all`; a story has `@short` or `@wide` in its title, and
 * is only in `npm run test:all` without.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Size = 'short' | 'wide' | 'all'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tag = /\*\s*@module-tag (wide|all)$/m
const left = { short: ['wide', 'all'], wide: ['all'], all: [] } as const satisfies Record<Size, readonly string[]>

/** What Playwright looks for in titles; null for all stories. */
export const storiesOf: Readonly<Record<Size, string | null>> = { short: '@short', wide: '@short|@wide', all: null }

/** Paths of test files below the root that this size does not run. */
export function leftOutOf(size: Size): readonly string[] {
  const tags: readonly string[] = left[size]
  return globSync('test/**/*.test.ts', { cwd: root }).filter((path) => {
    const found = tag.exec(readFileSync(join(root, path), 'utf8'))?.[1]
    return found !== undefined && tags.includes(found)
  }).toSorted()
}
