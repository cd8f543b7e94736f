/** A file that could not be brought into the library is not kept from being removed there later. */
import { appendFileSync, rmSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fileExists } from '../../../src-main/base/atomic-file.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { beforeFiling } from '../../../src-main/library/pins.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'

const asText = { mime: 'text/plain', extension: 'txt' }
const mebibyte = 2 ** 20

type Library = Awaited<ReturnType<typeof openTestLibrary>>

/** Whether the file of a text goes with the last take that has it: with a pin that was left behind, it stays. */
async function leaves({ assets }: Library, text: string): Promise<boolean> {
  const asset = await assets.adoptText(text, asText)
  assets.releasePin(asset.id)
  await assets.discard(asset)
  return !await fileExists(assets.pathOf(asset))
}

it('a folder where the file should be leaves no pin', async () => {
  const library = await openTestLibrary()
  const { assets } = library
  const { adoptText } = assets
  const asset = await adoptText('blocked', asText)
  assets.releasePin(asset.id)
  await assets.discard(asset)
  const blocked = join(assets.pathOf(asset), 'inside')
  await mkdir(blocked, { recursive: true })
  await expect(adoptText('blocked', asText)).rejects.toThrow()
  await rm(assets.pathOf(asset), { recursive: true })
  expect(await leaves(library, 'blocked')).toBe(true)
})

it('a file that vanishes while it waits for its turn leaves no pin', async () => {
  const library = await openTestLibrary()
  const { assets, root } = library
  const path = join(root, 'coming.bin')
  await writeFile(path, 'coming')
  const place = assets.pathOf({ id: sha256('coming') as never, extension: 'bin' })
  const gate = Promise.withResolvers<void>()
  assets.onDiscard(() => gate.promise)
  const other = await assets.adoptText('other', asText)
  assets.releasePin(other.id)
  const removing = assets.discard(other)
  const coming = assets.adoptAsItIs(path)
  coming.catch(() => {})
  await vi.waitUntil(() => stat(dirname(place)).then(() => true, () => false), { timeout: hangMs })
  await rm(path)
  gate.resolve()
  await removing
  await expect(coming).rejects.toThrow()
  expect(await leaves(library, 'coming')).toBe(true)
})

it('a file whose take cannot be looked up leaves the library', async () => {
  const { assets } = await openTestLibrary()
  const asset = await assets.adoptText('looked up', asText)
  await expect(beforeFiling(assets, asset, () => Promise.reject(new Error('The database is closed')))).rejects.toThrow('closed')
  expect(await fileExists(assets.pathOf(asset))).toBe(false)
})

const disk = mountSmallDisk(16 * mebibyte)

describe.skipIf(!disk)('on a really full disk (skipped where a small one cannot be mounted)', () => {
  afterAll(() => disk?.remove())

  it('a text that finds no room leaves no pin, and leaves again once there is room', async () => {
    const folder = disk!.folder
    const library = await openTestLibrary(folder)
    const { assets } = library
    const text = 'words '.repeat(200_000)
    const filler = join(folder, 'filler')
    const fill = (): void => {
      for (let size = mebibyte; size >= 512; size /= 2) {
        try {
          for (;;)
            appendFileSync(filler, new Uint8Array(size))
        }
        catch {}
      }
    }
    fill()
    for (let time = 0; time < 3; time++)
      await expect(assets.adoptText(text, asText)).rejects.toThrow(/ENOSPC|full/)
    rmSync(filler)
    expect(await leaves(library, text)).toBe(true)
  })
})
