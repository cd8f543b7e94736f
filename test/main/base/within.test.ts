/** What is in a folder, by text and by the disk. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isWithin, wouldBeWithin } from '../../../src-main/base/within.ts'
import { makeFolder } from '../../kit/folder.ts'

it.each([
  ['/a/b', '/a/b', true],
  ['/a/b/c', '/a/b', true],
  ['/a/b/..c', '/a/b', true],
  ['/a/bc', '/a/b', false],
  ['/a', '/a/b', false],
  ['/', '/a', false],
])('%j within %j: %j', (path, folder, is) => {
  expect(isWithin(path, folder)).toBe(is)
})

it('follows links on the way to a file that need not exist, and not the one that the file would replace', async () => {
  const home = await makeFolder()
  const folder = join(home, 'studio')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await mkdir(join(home, 'else'))
  await symlink(folder, join(home, 'link'), 'dir')
  await symlink(join(home, 'else'), join(folder, 'out'), 'dir')
  await symlink(join(folder, 'assets'), join(home, 'else', 'assets'), 'dir')
  const would = (...names: string[]): Promise<boolean> => wouldBeWithin(join(home, ...names), folder)
  expect(await would('studio', 'assets', 'new', 'a.mp4')).toBe(true)
  expect(await would('link', 'a.mp4')).toBe(true)
  expect(await would('link', 'new', 'a.mp4')).toBe(true)
  expect(await would('else', 'assets', 'a.mp4')).toBe(true)
  expect(await would('studio', 'out', 'a.mp4')).toBe(false)
  expect(await would('else', 'assets')).toBe(false)
  expect(await would('studio2', 'a.mp4')).toBe(false)
  expect(await wouldBeWithin(join(home, 'link', 'a.mp4'), join(home, 'link'))).toBe(true)
  expect(await wouldBeWithin(join(home, 'a.mp4'), join(home, 'gone'))).toBe(false)
})
