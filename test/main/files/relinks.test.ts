/**
 * Missing files are found in a folder by their content, and put back: with real files, links, changes and folders that cannot be read.
 *
 * @module-tag wide
 */
import type { RelinkEvent, RelinkReport } from '#contract/relinks.ts'
import type { Take } from '#contract/takes.ts'
import type { RelinkPorts } from '../../../src-main/files/relinks.ts'
import { appendFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { relinkHandlers } from '../../../src-main/files/handlers.ts'
import { openImports } from '../../../src-main/files/imports.ts'
import { isOfNetwork } from '../../../src-main/files/judge-searched.ts'
import { createRelinks } from '../../../src-main/files/relinks.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { anyQuery, openTestLibrary } from '../../kit/library.ts'

const isRoot = process.getuid?.() === 0

function wavOf(level: number, samples = 4800): Uint8Array {
  return wavOfPcm16(new Uint8Array(new Int16Array(samples).fill(level).buffer), { sampleRate: 48_000, channels: 1 })
}

/** Three sounds of one size, whose files are copied to another place and then lost. */
async function openLost(more: Partial<RelinkPorts> = {}, folder?: string) {
  const library = await openTestLibrary(folder)
  const { root, assets, takes, clock, db } = library
  const incomingFolder = join(root, 'incoming')
  const room = { freeBytes: async () => 1e12, minFreeBytes: 0 }
  const imports = await openImports({ folder: incomingFolder, assets, takes, clock, ...room })
  const disk = await makeFolder()
  const lost: Take[] = []
  for (const [at, name] of ['bell.wav', 'horn.wav', 'rain.wav'].entries()) {
    const bytes = wavOf(1000 * (at + 1))
    const take = await imports.file(await imports.receive(name, Readable.from([bytes]), null), null)
    await writeFile(join(disk, name), bytes)
    await lose(library, take)
    lost.push(take)
  }
  const closing = new AbortController()
  const after: Promise<unknown>[] = []
  const relinks = createRelinks({
    ...{ ...room, folder: root, incomingFolder, library: db, assets, takes, clock, log: createLog({ write: () => {}, clock }) },
    signal: closing.signal,
    join: work => void after.push(work),
    ...more,
  })
  return { ...library, disk, lost, relinks, after, incomingFolder }
}
type Lost = Awaited<ReturnType<typeof openLost>>

async function lose({ assets }: Pick<Lost, 'assets'>, { asset }: Take): Promise<void> {
  for (const variant of ['original', 'peaks'] as const)
    await rm(assets.pathOf(asset, variant), { force: true })
  await assets.markMissing(asset.id, true)
}

async function endOf({ relinks }: Pick<Lost, 'relinks'>, onEvent: (event: RelinkEvent) => void = () => {}): Promise<RelinkReport> {
  for await (const event of relinks.changes(AbortSignal.timeout(hangMs))) {
    onEvent(event)
    if (event.work === null && event.last !== null)
      return event.last
  }
  throw new Error('It never ended')
}

async function search(studio: Lost, folder = studio.disk): Promise<RelinkReport> {
  await studio.relinks.find(folder)
  return endOf(studio)
}

/** Each name below a folder, with its size and time. */
async function stateOf(folder: string): Promise<unknown[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  return Promise.all(names.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return [name, size, mtimeMs]
  }))
}

async function missingOf({ takes, lost }: Lost): Promise<boolean[]> {
  return (await Promise.all(lost.map(take => takes.get(take.id)))).map(take => take.asset.isMissing)
}

let studio: Lost
beforeEach(async () => {
  studio = await openLost()
})

it('finds a file that nobody has missed yet, and leaves one that is back where it is', async () => {
  const studio = await openLost()
  const [bell, horn] = [studio.lost[0]!, studio.lost[1]!]
  await studio.assets.markMissing(bell.asset.id, false)
  await copyFile(join(studio.disk, 'horn.wav'), studio.assets.pathOf(horn.asset))
  const report = await search(studio)
  expect(report.found.names.toSorted()).toEqual(['bell.wav', 'rain.wav'])
  expect(report.notFound.count).toBe(0)
  expect(await missingOf(studio)).toEqual([false, false, false])
})

