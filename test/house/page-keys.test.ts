/** What a browser keeps has one list of keys, of which each belongs to one place. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageKeys } from '../../src-renderer/wire/page-keys.ts'

const files = globSync('src-renderer/**/*.{ts,vue}').map(path => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))

it('no other file spells a key, or keeps something under one that is not listed', () => {
  const others = files.filter(({ path }) => path !== 'src-renderer/wire/page-keys.ts')
  expect(others.filter(({ text }) => /['"`]takeroom\./.test(text)).map(({ path }) => path)).toEqual([])
  const unlisted = /\b(?:useLocalStorage|useSessionStorage|(?:local|session)Storage\.\w+)(?:<[^()]*>)?\(\s*(?:['"]|`(?!\$\{pageKeys))/
  expect(others.filter(({ text }) => unlisted.test(text)).map(({ path }) => path)).toEqual([])
})

it('each key begins alike, differs from all others, and is named by one file', () => {
  expect(Object.values(pageKeys).filter(key => !key.startsWith('takeroom.'))).toEqual([])
  expect(new Set(Object.values(pageKeys)).size).toBe(Object.keys(pageKeys).length)
  const users = Object.keys(pageKeys).map(name =>
    ({ name, users: files.filter(({ text }) => new RegExp(`pageKeys\\.${name}\\b`).test(text)).map(({ path }) => path) }))
  expect(users.filter(each => each.users.length !== 1)).toEqual([])
})
