/** A take whose file is missing gets it back when the very file is found; any other becomes its own take. */
import type { Take } from '#contract/takes.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openImports } from '../../../src-main/files/imports.ts'
import { openTestLibrary } from '../../kit/library.ts'

async function openMissing() {
  const library = await openTestLibrary()
  const { root, assets, takes, clock, projects } = library
  const imports = await openImports({ folder: join(root, 'incoming'), assets, takes, clock, freeBytes: async () => 1e12, minFreeBytes: 0 })
  const { id: projectId } = await projects.create('A film')
  const ticket = (name: string, level: number) => imports.receive(
    name,
    Readable.from([wavOfPcm16(new Uint8Array(new Int16Array(4800).fill(level).buffer), { sampleRate: 48_000, channels: 1 })]),
    null,
  )
  const music = await imports.file(await ticket('music.wav', 1000), projectId)
  await rm(assets.pathOf(music.asset))
  await assets.markMissing(music.asset.id, true)
  return { ...library, imports, projectId, ticket, music }
}

it('the very file mends the take under any name, and pages are told', async () => {
  const { imports, projectId, ticket, music, takes, assets } = await openMissing()
  expect(await takes.get(music.id)).toMatchObject({ asset: { isMissing: true } })
  const news = takes.changes()
  await news[Symbol.asyncIterator]().next()
  const found = await imports.locate(await ticket('renamed.wav', 1000), music.id, projectId)
  expect(found).toMatchObject({ id: music.id, asset: { isMissing: false } })
  expect(await assets.weigh(music.asset)).toBeGreaterThan(9600)
  expect((await news[Symbol.asyncIterator]().next()).value).toMatchObject({ changed: [{ id: music.id, asset: { isMissing: false } }] })
})

it('another file is filed next to it, and the take stays without its file', async () => {
  const { imports, projectId, ticket, music, takes } = await openMissing()
  const other = await imports.locate(await ticket('other.wav', 2000), music.id, projectId)
  expect(other).toMatchObject({ title: 'other.wav', projectId, kind: 'import' })
  expect(other.id).not.toBe(music.id)
  expect(await takes.get(music.id)).toMatchObject({ asset: { isMissing: true } })
  await expect(imports.locate(await ticket('other.wav', 2000), other.id.replace('0', '1') as typeof other.id, projectId))
    .rejects
    .toMatchObject({ code: 'not-found' })
})

it('importing the file again mends every take of it', async () => {
  const { imports, projectId, ticket, music, takes } = await openMissing()
  const news = takes.changes()
  await news[Symbol.asyncIterator]().next()
  const again = await imports.file(await ticket('music.wav', 1000), projectId)
  const { value } = await news[Symbol.asyncIterator]().next()
  expect(value?.changed.map((take: Take) => [take.id, take.asset.isMissing])).toEqual([[again.id, false], [music.id, false]])
})
