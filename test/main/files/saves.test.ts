/** Files on their way out of the studio: how far they are, cancelling them, and nothing half under the name that was chosen. */
import type { RunningSave } from '#contract/saving.ts'
import type { FileToSave } from '../../../src-main/files/file-to-save.ts'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveToFile } from '../../../src-main/files/saved-file.ts'
import { saveToFolder } from '../../../src-main/files/saved-folder.ts'
import { createSaves } from '../../../src-main/files/saves.ts'
import { createShownProgress } from '../../../src-main/studio/shown-progress.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-saves-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const freeBytes = async (): Promise<number> => 2 ** 40
const big = 3 * 2 ** 20

async function film(name = 'film.mp4'): Promise<FileToSave> {
  const path = join(folder, 'studio', name)
  await mkdir(join(folder, 'studio'), { recursive: true })
  await writeFile(path, new Uint8Array(big).fill(7))
  return { name, mime: 'video/mp4', sizeBytes: big, at: 0, content: { path } }
}
function words(name: string, text: string): FileToSave {
  return { name, mime: 'text/plain', sizeBytes: Buffer.byteLength(text), at: 0, content: { text } }
}

it('one file is saved with its very bytes, over the one that was agreed to; several become an archive', async () => {
  const saves = createSaves()
  const path = join(folder, 'out.mp4')
  await writeFile(path, 'older')
  const seen: number[] = []
  saves.onProgress(share => share !== null && seen.push(share))
  const what = { name: 'film.mp4', files: [await film()] }
  await saves.run({ name: 'out.mp4', totalBytes: big }, save => saveToFile(path, what, { save, freeBytes }))
  expect((await readFile(path)).equals(await readFile(join(folder, 'studio', 'film.mp4')))).toBe(true)
  const archive = join(folder, 'all.zip')
  const both = { name: 'all.zip', files: [words('a.txt', 'one'), words('b.txt', '窗')] }
  await saves.run({ name: 'all.zip', totalBytes: 1 }, save => saveToFile(archive, both, { save, freeBytes }))
  expect((await readFile(archive)).subarray(0, 2).toString()).toBe('PK')
  const one = { name: 'a.txt', files: [words('a.txt', 'one')] }
  await saves.run({ name: 'a.txt', totalBytes: 3 }, save => saveToFile(join(folder, 'a.txt'), one, { save, freeBytes }))
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one')
  // 244 bytes, which a disk allows.
  const long = `${'窗'.repeat(80)}.txt`
  await saves.run({ name: long, totalBytes: 3 }, save => saveToFile(join(folder, long), one, { save, freeBytes }))
  expect(await readFile(join(folder, long), 'utf8')).toBe('one')
  expect((await readdir(folder)).sort()).toEqual(['a.txt', 'all.zip', 'out.mp4', 'studio', long])
  expect([seen[0], saves.count()]).toEqual([0, 0])
})

it('one that is cancelled half-way leaves what was there before, and is null', async () => {
  const saves = createSaves()
  const path = join(folder, 'all.zip')
  await writeFile(path, 'older')
  const files = [await film('a.mp4'), await film('b.mp4')]
  const told: RunningSave[] = []
  const stop = new AbortController()
  const following = (async () => {
    for await (const { saves: now } of saves.changes(stop.signal)) {
      told.push(...now)
      const [first] = now
      if (first)
        saves.cancel(first.saveId)
    }
  })()
  const about = { name: 'all.zip', totalBytes: 2 * big }
  const saved = await saves.run(about, save => saveToFile(path, { name: 'all.zip', files }, { save, freeBytes }))
  expect(saved).toBeNull()
  expect(await readFile(path, 'utf8')).toBe('older')
  expect((await readdir(folder)).sort()).toEqual(['all.zip', 'studio'])
  expect(told[0]).toMatchObject({ name: 'all.zip', totalBytes: 2 * big })
  saves.cancel('00000000-0000-7000-8000-000000000000' as unknown as RunningSave['saveId']) // One that is not known.
  stop.abort()
  await following.catch(() => {})
})

it('a folder that is cancelled leaves nothing, and so does one that the studio closes on', async () => {
  const saves = createSaves()
  const what = { name: 'Film.zip', files: [await film('a.mp4'), await film('b.mp4')] }
  const parent = join(folder, 'out')
  const saving = saves.run({ name: 'out', totalBytes: 2 * big }, save => saveToFolder(parent, what, { save, freeBytes }))
  await saves.stop()
  expect(await saving).toBeNull()
  expect(await readdir(parent).catch(() => [])).toEqual([])
  expect(saves.count()).toBe(0)
})

it('what fails is told as it is, and leaves nothing', async () => {
  const saves = createSaves()
  const gone = { ...await film(), content: { path: join(folder, 'gone') } }
  const run = (path: string, file: FileToSave, free = freeBytes): Promise<unknown> =>
    saves.run({ name: 'x', totalBytes: 1 }, save => saveToFile(path, { name: 'x', files: [file] }, { save, freeBytes: free }))
  await expect(run(join(folder, 'x'), gone)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(run(join(folder, 'no', 'x'), words('x', 'x'))).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(run(join(folder, 'x'), await film(), async () => 5))
    .rejects
    .toMatchObject({ code: 'disk-full', data: { neededBytes: big, freeBytes: 5 } })
  expect(await readdir(folder)).toEqual(['studio'])
  expect(saves.count()).toBe(0)
})

it('the taskbar shows the queue first, and what is saved while that rests', () => {
  const shown: unknown[] = []
  const { ofJobs, ofSaves } = createShownProgress(progress => shown.push(progress))
  ofSaves(null)
  ofSaves(0.111)
  ofSaves(0.1111)
  ofJobs({ share: 0.5, state: 'paused' })
  ofSaves(0.9)
  ofJobs(null)
  ofSaves(null)
  expect(shown).toEqual([
    { share: 0.11, state: 'working' },
    { share: 0.5, state: 'paused' },
    { share: 0.9, state: 'working' },
    null,
  ])
})
