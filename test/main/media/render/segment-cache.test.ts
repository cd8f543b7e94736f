/** Kept segments are found again, never when damaged, and never take more room than they may. */
import type { SegmentCache } from '../../../../src-main/media/render/segment-cache.ts'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSegmentCache } from '../../../../src-main/media/render/segment-cache.ts'
import { createTestClock } from '../../../kit/clock.ts'
import { makeFolder } from '../../../kit/folder.ts'

const keyOf = (digit: number): string => String(digit).repeat(64)

const totalsOf = async (cache: SegmentCache) => (await cache.storage()[Symbol.asyncIterator]().next()).value

async function open({ limit = 1_000 } = {}) {
  const folder = await makeFolder()
  const clock = createTestClock()
  const limits = { bytes: limit, hasRoom: true }
  const cacheFolder = join(folder, 'segments')
  const reopen = () => createSegmentCache({
    folder: cacheFolder,
    limitBytes: async () => limits.bytes,
    hasRoom: async () => limits.hasRoom,
    clock,
  })
  let files = 0
  const fresh = (): string => join(folder, `file-${files++}`)
  return {
    clock,
    limits,
    cacheFolder,
    reopen,
    fresh,
    cache: reopen(),
    async write(text: string) {
      const path = fresh()
      await writeFile(path, text)
      return path
    },
  }
}

it('gives back what was kept, as a file of its own, also after a restart', async () => {
  const { cache, reopen, write, fresh } = await open()
  await cache.keep(keyOf(1), await write('one'))
  const again = reopen()
  const path = fresh()
  expect(await again.take(keyOf(1), path)).toBe(true)
  expect(await again.take(keyOf(2), fresh())).toBe(false)
  expect(await again.clear()).toBe(3)
  expect(await readFile(path, 'utf8')).toBe('one')
  expect(await totalsOf(again)).toEqual({ sizeBytes: 0, count: 0 })
})

it.each([
  ['cut short', ''],
  ['changed', 'ONE'],
])('forgets a file that was %s, and keeps it again', async (_, damaged) => {
  const { cache, cacheFolder, write, fresh } = await open()
  await cache.keep(keyOf(1), await write('one'))
  const [name = ''] = await readdir(cacheFolder)
  await writeFile(join(cacheFolder, name), damaged)
  const path = fresh()
  expect(await cache.take(keyOf(1), path)).toBe(false)
  await expect(readFile(path)).rejects.toThrow('ENOENT')
  expect(await readdir(cacheFolder)).toEqual([])
  await cache.keep(keyOf(1), await write('one'))
  expect(await cache.take(keyOf(1), path)).toBe(true)
})

it('forgets a file that is gone', async () => {
  const { cache, cacheFolder, write, fresh } = await open()
  await cache.keep(keyOf(1), await write('one'))
  const [name = ''] = await readdir(cacheFolder)
  await writeFile(join(cacheFolder, name), 'x')
  await cache.clear()
  expect(await cache.take(keyOf(1), fresh())).toBe(false)
})

it('deletes those that were not used for longest when there are too many', async () => {
  const { cache, clock, limits, write, fresh } = await open({ limit: 6 })
  for (const digit of [1, 2]) {
    await cache.keep(keyOf(digit), await write(`n ${digit}`))
    await clock.advance(1_000)
  }
  expect(await cache.take(keyOf(1), fresh())).toBe(true)
  await clock.advance(1_000)
  await cache.keep(keyOf(3), await write('n 3'))
  expect(await Promise.all([1, 2, 3].map(digit => cache.take(keyOf(digit), fresh())))).toEqual([true, false, true])
  limits.bytes = 0
  await cache.tidy()
  expect(await totalsOf(cache)).toEqual({ sizeBytes: 0, count: 0 })
})

it('replaces a segment of the same name', async () => {
  const { cache, cacheFolder, write, fresh } = await open()
  await cache.keep(keyOf(1), await write('old'))
  await cache.keep(keyOf(1), await write('newer'))
  const path = fresh()
  expect(await cache.take(keyOf(1), path)).toBe(true)
  expect(await readFile(path, 'utf8')).toBe('newer')
  expect(await readdir(cacheFolder)).toHaveLength(1)
  expect(await totalsOf(cache)).toEqual({ sizeBytes: 5, count: 1 })
})

it('sweeps what a crash left, and what is not its own', async () => {
  const { cache, cacheFolder, write, reopen } = await open()
  await cache.keep(keyOf(1), await write('one'))
  await writeFile(join(cacheFolder, 'half.part'), 'ha')
  await writeFile(join(cacheFolder, 'notes.txt'), 'mine')
  expect(await totalsOf(reopen())).toEqual({ sizeBytes: 3, count: 1 })
  expect(await readdir(cacheFolder)).toHaveLength(1)
})

it('keeps nothing where there is no room, and tells what it uses as it changes', async () => {
  const { cache, limits, write } = await open()
  const told = cache.storage()[Symbol.asyncIterator]()
  expect((await told.next()).value).toEqual({ sizeBytes: 0, count: 0 })
  limits.hasRoom = false
  await cache.keep(keyOf(1), await write('one'))
  limits.hasRoom = true
  await cache.keep(keyOf(2), await write('two'))
  expect((await told.next()).value).toEqual({ sizeBytes: 3, count: 1 })
  await cache.clear()
  expect((await told.next()).value).toEqual({ sizeBytes: 0, count: 0 })
})
