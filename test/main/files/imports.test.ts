/** Tickets of files that came: each is good once and for an hour, and no file stays that nobody can hand in any more. */
import type { Assets } from '../../../src-main/library/assets.ts'
import type { Takes } from '../../../src-main/library/takes.ts'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openImports } from '../../../src-main/files/imports.ts'
import { UnreadableMediaError } from '../../../src-main/media/unreadable.ts'
import { createTestClock } from '../../kit/clock.ts'
import { anyQuery, openTestLibrary } from '../../kit/library.ts'

const hourMs = 3_600_000
const expired = { status: 'rejected', reason: { code: 'ticket-expired' } }

type Library = Awaited<ReturnType<typeof openTestLibrary>>
type Instead<Part> = (real: Part, assets: Assets) => Partial<Part>

async function open(instead: Partial<Assets> | Instead<Assets> = {}, insteadOfTakes: Instead<Takes> = () => ({})) {
  const { root, ...library } = await openTestLibrary()
  const clock = createTestClock()
  const folder = join(root, 'incoming')
  const assets = { ...library.assets, ...typeof instead === 'function' ? instead(library.assets, library.assets) : instead }
  const takes = { ...library.takes, ...insteadOfTakes(library.takes, library.assets) }
  const imports = await openImports({ folder, assets, takes, clock, freeBytes: async () => 1e12, minFreeBytes: 0 })
  const sound = wavOfPcm16(new Uint8Array(9600), { sampleRate: 48_000, channels: 1 })
  const ticket = () => imports.receive('sound.wav', Readable.from([sound]), null)
  return { imports, clock, ticket, waiting: async () => (await readdir(folder)).length, library: { root, ...library } }
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

describe('a picture that moves, of which', () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  /** A sound is the film, which needs no ffmpeg. */
  const film = wavOfPcm16(new Uint8Array(4800), { sampleRate: 48_000, channels: 1 })
  const converts: Partial<Assets> = {
    async convertMoving(_, outPath) {
      await writeFile(outPath, film)
      return true
    },
  }
  /** The sizes of all takes, and how many files the library has. */
  async function kept({ takes, root }: Library): Promise<[sizes: number[], files: number]> {
    const found = await takes.search({ ...anyQuery, limit: 50 })
    const files = await readdir(join(root, 'assets'), { recursive: true })
    return [found.takes.map(({ asset }) => asset.sizeBytes).toSorted((a, b) => a - b), files.filter(file => file.endsWith('.wav')).length]
  }
  /** The first call of its kind rejects. */
  function failing<Args extends unknown[], Answer>(
    error: Error,
    isMeant: (...args: Args) => boolean,
    real: (...args: Args) => Promise<Answer>,
  ): (...args: Args) => Promise<Answer> {
    let fails = true
    return async (...args) => {
      if (!fails || !isMeant(...args))
        return real(...args)
      fails = false
      throw error
    }
  }
  /** Like the real one, it leaves no pin. */
  const notFiled = (which: 'film' | 'original'): Instead<Takes> => (real, assets) => ({
    file: failing(full, (take, asset) => {
      const isMeant = (take.sourceTakeIds.length > 0) === (which === 'film')
      if (isMeant)
        assets.releasePin(asset.id)
      return isMeant
    }, real.file),
  })

  it.each<[string, Instead<Assets>, Instead<Takes>]>([
    ['the film has no room', real => ({ adopt: failing(full, path => path.endsWith('.film'), real.adopt) }), () => ({})],
    ['the original cannot be filed', () => ({}), notFiled('original')],
    ['the film cannot be filed', () => ({}), notFiled('film')],
  ])('%s: its ticket is good again, and makes one film of one original', async (_, assets, takes) => {
    const { imports, ticket, waiting, library } = await open(real => ({ ...converts, ...assets(real, real) }), takes)
    const one = await ticket()
    await expect(imports.file(one, null)).rejects.toBe(full)
    expect(await waiting()).toBe(1)
    const made = await imports.file(one, null)
    expect(made.asset.sizeBytes).toBe(film.length)
    expect(await library.takes.find(made.sourceTakeIds)).toMatchObject([{ medium: 'audio', title: 'sound.wav' }])
    expect([await kept(library), await waiting()]).toEqual([[[film.length, 9644], 2], 0])
    await expect(imports.file(one, null)).rejects.toMatchObject({ code: 'ticket-expired' })
  })

  it('the original was deleted before the ticket is handed in again: it is filed again', async () => {
    const { imports, ticket, library } = await open(converts, notFiled('film'))
    const one = await ticket()
    await expect(imports.file(one, null)).rejects.toBe(full)
    const ids = (await library.takes.search(anyQuery)).takes.map(({ id }) => id)
    await library.takes.trash(ids)
    await library.takes.purge(ids)
    const made = await imports.file(one, null)
    expect(await library.takes.find(made.sourceTakeIds)).toHaveLength(1)
  })

  it('the film cannot be decoded: nothing is kept', async () => {
    const unreadable = new UnreadableMediaError('no-samples', 'none')
    const { imports, ticket, waiting, library } = await open(real => ({
      ...converts,
      prove: failing(unreadable, asset => asset.sizeBytes === film.length, real.prove),
    }))
    const one = await ticket()
    await expect(imports.file(one, null)).rejects.toMatchObject({ code: 'unreadable-file', data: { name: 'sound.wav' } })
    expect([await kept(library), await waiting()]).toEqual([[[], 0], 0])
  })
})
