/** Backups: complete or not written at all, restored into a new folder, without keys, and without sending anything twice. */
import type { Job } from '#contract/jobs.ts'
import type { ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { Buffer } from 'node:buffer'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { backUpFolder, restoreFile } from '../../../src-main/commands/back-up.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { holdShots } from '../../kit/hold-shots.ts'
import { anyQuery } from '../../kit/library.ts'
import { connect, ended, openTestPractice, openTestStudio, speak, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const quiet = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }

async function backedUp(studio: OpenStudio & { folder: string }): Promise<string> {
  await studio.handlers.backups.make({ withFilms: true }, call)
  for await (const event of studio.parts.backups.changes(AbortSignal.timeout(hangMs))) {
    if (event.last?.did === 'backed-up')
      return join(event.folder, event.last.name)
    expect(event.last).toBeNull()
  }
  throw new Error('It never ended')
}

async function studioWithTakes(...texts: string[]) {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  for (const text of texts)
    await ended(studio, await speak(studio, accountId, text))
  return { practice, studio, accountId }
}

describe('a backup', () => {
  it('contains every take with its file, search entry and project, but no key', async () => {
    const { practice, studio } = await studioWithTakes('The first.', 'The second.')
    await studio.parts.projects.create('Harbour')
    await studio.parts.settings.change({ theme: 'light' })
    const path = await backedUp(studio)
    expect((await readFile(path)).includes(Buffer.from(practice.key))).toBe(false)
    const into = join(await makeFolder(), 'restored')
    const { manifest } = await restore(path, into, quiet)
    expect(manifest).toMatchObject({ takes: 2, missing: [] })

    const again = await openTestStudio({ folder: into, ports: { secrets: { store: createMemoryStore(), fallbackReason: null } } })
    const { takes } = await searchTakes(again.parts.library, { ...anyQuery, text: 'second' })
    expect(takes.map(take => take.text)).toEqual(['The second.'])
    for (const take of (await searchTakes(again.parts.library, anyQuery)).takes)
      expect(await readFile(again.parts.assets.pathOf(take.asset))).toEqual(await readFile(studio.parts.assets.pathOf(take.asset)))
    expect((await again.parts.settings.get()).theme).toBe('light')
    expect((await again.parts.accounts.list()).find(account => !account.isPractice)?.key.state).toBe('unconfirmed')
    expect(await again.parts.library.check()).toEqual([])
  })

  it('can be made while jobs run, and contains every take that its ledger calls done', async () => {
    const { practice, studio, accountId } = await studioWithTakes('Before.')
    practice.faults.set({ do: 'delay', ms: 60, at: 'answer' })
    const jobs = await Promise.all(Array.from({ length: 12 }, (_, index) => speak(studio, accountId, `While it runs, ${index}.`)))
    const path = await backedUp(studio)
    await Promise.all(jobs.map(jobId => ended(studio, jobId)))
    const into = join(await makeFolder(), 'restored')
    const { jobs: held } = await restore(path, into, quiet)
    const sentBefore = practice.ledger().length
    const again = await openTestStudio({ folder: into })
    const done = await again.parts.library.all<{ job_id: string }>(sql`SELECT job_id FROM takes`)
    const filed = new Set(done.map(row => row.job_id))
    const jobsNow = again.parts.ledger.changes(AbortSignal.timeout(5000))[Symbol.asyncIterator]()
    const { changed } = (await jobsNow.next()).value as { changed: Job[] } // the first event is the current state
    const called = changed.filter(job => job.state === 'done').map(job => job.id as string)
    expect(called.filter(id => !filed.has(id))).toEqual([])
    expect(changed.filter(job => job.state === 'blocked').every(job => job.blockedBy === 'restored')).toBe(true)
    expect(changed.filter(job => job.state === 'blocked')).toHaveLength(held.held)
    expect(practice.ledger()).toHaveLength(sentBefore)
  })

  it('that is cut short anywhere, or has any byte changed, is never accepted', async () => {
    const { studio } = await studioWithTakes('Whole.')
    const path = await backedUp(studio)
    const whole = await readFile(path)
    const folder = await makeFolder()
    const bad = join(folder, 'bad.tar')
    const into = join(folder, 'into')
    const refused = async (bytes: Uint8Array): Promise<void> => {
      await writeFile(bad, bytes)
      await expect(restore(bad, into, quiet)).rejects.toMatchObject({ name: 'BadBackupError' })
      expect((await readdir(folder)).sort()).toEqual(['bad.tar'])
    }
    // The last 1024 bytes are the padding that ends every tar archive: without them nothing is lost.
    await fc.assert(fc.asyncProperty(fc.integer({
      min: 0,
      max: whole.length - 1024 - 512,
    }), length => refused(whole.subarray(0, length))), { numRuns: 25 })
    const files = manifestOf(whole)
    await fc.assert(fc.asyncProperty(fc.constantFrom(...files), fc.nat(), async (file, at) => {
      const start = whole.indexOf(file.name) // its header
      const bytes = Buffer.from(whole)
      const place = start + 512 + at % Math.max(1, file.sizeBytes)
      bytes[place] = bytes[place]! ^ 0x55
      await refused(bytes)
    }), { numRuns: 15 })
  })

  it('with a file that leads out of its folder is refused', async () => {
    const { studio } = await studioWithTakes('Whole.')
    const path = await backedUp(studio)
    const bytes = await readFile(path)
    const name = 'ledger.db'
    const at = bytes.indexOf(name)
    const bent = Buffer.from(bytes)
    bent.write('../led.db', at)
    // The header's own checksum is corrected, so that only the name is wrong.
    const header = bent.subarray(at, at + 512)
    header.fill(0x20, 148, 156)
    header.write(`${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148)
    const bad = join(await makeFolder(), 'bad.tar')
    await writeFile(bad, bent)
    await expect(restore(bad, join(await makeFolder(), 'into'), quiet)).rejects.toThrow(/not-a-backup/)
  })

  it('is never restored over an existing file or folder', async () => {
    const { studio } = await studioWithTakes('Whole.')
    const path = await backedUp(studio)
    await expect(restore(path, studio.folder, quiet)).rejects.toThrow(/folder-not-empty/)
    // The existing file belongs to the user, and may even be the backup itself.
    const before = sha256(await readFile(path))
    await expect(restore(path, path, quiet)).rejects.toThrow(/folder-not-empty/)
    expect(sha256(await readFile(path))).toBe(before)
    const empty = await makeFolder()
    await mkdir(join(empty, 'x'))
    await restore(path, join(empty, 'x'), quiet)
    expect((await readdir(join(empty, 'x'))).sort()).toEqual(['assets', 'ledger.db', 'library.db'])
  })

  it('is also made and restored by the command line, while the studio is closed', async () => {
    const { studio } = await studioWithTakes('Closed.')
    const path = join(await makeFolder(), 'mine.tar')
    const told: string[] = []
    const how = { madeBy: '0', withFilms: true, print: (line: string) => told.push(line), signal: quiet.signal }
    await expect(backUpFolder(studio.folder, path, how)).rejects.toMatchObject({ reason: 'backup-locked' })
    await studio.close()
    await backUpFolder(studio.folder, path, how)
    expect((await stat(path)).size).toBeGreaterThan(10_000)
    await restoreFile(path, { into: undefined, beside: studio.folder, ...how })
    const restored = /takes restored to (.*)\.$/m.exec(told.join('\n'))![1]!
    expect(restored.startsWith(`${studio.folder} restored `)).toBe(true)
    const again = await openTestStudio({ folder: restored })
    expect((await searchTakes(again.parts.library, anyQuery)).takes).toHaveLength(1)
    await expect(restoreFile(join(studio.folder, 'nothing.tar'), {
      into: restored,
      beside: studio.folder,
      ...how,
    })).rejects.toMatchObject({ reason: 'backup-failed', data: { said: expect.stringContaining('backup-not-there') } })
  })

  it('is never written by the command line into the studio folder, by whatever path', async () => {
    const { studio } = await studioWithTakes('Closed.')
    await studio.close()
    const how = { madeBy: '0', withFilms: true, replaces: true, print: () => {}, signal: quiet.signal }
    const before = sha256(await readFile(join(studio.folder, 'library.db')))
    const link = join(await makeFolder(), 'link')
    await symlink(studio.folder, link, 'dir')
    const paths = [
      join(studio.folder, 'library.db'),
      join(studio.folder, 'a.tar'),
      join(studio.folder, 'new', 'a.tar'),
      join(link, 'ledger.db'),
      join(link, 'new', 'a.tar'),
    ]
    for (const path of paths)
      await expect(backUpFolder(studio.folder, path, how), path).rejects.toMatchObject({ reason: 'target-in-studio' })
    expect(sha256(await readFile(join(studio.folder, 'library.db')))).toBe(before)
    expect(await readdir(studio.folder)).not.toContain('new')
    const again = await openTestStudio({ folder: studio.folder })
    expect((await searchTakes(again.parts.library, anyQuery)).takes).toHaveLength(1)
  })

  it('replaces an earlier backup and an empty file on the command line; another file only when that is asked for', async () => {
    const { studio } = await studioWithTakes('Closed.')
    await studio.close()
    const how = { madeBy: '0', withFilms: true, replaces: false, print: () => {}, signal: quiet.signal }
    const path = join(await makeFolder(), 'mine.tar')
    await writeFile(path, '')
    await backUpFolder(studio.folder, path, how)
    const { mtimeMs } = await stat(path)
    await backUpFolder(studio.folder, path, how)
    expect((await stat(path)).mtimeMs).toBeGreaterThan(mtimeMs)

    await writeFile(path, 'ledger.db, but no tar')
    await expect(backUpFolder(studio.folder, path, how)).rejects.toMatchObject({ reason: 'target-foreign' })
    expect(await readFile(path, 'utf8')).toBe('ledger.db, but no tar')
    await expect(backUpFolder(studio.folder, join(path, '..'), { ...how, replaces: true })).rejects.toMatchObject({ reason: 'target-not-file' })
    await backUpFolder(studio.folder, path, { ...how, replaces: true })
    expect((await restore(path, join(await makeFolder(), 'into'), quiet)).manifest.takes).toBe(1)
  })
})

describe('a restored queue', () => {
  it('sends nothing by itself, whatever the states of its jobs, until the user confirms', async () => {
    const shots = holdShots()
    const practice = await openTestPractice(shots.options)
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    const picture = await ended(studio, (await studio.parts.make.image({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'A pier' },
      projectId: null,
    }))[0])
    const still = await studio.parts.takes.get(picture.takeIds[0]!)
    const [shotId] = await studio.parts.make.video({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: 'Slow', image: { assetId: still.asset.id } },
      projectId: null,
    })
    await until(studio, shotId, job => job.state === 'accepted' || job.state === 'running')
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 600, times: 1 })
    const waitingId = await speak(studio, accountId, 'Waiting.')
    await until(studio, waitingId, job => job.state === 'blocked')
    const queuedId = await speak(studio, accountId, 'Queued.')
    const path = await backedUp(studio)
    await studio.close()
    const sent = practice.ledger().length
    shots.finish()

    const into = join(await makeFolder(), 'restored')
    const { jobs } = await restore(path, into, quiet)
    expect(jobs).toEqual({ held: 2, unsure: 0, followed: 1 })
    const again = await openTestStudio({ folder: into, ports: { secrets: studio.parts.ports.secrets } })
    await until(again, shotId, job => job.failure !== null)
    await again.parts.accounts.confirmHost(accountId, await again.parts.accounts.get(accountId))
    // The shot was paid for: its task is polled and its file downloaded, for free.
    expect(await ended(again, shotId)).toMatchObject({ state: 'done', charged: 'yes' })
    // Checking a key resumes blocked jobs, but not these.
    await again.parts.accounts.check(accountId)
    for (const jobId of [waitingId, queuedId])
      expect(await again.parts.ledger.get(jobId)).toMatchObject({ state: 'blocked', blockedBy: 'restored' })
    expect(practice.ledger()).toHaveLength(sent)

    expect(await again.handlers.jobs.release({ jobIds: [queuedId, shotId!] }, call)).toEqual({ count: 1 })
    expect(await ended(again, queuedId)).toMatchObject({ state: 'done' })
    expect(practice.ledger()).toHaveLength(sent + 1)
  })

  it('marks jobs as unsure that were sent and not answered', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    const accountId = await connect(studio, practice)
    practice.faults.set({ do: 'delay', ms: 3_600_000, at: 'answer' })
    const jobId = await speak(studio, accountId, 'No answer yet.')
    await until(studio, jobId, job => job.state === 'committed')
    const path = await backedUp(studio)
    const into = join(await makeFolder(), 'restored')
    const sent = practice.ledger().length
    expect((await restore(path, into, quiet)).jobs).toEqual({ held: 0, unsure: 1, followed: 0 })
    const again = await openTestStudio({ folder: into })
    expect(await again.parts.ledger.get(jobId)).toMatchObject({ state: 'unsure', charged: 'unknown' })
    expect(practice.ledger()).toHaveLength(sent)
  })
})

function manifestOf(bytes: Buffer): { name: string, sizeBytes: number }[] {
  const text = bytes.subarray(bytes.lastIndexOf('{"ledgerVersion"')).toString('utf8')
  return (JSON.parse(text.slice(0, text.indexOf('\0'))) as { files: { name: string, sizeBytes: number }[] }).files
}
