/**
 * What was filed without ffmpeg: it gets its peaks and its poster once there is one, and what already exists is never lost.
 *
 * @module-tag wide
 */
import type { Asset, Take } from '#contract/takes.ts'
import type { Medium } from '#contract/words.ts'
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import type { MediaKit } from '../../kit/media.ts'
import { existsSync } from 'node:fs'
import { copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { createAssets } from '../../../src-main/library/assets.ts'
import { backfillDerivedFiles } from '../../../src-main/library/backfill-derived-files.ts'
import { createTakes, importOf } from '../../../src-main/library/takes.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  await Promise.all([
    kit.clip('shot.mp4', { withSound: true, seconds: 0.4 }),
    kit.clip('mute.mp4', { seconds: 0.3 }),
    kit.tone('talk.mp3', { seconds: 0.3 }),
    kit.picture('still.png'),
  ])
})
afterAll(() => kit.close())

async function openWithout() {
  const library = await openTestLibrary()
  const said: string[] = []
  const clock = createTestClock()
  const log = createLog({ write: line => said.push(line), clock })
  const found: { ffmpeg: Ffmpeg | null } = { ffmpeg: null }
  const ffmpeg = async (): Promise<Ffmpeg | null> => found.ffmpeg
  const assets = createAssets({ ...library, folder: join(library.root, 'assets'), ffmpeg, log })
  const takes = createTakes({ ...library, assets, log })
  async function fileTake(name: string, medium: Medium): Promise<Take> {
    const part = join(library.root, `${name}.in`)
    await copyFile(kit.file(name), part)
    const { asset } = await assets.adopt(part)
    return takes.file(importOf({ medium, title: name }), asset)
  }
  const file = async (name: string, medium: Medium): Promise<Asset> => (await fileTake(name, medium)).asset
  const stop = new AbortController()
  const make = (): Promise<void> => backfillDerivedFiles({ assets, takes, log }, stop.signal)
  return { ...library, assets, takes, found, said, file, fileTake, make, stop }
}

const facts = ({ hasPeaks, hasPoster }: Asset): [hasPeaks: boolean, hasPoster: boolean] => [hasPeaks, hasPoster]

describe('once there is an ffmpeg', () => {
  it('what was filed without one gets what it lacks, and its takes say so', async () => {
    const { assets, takes, found, said, file, make, stop } = await openWithout()
    const filed: Asset[] = []
    for (const [name, medium] of [['shot.mp4', 'video'], ['mute.mp4', 'video'], ['talk.mp3', 'audio'], ['still.png', 'picture']] as const)
      filed.push(await file(name, medium))
    expect(filed.map(facts)).toEqual(filed.map(() => [false, false]))
    const told: string[] = []
    const listening = (async () => {
      for await (const { changed } of takes.changes(stop.signal))
        told.push(...changed.map(take => `${take.title} ${facts(take.asset).join(' ')}`))
    })().catch(() => {})

    await make()
    expect(told).toEqual([])
    found.ffmpeg = kit.ffmpeg
    await make()
    expect(told.sort()).toEqual(['mute.mp4 false true', 'shot.mp4 true true', 'still.png false true', 'talk.mp3 true false'])
    const kept = await Promise.all(filed.map(({ id }) => assets.get(id)))
    for (const asset of kept) {
      if (asset?.hasPoster)
        expect((await stat(assets.pathOf(asset, 'poster'))).size).toBeGreaterThan(100)
      if (asset?.hasPeaks)
        expect((await stat(assets.pathOf(asset, 'peaks'))).size).toBeGreaterThan(24)
    }
    expect(await assets.withoutDerivedFiles()).toEqual([])
    expect(said.filter(line => line.includes('backfill-'))).toEqual([])
    stop.abort()
    await listening
  })

  it('a file that cannot be read keeps no other from its poster', async () => {
    const { assets, found, said, file, make } = await openWithout()
    const still = await file('still.png', 'picture')
    const shot = await file('shot.mp4', 'video')
    const mute = await file('mute.mp4', 'video')
    await writeFile(assets.pathOf(shot), '')
    await rm(assets.pathOf(mute))
    found.ffmpeg = kit.ffmpeg
    await make()
    expect((await assets.get(still.id))?.hasPoster).toBe(true)
    expect((await assets.get(shot.id))?.hasPoster).toBe(false)
    expect(said.filter(line => line.includes('backfill-failed') && line.includes(shot.id))).toHaveLength(1)
    expect(said.filter(line => line.includes(mute.id))).toEqual([])
  })

  it.each(['before', 'after'])('what is deleted for good %s it was drawn leaves nothing behind', async (when) => {
    const { assets, takes, found, fileTake, make } = await openWithout()
    const { id, asset: shot } = await fileTake('shot.mp4', 'video')
    let deleted = 0
    const deleteIt = async (): Promise<void> => {
      await takes.trash([id])
      deleted += await takes.purge([id])
    }
    found.ffmpeg = { ...kit.ffmpeg, run: async (args, options) => {
      if (when === 'before')
        await deleteIt()
      const output = await kit.ffmpeg.run(args, options)
      if (when === 'after')
        await deleteIt()
      return output
    } }
    await make()
    expect(deleted).toBe(1)
    expect(await assets.get(shot.id)).toBeUndefined()
    expect(await readdir(dirname(assets.pathOf(shot)))).toEqual([])
  })

  it('no file is lost when the library turns out to be damaged in the meantime, and knows it no more', async () => {
    const { db, root, clock, file } = await openWithout()
    const shot = await file('shot.mp4', 'video')
    const broken = { ...db, get: async () => undefined, run: () => Promise.reject(new Error('library-read-only')) }
    const log = createLog({ write: () => {}, clock })
    const assets = createAssets({ db: broken, folder: join(root, 'assets'), ffmpeg: async () => kit.ffmpeg, clock, log })
    await expect(assets.backfillDerivedFiles(shot, new AbortController().signal)).rejects.toThrow('library-read-only')
    expect((await stat(assets.pathOf(shot))).size).toBe(shot.sizeBytes)
  })

  it('a studio that closes stops at once, and nothing half-made is left', async () => {
    const { assets, found, said, file, make, stop } = await openWithout()
    const shot = await file('shot.mp4', 'video')
    found.ffmpeg = { ...kit.ffmpeg, run: async (args, options) => {
      stop.abort()
      return kit.ffmpeg.run(args, options)
    } }
    await make()
    expect((await assets.get(shot.id))?.hasPoster).toBe(false)
    expect(await readdir(dirname(assets.pathOf(shot)))).toEqual([`${shot.id}.mp4`])
    expect(said).toEqual([])
  })
})

it('the same bytes that arrive again without ffmpeg keep the poster that they have', async () => {
  const { assets, found, file } = await openWithout()
  found.ffmpeg = kit.ffmpeg
  const first = await file('still.png', 'picture')
  found.ffmpeg = null
  await file('still.png', 'picture')
  expect(existsSync(assets.pathOf(first, 'poster'))).toBe(true)
  expect((await assets.get(first.id))?.hasPoster).toBe(true)
})
