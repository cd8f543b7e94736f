/**
 * Archives that are no backup of Takeroom, however well their list fits: nothing of them is kept, and the advice is about them.
 *
 * @module-tag wide
 */
import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { mayBeBackedUp, readArchive } from '../../../src-main/backup/archive.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { restoreFile } from '../../../src-main/commands/back-up.ts'
import { CannotOpenStudio } from '../../../src-main/databases/cannot-open.ts'
import { startChild } from '../../kit/child.ts'
import { makeFolder } from '../../kit/folder.ts'

const signal = new AbortController().signal
const id = '0198c0de-0000-7000-8000-000000000001'

async function archiveOf(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const tar = pack()
  for (const [name, text] of Object.entries(files))
    tar.entry({ name }, text)
  tar.entry({ name: 'manifest.json' }, JSON.stringify({
    ...{ format: 'takeroom-backup', version: 2, madeAt: 0, madeBy: '0', ledgerVersion: 1, libraryVersion: 1, takes: 0, missing: [] },
    files: Object.entries(files).map(([name, text]) => ({ name, sizeBytes: Buffer.byteLength(text), sha256: sha256(Buffer.from(text)) })),
  }))
  tar.finalize()
  const path = join(folder, 'hostile.tar')
  const pieces: Buffer[] = []
  for await (const piece of tar)
    pieces.push(Buffer.from(piece as Uint8Array))
  await writeFile(path, Buffer.concat(pieces))
  return path
}

describe('a backup with', () => {
  it.each([
    ['noise', 'no database at all, but long enough for a header of one '.repeat(20)],
    ['the first words of a database', `SQLite format 3\0${'x'.repeat(4096)}`],
    ['nothing', ''],
  ])('%s in place of its databases is refused with advice about the backup', async (_name, text) => {
    const folder = await makeFolder()
    const path = await archiveOf(folder, { 'ledger.db': text, 'library.db': text })
    const restoring = restoreFile(path, { into: join(folder, 'into'), beside: folder, print: () => {}, signal })
    const said = await restoring.then(() => 'restored', (error: unknown) => error instanceof CannotOpenStudio ? error.sentenceIn('en') : '')
    expect(said).toMatch(/database|library\.db|ledger\.db/)
    expect(said).not.toContain('takeroom check')
    expect(said).not.toContain(folder)
    expect(await readdir(folder)).toEqual(['hostile.tar'])
  })

  it('programs among its deliveries is refused before one is written', async () => {
    for (const extension of ['sh', 'desktop', 'html', 'exe', 'lnk', 'js', 'mp4.sh', 'MP4', '']) {
      const name = `deliveries/${id}.${extension}`
      const folder = await makeFolder()
      const path = await archiveOf(folder, { 'ledger.db': '', 'library.db': '', [name]: '#!/bin/sh\n' })
      const told = { into: join(folder, 'into'), beside: folder, print: () => {}, signal }
      await expect(restoreFile(path, told)).rejects.toMatchObject({ data: { said: expect.stringContaining('not-a-backup') } })
      expect(await readdir(folder)).toEqual(['hostile.tar'])
    }
    expect(['mp4', 'srt', 'vtt'].filter(extension => !mayBeBackedUp(`deliveries/${id}.${extension}`))).toEqual([])
  })

  it('more files than any studio has is refused while it is counted', async () => {
    const folder = await makeFolder()
    const names = Array.from({ length: 5 }, (_, at) => [`work/${id}/${at}`, ''] as const)
    const path = await archiveOf(folder, { 'ledger.db': '', 'library.db': '', ...Object.fromEntries(names) })
    const kept: string[] = []
    const keep = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
      kept.push(name)
      for await (const _ of bytes) { /* Read to its end. */ }
    }
    await expect(readArchive(path, keep, { signal, onBytes: () => {}, mostFiles: 4 })).rejects.toThrow('backup-too-many-files 4')
    expect(kept).toHaveLength(4)
    await expect(readArchive(path, keep, { signal, onBytes: () => {}, mostFiles: 7 })).resolves.toMatchObject({ takes: 0 })
  })
})

it.skipIf(process.platform === 'win32')('a restore that the system ends leaves nothing', async () => {
  const folder = await makeFolder()
  const whole = await readFile(await archiveOf(await makeFolder(), { 'ledger.db': 'x'.repeat(100_000) }))
  const pipe = join(folder, 'slow.tar')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  const child = startChild(new URL('../../kit/command-child.ts', import.meta.url), ['restore', pipe, '--into', join(folder, 'into')])
  const exit = once(child.process, 'exit')
  const writer = await open(pipe, 'w')
  await writer.write(whole.subarray(0, 10_000))
  // The first file is begun, and the rest of it never comes.
  while (!(await readdir(folder)).some(name => name.endsWith('.part')))
    await sleep(10)
  child.process.kill('SIGTERM')
  await sleep(50)
  await writer.close()
  expect(await exit).toEqual([1, null])
  expect(await readdir(folder)).toEqual(['slow.tar'])
})
