/** A copy under a new name: a file that has the name already is never replaced, on volumes with links and without. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { copyFileAsNew } from '../../../src-main/base/atomic-file.ts'
import { makeFolder } from '../../kit/folder.ts'

const volume = vi.hoisted(() => ({ hasLinks: true }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    link: async (...args: Parameters<typeof real.link>) => {
      if (!volume.hasLinks)
        throw Object.assign(new Error('no links'), { code: 'ENOTSUP' })
      return real.link(...args)
    },
  }
})

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
  await writeFile(join(folder, 'from'), 'new')
})

it.each([true, false])('with links: %s', async (hasLinks) => {
  volume.hasLinks = hasLinks
  const to = join(folder, 'to')
  await copyFileAsNew(join(folder, 'from'), to)
  expect(await readFile(to, 'utf8')).toBe('new')
  await writeFile(to, 'of another program')
  await expect(copyFileAsNew(join(folder, 'from'), to)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await readFile(to, 'utf8')).toBe('of another program')
  expect((await readdir(folder)).sort()).toEqual(['from', 'to'])
})
