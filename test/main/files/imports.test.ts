/** Tickets of files that came: each is good once and for an hour, and no file stays that nobody can hand in any more. */
import type { Assets } from '../../../src-main/library/assets.ts'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openImports } from '../../../src-main/files/imports.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openTestLibrary } from '../../kit/library.ts'

const hourMs = 3_600_000
const expired = { status: 'rejected', reason: { code: 'ticket-expired' } }

async function open(instead: Partial<Assets> = {}) {
  const { root, takes, ...library } = await openTestLibrary()
  const clock = createTestClock()
  const folder = join(root, 'incoming')
  const assets = { ...library.assets, ...instead }
  const imports = await openImports({ folder, assets, takes, clock, freeBytes: async () => 1e12, minFreeBytes: 0 })
  const sound = wavOfPcm16(new Uint8Array(9600), { sampleRate: 48_000, channels: 1 })
  const ticket = () => imports.receive('sound.wav', Readable.from([sound]), null)
  return { imports, clock, ticket, waiting: async () => (await readdir(folder)).length }
}

it('an expired one takes its file along: when it is handed in, and when another file comes', async () => {
  const { imports, clock, ticket, waiting } = await open()
  const [first, second] = [await ticket(), await ticket()]
  await clock.advance(hourMs + 1)
  await expect(imports.file(first, null)).rejects.toMatchObject({ code: 'ticket-expired' })
  expect(await waiting()).toBe(1)
  await ticket()
  expect(await waiting()).toBe(1)
  await expect(imports.hand(second, async () => {})).rejects.toMatchObject({ code: 'ticket-expired' })
})

it('one of a picture that moves is good once when two ask at once', async () => {
  const both = Promise.withResolvers<void>()
  const { imports, ticket, waiting } = await open({
    async convertMoving(path, outPath) {
      setImmediate(both.resolve)
      await both.promise
      await copyFile(path, outPath)
      return true
    },
  })
  const one = await ticket()
  const ends = await Promise.allSettled([imports.file(one, null), imports.file(one, null)])
  expect(ends).toMatchObject([{ status: 'fulfilled' }, expired])
  expect(await waiting()).toBe(0)
})

it('one whose conversion met a broken disk is good again', async () => {
  const error = new Error('EIO')
  let isBroken = true
  const { imports, ticket } = await open({
    async convertMoving() {
      if (isBroken)
        throw error
      return false
    },
  })
  const one = await ticket()
  await expect(imports.file(one, null)).rejects.toBe(error)
  isBroken = false
  await expect(imports.file(one, null)).resolves.toMatchObject({ title: 'sound.wav' })
})

it('a name is cut to what is shown, and keeps its ending, without half of a letter', async () => {
  const { imports } = await open()
  const named = async (name: string) => {
    const sound = wavOfPcm16(new Uint8Array(9600), { sampleRate: 48_000, channels: 1 })
    return (await imports.file(await imports.receive(name, Readable.from([sound]), null), null)).title
  }
  expect(await named(`${'n'.repeat(240)}.wav`)).toBe(`${'n'.repeat(196)}.wav`)
  expect(await named(`${'n'.repeat(195)}😀😀😀.wav`)).toBe(`${'n'.repeat(195)}.wav`)
  expect(await named(`a.${'n'.repeat(240)}`)).toBe(`a.${'n'.repeat(198)}`)
  const table = Readable.from([new TextEncoder().encode('LUT_3D_SIZE 2\n')])
  await expect(imports.receive(`${'n'.repeat(240)}.cube`, table, null)).resolves.toBeTypeOf('string')
  expect(await named(' ')).toBe('file')
})
