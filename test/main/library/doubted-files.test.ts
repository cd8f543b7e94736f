/** A file that a page asks for in vain is marked as missing without a search, and no longer once it is back. */
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openTestStudio } from '../../kit/studio.ts'

const plain = { method: 'GET', range: null, ifRange: null, ifNoneMatch: null }

it('marks a file that is gone when it is asked for, and unmarks it when it is asked for again and there', async () => {
  const studio = await openTestStudio()
  const { assets, imports, takes } = studio.parts
  const bytes = wavOfPcm16(new Uint8Array(9600), { sampleRate: 48_000, channels: 1 })
  const { id, asset } = await imports.file(await imports.receive('bell.wav', Readable.from([bytes]), null), null)
  const ask = async (variant: 'original' | 'peaks'): Promise<number> => {
    const { status, body } = await studio.openMedia({ of: 'asset', assetId: asset.id, variant }, plain)
    await body?.cancel()
    return status
  }
  const isMissing = async (): Promise<boolean> => (await takes.get(id)).asset.isMissing
  const path = assets.pathOf(asset)

  await rename(path, `${path}.away`)
  // What is made of it is still there, and says nothing about it.
  expect(await ask('peaks')).toBe(200)
  expect(await isMissing()).toBe(false)
  expect(await Promise.all([ask('original'), ask('original')])).toEqual([404, 404])
  await expect.poll(isMissing).toBe(true)

  await rename(`${path}.away`, path)
  expect(await ask('original')).toBe(200)
  await expect.poll(isMissing).toBe(false)
})