describe('a folder is searched for missing files', () => {
  it('which are found under any name and at any depth, and put back; the others are named', async () => {
    const { disk, lost, assets, takes, relinks } = studio
    await mkdir(join(disk, 'old', 'deep'), { recursive: true })
    await copyFile(join(disk, 'bell.wav'), join(disk, 'old', 'deep', 'renamed.bin'))
    await rm(join(disk, 'bell.wav'))
    await rm(join(disk, 'rain.wav'))
    await writeFile(join(disk, 'other.wav'), wavOf(7))
    const before = await stateOf(disk)
    expect(await relinks.missing()).toBe(3)

    expect(await search(studio)).toMatchObject({
      ...{ folder: disk, ended: 'whole', files: 3 },
      found: { count: 2 },
      notFound: { count: 1, names: ['rain.wav'] },
      unread: { count: 0 },
    })
    expect(await missingOf(studio)).toEqual([false, false, true])
    expect(Buffer.from(wavOf(1000)).equals(await readFile(assets.pathOf(lost[0]!.asset)))).toBe(true)
    expect(await relinks.missing()).toBe(1)
    expect((await takes.search(anyQuery)).takes).toHaveLength(3)
    expect(await stateOf(disk)).toEqual(before)
    expect(await readdir(studio.incomingFolder)).toEqual([])
  })

  it('and pages are told of each; the waveform that was lost with it is made again', async () => {
    const { takes, assets, lost, after } = studio
    const news = takes.changes()
    await news[Symbol.asyncIterator]().next()
    await search(studio)
    const { value } = await news[Symbol.asyncIterator]().next()
    expect(value).toMatchObject({ changed: [{ asset: { isMissing: false } }] })
    await Promise.all(after)
    for (const { asset } of lost)
      expect((await stat(assets.pathOf(asset, 'peaks'))).size).toBeGreaterThan(0)
  })

  it('among them those of takes in the trash', async () => {
    const { takes, lost } = studio
    await takes.trash(lost.map(take => take.id))
    const last = await search(studio)
    expect(last.found.names.toSorted()).toEqual(['bell.wav', 'horn.wav', 'rain.wav'])
    expect(await missingOf(studio)).toEqual([false, false, false])
  })

  it('but not what is hidden, behind a link, or in the studio folder', async () => {
    const { disk, root } = studio
    const elsewhere = await makeFolder()
    for (const [name, place] of [['bell.wav', '.hidden'], ['horn.wav', '']] as const) {
      await mkdir(join(elsewhere, place), { recursive: true })
      await copyFile(join(disk, name), join(elsewhere, place, `.${name}`))
      await copyFile(join(disk, name), join(root, name))
    }
    const around = await makeFolder()
    await symlink(disk, join(around, 'link'))
    await symlink(join(disk, 'bell.wav'), join(around, 'bell.wav'))
    expect(await search(studio, around)).toMatchObject({ ended: 'whole', files: 0, found: { count: 0 }, notFound: { count: 3 } })
    expect(await search(studio, elsewhere)).toMatchObject({ files: 0, found: { count: 0 } })
    // The folder itself may be named by a link.
    await symlink(disk, join(elsewhere, 'here'))
    expect(await search(studio, join(elsewhere, 'here'))).toMatchObject({ folder: disk, found: { count: 3 } })
  })

  it('around the studio folder, which is left out', async () => {
    const home = await makeFolder()
    const folder = join(home, 'studio')
    await mkdir(folder)
    const inside = await openLost({}, folder)
    await writeFile(join(folder, 'bell.wav'), wavOf(1000))
    await writeFile(join(home, 'horn.wav'), wavOf(2000))
    expect(await search(inside, home)).toMatchObject({ files: 1, found: { count: 1, names: ['horn.wav'] }, notFound: { count: 2 } })
  })

  it('and a file that changes while it is copied is not taken', async () => {
    const changing = await openLost({
      freeBytes: async () => {
        appendFileSync(join(changing.disk, 'bell.wav'), 'more')
        return 1e12
      },
    })
    await rm(join(changing.disk, 'horn.wav'))
    await rm(join(changing.disk, 'rain.wav'))
    expect(await search(changing)).toMatchObject({ found: { count: 0 }, notFound: { count: 3 }, unread: { count: 1, names: ['bell.wav'] } })
    expect(await missingOf(changing)).toEqual([true, true, true])
    expect(await readdir(changing.incomingFolder)).toEqual([])
  })

  it('and what nothing refers to any more leaves nothing behind', async () => {
    const { disk, assets, takes, lost, incomingFolder } = studio
    const part = join(incomingFolder, 'part') as Parameters<typeof assets.putBack>[1]
    await copyFile(join(disk, 'bell.wav'), part)
    await takes.trash([lost[0]!.id])
    await takes.purge([lost[0]!.id])
    expect(await assets.putBack(lost[0]!.asset, part)).toBe(false)
    await expect(stat(assets.pathOf(lost[0]!.asset))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a search ends early', () => {
  it('when it is stopped; what was found stays', async () => {
    const { relinks } = studio
    await relinks.find(studio.disk)
    await expect(relinks.find(studio.disk)).rejects.toMatchObject({ code: 'relink-under-way' })
    expect(relinks.isRunning()).toBe(true)
    await relinks.stop()
    const last = await endOf(studio)
    expect(last.ended).toBe('stopped')
    expect(last.found.count + last.notFound.count).toBe(3)
    expect(relinks.isRunning()).toBe(false)
    expect(await search(studio)).toMatchObject({ ended: 'whole', notFound: { count: 0 } })
  })

  it('when the folder has too many files, and the report says so', async () => {
    const few = await openLost({ mostFiles: 2 })
    const last = await search(few)
    expect(last).toMatchObject({ ended: 'too-many', files: 2 })
    expect(last.found.count + last.notFound.count).toBe(3)
  })

  it('when there is no room for the next file', async () => {
    const full = await openLost({ freeBytes: async () => 10 })
    expect(await search(full)).toMatchObject({ ended: 'disk-full', found: { count: 0 }, notFound: { count: 3 } })
    expect(await missingOf(full)).toEqual([true, true, true])
  })

  it('when nothing is missing', async () => {
    await search(studio)
    expect(await search(studio)).toMatchObject({ ended: 'whole', files: 0, found: { count: 0 }, notFound: { count: 0 } })
  })
})

describe('the page', () => {
  const call = { signal: new AbortController().signal, origin: 'page' } as const
  const sound = { damage: () => null }

  it('names a folder where the host has no dialog, and only there', async () => {
    const inBrowser = relinkHandlers({ relinks: studio.relinks, library: sound, ports: { chooseFolder: null } })
    await expect(inBrowser.find({ in: { is: 'ask' } }, call)).rejects.toMatchObject({ code: 'not-in-this-host' })
    expect(await inBrowser.missing({}, call)).toEqual({ count: 3 })
    expect(await inBrowser.find({ in: { is: 'path', path: studio.disk } }, call)).toEqual({ isStarted: true })
    expect(await endOf(studio)).toMatchObject({ found: { count: 3 } })
    const answers = [null, studio.disk]
    const inApp = relinkHandlers({ relinks: studio.relinks, library: sound, ports: { chooseFolder: async () => answers.shift() ?? null } })
    await expect(inApp.find({ in: { is: 'path', path: studio.disk } }, call)).rejects.toMatchObject({ code: 'not-in-this-host' })
    expect(await inApp.find({ in: { is: 'ask' } }, call)).toEqual({ isStarted: false })
    expect(await inApp.find({ in: { is: 'ask' } }, call)).toEqual({ isStarted: true })
    await inApp.stop({}, call)
  })

  it('is told that a damaged library takes nothing', async () => {
    const library = { damage: () => ({ trouble: 'damaged', said: '' }) as const }
    const handlers = relinkHandlers({ relinks: studio.relinks, library, ports: { chooseFolder: null } })
    await expect(handlers.find({ in: { is: 'path', path: studio.disk } }, call)).rejects.toMatchObject({ code: 'library-read-only' })
    expect(studio.relinks.isRunning()).toBe(false)
  })
})

describe('a folder is refused', () => {
  const refusal = (path: string) => studio.relinks.find(path).then(() => null, (fault: { data: { because: string } }) => fault.data.because)

  it('that is none, a file, the studio folder, or in it', async () => {
    const { disk, root } = studio
    expect(await refusal('Music')).toBe('not-absolute')
    expect(await refusal(join(disk, 'none'))).toBe('not-there')
    expect(await refusal(`${disk}/\0`)).toBe('not-absolute')
    expect(await refusal(join(disk, 'bell.wav'))).toBe('not-a-folder')
    expect(await refusal(join(disk, 'bell.wav', 'below'))).toBe('not-there')
    expect(await refusal(root)).toBe('in-studio')
    expect(await refusal(join(root, 'assets'))).toBe('in-studio')
    await symlink(root, join(disk, 'studio'))
    expect(await refusal(join(disk, 'studio'))).toBe('in-studio')
    expect(studio.relinks.isRunning()).toBe(false)
  })

  it.skipIf(isRoot)('that may not be read; one below it is named', async () => {
    const { disk } = studio
    const closed = join(disk, 'closed')
    await mkdir(closed)
    await chmod(closed, 0)
    expect(await refusal(closed)).toBe('not-readable')
    expect(await search(studio)).toMatchObject({ found: { count: 3 }, unread: { count: 1, names: ['closed'] } })
    await chmod(closed, 0o700)
  })

  it('of another computer', () => {
    for (const path of ['\\\\nas\\music', '//nas/music', '\\\\?\\UNC\\nas\\music'])
      expect(isOfNetwork(path, 'win32'), path).toBe(true)
    for (const path of ['C:\\Music', '\\\\?\\C:\\Music', '\\Music'])
      expect(isOfNetwork(path, 'win32'), path).toBe(false)
    expect(isOfNetwork('//mnt/music', 'linux')).toBe(false)
  })
})
