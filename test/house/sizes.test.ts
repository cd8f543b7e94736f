/** How much `npm test` runs is told by tags; one with a slip of the pen would be run in every size, or in none. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leftOutOf } from '../kit/sizes.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('finds each file of tests that has a tag of a size', () => {
  const tagged = globSync('test/**/*.test.ts', { cwd: root }).filter(path => /^\s*(?:\/\/|\*)\s*@module-tag\b/m.test(read(path))).toSorted()
  expect(tagged.length).toBeGreaterThan(0)
  expect(leftOutOf('short')).toEqual(tagged)
  expect(leftOutOf('wide').every(path => tagged.includes(path))).toBe(true)
  expect(leftOutOf('all')).toEqual([])
})

it('knows each tag in a title of a story', () => {
  const titles = globSync('test/e2e/**/*.spec.ts', { cwd: root })
    .flatMap(path => [...read(path).matchAll(/\b(?:test|test\.describe)\((['"`])(.*?)\1/g)].map(found => `${path}: ${found[2]}`))
  expect(titles.length).toBeGreaterThan(100)
  const tags = titles.flatMap(title => / @.*$/.exec(title)?.[0].trim().split(' ') ?? [])
  expect(tags.filter(each => !['@short', '@wide', '@web', '@browser', '@flags'].includes(each))).toEqual([])
  expect(tags).toContain('@short')
})
