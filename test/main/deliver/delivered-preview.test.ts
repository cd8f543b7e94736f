/**
 * What a page cannot decode of a delivery is shown by a preview: made while somebody waits for it, and the file is only read.
 *
 * @module-tag wide
 */
import type { Delivery, DeliveryPreview } from '#contract/deliveries.ts'
import type { AssetId, DeliveryId, JobId } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { copyFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createDeliveredPreviews } from '../../../src-main/deliver/delivered-preview.ts'
import { createDeliveredSources } from '../../../src-main/library/delivered-sources.ts'
import { createRenditions } from '../../../src-main/library/renditions.ts'
import { probe } from '../../../src-main/media/probe/probe.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { storeSequence } from '../../kit/sequences.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  const film = (seconds: number): string[] => ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', 'sine=440:d=1']
  const clear = 'color=c=red@0.5:s=160x90:r=25:d=1,format=rgba'
  await Promise.all([
    kit.make('prores.mov', [...film(1), ...tone, '-c:v', 'prores_ks', '-c:a', 'pcm_s16le']),
    kit.make('clear.mov', ['-f', 'lavfi', '-i', clear, '-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le']),
    kit.make('ffv1.mkv', [...film(1), '-c:v', 'ffv1']),
    kit.tone('alac.m4a', { args: ['-c:a', 'alac'] }),
    kit.make('long.mov', [...film(60), '-c:v', 'mpeg4']),
    kit.picture('still.tiff'),
    writeFile(kit.file('none.mov'), 'no film'),
  ])
})
afterAll(() => kit.close())

const roles = { '.mov': 'video', '.mkv': 'video', '.m4a': 'audio', '.tiff': 'picture' } as const

async function openPreviews() {
  const library = await openTestLibrary()
  const { db, assets, deliveries, projects, clock } = library
  const log = createLog({ write: () => {}, clock })
  const sources = createDeliveredSources({ db, assets, deliveries })
  const open = () => {
    const renditions = createRenditions({
      folder: join(library.root, 'renditions'),
      assets: sources,
      ffmpeg: async () => kit.ffmpeg,
      limitBytes: async () => 1e9,
      freeBytes: async () => 1e12,
      minFreeBytes: 0,
      clock,
      log,
    })
    onTestFinished(() => renditions.close())
    return { renditions, previews: createDeliveredPreviews({ deliveries, sources, renditions }) }
  }
  const { id: projectId } = await projects.create('Harbour')
  const sequence = await storeSequence(createSequences({ ...library, touch: projects.touch }), projectId)
  const folder = join(library.root, 'out')
  await mkdir(folder)
  async function deliver(name: string): Promise<Delivery> {
    await copyFile(kit.file(name), join(folder, name))
    const id = newId<DeliveryId>()
    const role = roles[extname(name) as keyof typeof roles]
    const made = { folder, durationSeconds: 1, loudness: null, files: [{ role, name, sizeBytes: 1, sha256: '' }] }
    await deliveries.insert({
      ...{ id, projectId, sequenceId: sequence.id, jobId: newId<JobId>(), name, presetId: 'prores-1080', captionMode: 'none' as const },
      ...{ ...made, width: 160, height: 90, files: [], isMissing: false, createdAt: clock.now() },
    })
    return (await deliveries.finish(id, made))!
  }
  return { ...library, sources, folder, deliver, open }
}

/** What is told until this state. */
async function until(feed: AsyncIterable<DeliveryPreview>, ...states: readonly string[]): Promise<DeliveryPreview['preview']> {
  for await (const { preview } of feed) {
    if (states.includes(preview?.state ?? 'none'))
      return preview
  }
  throw new Error('It was never told')
}
const settled = ['ready', 'impossible'] as const
const late = (): AbortSignal => AbortSignal.timeout(hangMs)

