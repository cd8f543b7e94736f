/**
 * Takes that an earlier version measured get the facts and the poster that they would have today: quietly, and the one that is seen first.
 *
 * @module-tag all
 */
import type { Asset, Take } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { createAssets } from '../../../src-main/library/assets.ts'
import { createMeasureAgain } from '../../../src-main/library/measure-again.ts'
import { createTakes, importOf } from '../../../src-main/library/takes.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTestClock } from '../../kit/clock.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  await Promise.all([
    kit.clip('shot.mp4', { withSound: true, seconds: 0.4 }),
    kit.tone('talk.mp3', { seconds: 0.5 }),
    kit.picture('still.png', { width: 60, height: 40 }),
    kit.picture('other.png', { width: 61, height: 40, colour: 'blue' }),
  ])
})
afterAll(() => kit.close())

const names = ['shot.mp4', 'talk.mp3', 'still.png', 'other.png'] as const
const mediumOf = { 'shot.mp4': 'video', 'talk.mp3': 'audio', 'still.png': 'picture', 'other.png': 'picture' } as const

/** As an earlier version left them: turned the wrong way, too long, with its own poster. */
async function openOld() {
  const library = await openTestLibrary()
  const { db, root } = library
  const said: string[] = []
  const clock = createTestClock()
  const log = createLog({ write: line => said.push(line), clock })
  const assets = createAssets({ ...library, folder: join(root, 'assets'), ffmpeg: async () => kit.ffmpeg, log })
  const takes = createTakes({ ...library, assets, log })
  const filed: Take[] = []
  for (const name of names) {
    const part = join(root, `${name}.in`)
    await copyFile(kit.file(name), part)
    const { asset } = await assets.adopt(part)
    filed.push(await takes.file(importOf({ medium: mediumOf[name], title: name }), asset))
  }
  const right = await Promise.all(filed.map(({ asset }) => assets.get(asset.id)))
  expect(await assets.old()).toEqual([])
  await db.run(sql`UPDATE assets SET facts_version = 0, width = height, height = width, duration_seconds = duration_seconds + 1`)
  for (const { asset } of filed.filter(each => each.asset.hasPoster))
    await writeFile(assets.pathOf(asset, 'poster'), 'an old poster')
  let isBusy = false
  const order: string[] = []
  const measuring = createMeasureAgain({
    assets: {
      ...assets,
      async measureAgain(asset: Asset, signal: AbortSignal) {
        order.push(filed.find(take => take.asset.id === asset.id)?.title ?? '')
        return assets.measureAgain(asset, signal)
      },
    },
    takes,
    clock: { sleep: async (_, signal) => {
      isBusy = false
      signal?.throwIfAborted()
    } },
    log,
    isWorking: () => isBusy,
  })
  const be = (busy: boolean): void => void (isBusy = busy)
  return { ...library, assets, takes, filed, right, measuring, order, said, be }
}

it('every take has today’s facts and poster in the end, and says so; nothing is done twice', async () => {
  const { assets, takes, filed, right, measuring, order, said } = await openOld()
  const stop = new AbortController()
  const told: string[] = []
  const listening = (async () => {
    for await (const { changed } of takes.changes(stop.signal))
      told.push(...changed.map(take => take.title))
  })().catch(() => {})
  await measuring.run(stop.signal)
  expect(await Promise.all(filed.map(({ asset }) => assets.get(asset.id)))).toEqual(right)
  for (const { asset } of filed.filter(each => each.asset.hasPoster))
    expect((await readFile(assets.pathOf(asset, 'poster'))).subarray(0, 2)).toEqual(Buffer.from([0xFF, 0xD8]))
  // The newest first.
  expect(order).toEqual([...names].reverse())
  await expect.poll(() => told.toSorted()).toEqual([...names].toSorted())
  await measuring.run(stop.signal)
  expect(order).toHaveLength(names.length)
  expect(said.filter(line => line.includes('measured'))).toEqual([])
  stop.abort()
  await listening
})

it('what is seen comes first, and other work before all of it', async () => {
  const { filed, measuring, order, be } = await openOld()
  be(true)
  const running = measuring.run(new AbortController().signal)
  await expect.poll(() => order.length).toBeGreaterThan(0)
  measuring.see(filed[0]!.asset.id)
  await running
  expect(order.indexOf('shot.mp4')).toBeLessThan(3)
})

it('a file that is gone or cannot be read keeps what it had, and is not tried for ever', async () => {
  const { assets, filed, measuring, order, db } = await openOld()
  const [shot, talk] = filed
  await rm(assets.pathOf(shot!.asset))
  await writeFile(assets.pathOf(talk!.asset), 'damaged')
  await measuring.run(new AbortController().signal)
  expect(order).toHaveLength(names.length)
  // It may be found again.
  expect(await assets.old()).toEqual([shot!.asset.id])
  expect((await assets.get(talk!.asset.id))?.hasPeaks).toBe(true)
  expect((await stat(assets.pathOf(talk!.asset, 'peaks'))).size).toBeGreaterThan(24)
  expect(await readFile(assets.pathOf(shot!.asset, 'poster'), 'utf8')).toBe('an old poster')
  await db.run(sql`UPDATE assets SET is_missing = 1 WHERE id = ${shot!.asset.id}`)
  expect(await assets.old()).toEqual([])
})

it('a studio that closes stops at once, and continues the next time', async () => {
  const { assets, measuring, order } = await openOld()
  const stop = new AbortController()
  const running = measuring.run(stop.signal)
  await expect.poll(() => order.length).toBeGreaterThan(0)
  stop.abort()
  await running
  const left = await assets.old()
  await measuring.run(new AbortController().signal)
  expect(left.length + order.length).toBeGreaterThanOrEqual(names.length)
  expect(await assets.old()).toEqual([])
})

it('notes what it measured in turn with files that come and are deleted: the same bytes may just come again', async () => {
  const { assets, db, filed } = await openOld()
  const { asset } = filed.find(take => take.title === 'still.png')!
  const goesOn = Promise.withResolvers<void>()
  const deleting = Promise.withResolvers<void>()
  assets.onDiscard(async () => {
    deleting.resolve()
    await goesOn.promise
  })
  const discarded = assets.discard({ id: 'f'.repeat(64) as AssetId, extension: 'txt' })
  await deleting.promise
  let isOver = false
  const measured = assets.measureAgain(asset, new AbortController().signal).finally(() => isOver = true)
  const poster = () => readFile(assets.pathOf(asset, 'poster'), 'latin1')
  await vi.waitUntil(async () => await poster() !== 'an old poster', { timeout: hangMs })
  // In the time of so many questions it would be noted.
  for (let at = 0; at < 50; at++)
    await db.get(sql`SELECT count(*) FROM assets`)
  expect(isOver).toBe(false)
  goesOn.resolve()
  await discarded
  expect(await measured).toBe(true)
})
