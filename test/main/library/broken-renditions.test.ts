/** Preview files that a check finds: missing, cut short, or of another content than was written. */
import type { AssetId } from '#contract/words.ts'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { findBrokenRenditions, nameOf, openRenditionStore, recipe } from '../../../src-main/library/rendition-store.ts'
import { makeFolder } from '../../kit/folder.ts'

const ids = ['a', 'b', 'c', 'd'].map(letter => letter.repeat(64) as AssetId)
const look = { signal: new AbortController().signal }

it('of four renditions those that are not whole are found, one of them only when it is read', async () => {
  const folder = await makeFolder()
  const store = await openRenditionStore({ folder, clock: systemClock, isKept: () => true })
  for (const assetId of ids) {
    const name = nameOf({ assetId, speed: 100 })
    const part = await store.begin(name)
    await writeFile(join(part, 'proxy.mp4'), `film ${assetId}`)
    const file = { part: 'proxy' as const, name: 'proxy.mp4', mime: 'video/mp4', sizeBytes: 5 + 64 }
    const without = { proxy: null, filmstrip: null, sound: null, picture: null }
    await store.place(name, part, { recipe, ffmpeg: '7', madeAt: 1, ...without, files: [file] })
  }
  const place = (at: number): string => join(folder, ids[at]!.slice(0, 2), ids[at]!, 'proxy.mp4')
  expect(await findBrokenRenditions(folder, { ...look, isDeep: true })).toEqual([])
  await rm(place(0))
  await truncate(place(1), 10)
  await writeFile(place(2), (await readFile(place(2))).fill(0))
  const found = async (isDeep: boolean) => (await findBrokenRenditions(folder, { ...look, isDeep })).map(path => path.slice(-1)).sort()
  expect(await found(false)).toEqual(['a', 'b'])
  expect(await found(true)).toEqual(['a', 'b', 'c'])
  // The next start makes them again.
  await openRenditionStore({ folder, clock: systemClock, isKept: () => true })
  expect(await readdir(folder)).toContain('dd')
  expect(await found(false)).toEqual([])
})