describe('a delivered file', () => {
  it.each([
    ['prores.mov', 'proxy', 'sound'],
    ['ffv1.mkv', 'proxy', null],
    ['clear.mov', 'proxy', null],
    ['alac.m4a', 'sound', null],
    ['still.tiff', 'picture', null],
  ] as const)('%s has a preview with its %s, and is not touched', async (name, part, other) => {
    const { deliver, folder, open } = await openPreviews()
    const { renditions, previews } = open()
    const delivery = await deliver(name)
    const [bytes, before] = [await readFile(join(folder, name)), await stat(join(folder, name))]
    const preview = await until(previews.follow(delivery.id, late()), ...settled)
    if (preview?.state !== 'ready')
      throw new Error(JSON.stringify(preview))
    for (const each of [part, other].flatMap(one => one ?? [])) {
      expect(preview[each], each).not.toBeNull()
      const found = await renditions.find(preview, each, preview.madeAt)
      const { durationSeconds } = await probe(found!.path, kit)
      if (part !== 'picture')
        expect(Math.abs(durationSeconds! - 1)).toBeLessThan(0.06)
    }
    expect(preview.proxy?.hasAlpha ?? false).toBe(name === 'clear.mov')
    expect(await readFile(join(folder, name))).toEqual(bytes)
    expect((await stat(join(folder, name))).mtimeMs).toBe(before.mtimeMs)
  })

  it('is previewed again at once, also after the studio was closed, and again when the file was replaced', async () => {
    const { deliver, folder, open } = await openPreviews()
    const { renditions, previews } = open()
    const delivery = await deliver('prores.mov')
    const first = await until(previews.follow(delivery.id, late()), ...settled)
    await renditions.close()
    const again = open()
    const { value: told } = await again.previews.follow(delivery.id, late()).next()
    expect(told).toEqual({ preview: first })
    expect(await again.renditions.find(first!, 'proxy', (first as { madeAt: number }).madeAt)).not.toBeNull()
    await copyFile(kit.file('ffv1.mkv'), join(folder, 'prores.mov'))
    await utimes(join(folder, 'prores.mov'), 1, 1)
    const other = await until(again.previews.follow(delivery.id, late()), ...settled)
    expect(other).toMatchObject({ state: 'ready', sound: null })
    expect(other?.assetId).not.toBe(first?.assetId)
  })

  it('that does not exist, or contains nothing, is told so; and it is found again where it was', async () => {
    const { deliver, folder, open } = await openPreviews()
    const { previews } = open()
    const [gone, none] = [await deliver('prores.mov'), await deliver('none.mov')]
    await rename(join(folder, 'prores.mov'), join(folder, 'moved.mov'))
    const { value: told } = await previews.follow(gone.id, late()).next()
    expect(told).toEqual({ preview: null })
    expect(await until(previews.follow(none.id, late()), ...settled)).toMatchObject({ state: 'impossible' })
    await rename(join(folder, 'moved.mov'), join(folder, 'prores.mov'))
    expect(await until(previews.follow(gone.id, late()), ...settled)).toMatchObject({ state: 'ready' })
    await expect(until(previews.follow(newId<DeliveryId>(), late()))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is given up when the last who waits for it leaves, and not before', async () => {
    const { deliver, open } = await openPreviews()
    const { renditions, previews } = open()
    const delivery = await deliver('long.mov')
    const [one, other] = [new AbortController(), new AbortController()]
    const states: string[] = []
    const told = (async () => {
      for await (const { changed } of renditions.changes(late())) {
        states.push(...changed.map(({ state }) => state))
        if (states.includes('none'))
          return
      }
    })()
    const [first, second] = [previews.follow(delivery.id, one.signal), previews.follow(delivery.id, other.signal)]
    await until(first, 'making')
    await second.next()
    one.abort()
    await new Promise(resolve => setImmediate(resolve))
    expect(states).not.toContain('none')
    other.abort()
    await told
    expect(states).not.toContain('ready')
    // Who comes back gets it.
    expect(await until(previews.follow(delivery.id, late()), ...settled)).toMatchObject({ state: 'ready' })
  })

  it('that was deleted for good leaves no preview behind', async () => {
    const { deliver, open, deliveries, root } = await openPreviews()
    const { renditions, previews } = open()
    const delivery = await deliver('prores.mov')
    const preview = await until(previews.follow(delivery.id, late()), ...settled)
    await renditions.close()
    await deliveries.trash(delivery.id)
    const kept = open()
    expect(await kept.renditions.find(preview!, 'proxy', (preview as { madeAt: number }).madeAt)).not.toBeNull()
    await kept.renditions.close()
    await deliveries.purge(delivery.id)
    const { db, assets } = await openTestLibrary(root)
    const sources = createDeliveredSources({ db, assets, deliveries })
    expect([...await sources.ids()]).not.toContain(preview?.assetId)
    await rm(join(root, 'out'), { recursive: true })
  })
})

it('no take is found under the id of a delivery, and the other way round', async () => {
  const { sources, deliver } = await openPreviews()
  const delivery = await deliver('prores.mov')
  const id = await sources.idOf(delivery)
  expect(await sources.get(id!)).toMatchObject({ mime: 'video/quicktime', extension: 'mov' })
  expect(await sources.get('0'.repeat(64) as AssetId)).toBeUndefined()
  expect(await sources.idOf({ ...delivery, files: [{ role: 'video', name: '../../library.db', sizeBytes: 1, sha256: '' }] })).toBeNull()
})
