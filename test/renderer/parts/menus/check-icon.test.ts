/** What is on in a menu is marked in front of the names, which all begin in one line: the sign is in none of them. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkIcon } from '../../../../src-renderer/parts/menus/check-icon.ts'

const root = new URL('../../../../src-renderer/', import.meta.url).pathname

it('has its room whether it is there or not', () => {
  expect([checkIcon(true)(), checkIcon(false)()]).toEqual(['✓', ''])
})

it('is written into no name', () => {
  const written = globSync('**/*.{vue,ts}', { cwd: root }).filter(file => /['"`]✓ /.test(readFileSync(`${root}${file}`, 'utf8')))
  expect(written).toEqual([])
})
