/**
 * Backups of strangers: whatever is in them, restoring one and opening its studio changes nothing outside its folder, deletes nothing,
 * and sends nothing; or it is refused by a sentence. The key for the host that they name is in the environment, as for automation.
 *
 * @module-tag wide
 */
import type { HostileBackup, Target } from '../../kit/hostile-backups.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import type { Files } from '../../kit/tampered.ts'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { restore } from '../../../src-main/backup/backup.ts'
import { whyItFailed } from '../../../src-main/backup/failure.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { backUpFolder } from '../../../src-main/commands/back-up.ts'
import { ledgerTables, libraryTables } from '../../../src-main/databases/tables.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { addFilm } from '../../kit/film-project.ts'
import { hangMs } from '../../kit/hang.ts'
import { hostileBackups } from '../../kit/hostile-backups.ts'
import { openMediaKit } from '../../kit/media.ts'
import { ended, openSharedStudio, openTestStudio, speak } from '../../kit/studio.ts'
import { changedBackup, readBackup } from '../../kit/tampered.ts'

const signal = new AbortController().signal
const quiet = { clock: systemClock, signal, onProgress: () => {} }
const call = { signal, origin: 'page' } as const

/** For as long as a studio that would do harm might still begin to. */
const watchedMs = 150

/** Several backups are restored at the same time, each next to its own folder. */
interface Bench {
  /** What a studio is restored next to. */
  readonly place: string
  /** Where the backups are made. */
  readonly kitchen: string
  readonly target: Target
  readonly variants: readonly HostileBackup[]
}
const benchCount = 4

let shared: SharedStudio
let original: Files
let benches: readonly Bench[]
const heard: string[] = []
const recorder = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`)
  response.writeHead(500).end()
}).on('connection', () => heard.push('connection'))

/** Every file and folder of a tree, with its content. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of (await readdir(folder, { recursive: true })).sort())
    found[name] = (await stat(join(folder, name))).isFile() ? await readFile(join(folder, name), 'utf8') : 'folder'
  return found
}

beforeAll(async () => {
  await new Promise<void>(resolve => recorder.listen(0, '127.0.0.1', resolve))
  const address = recorder.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  shared = await openSharedStudio()
  const { studio, accountId } = shared
  const kit = await openMediaKit()
  const { projectId, sequenceId } = await addFilm(studio, kit, { shots: 1 })
  await kit.close()
  const doneId = await speak(studio, accountId, 'Made.', projectId)
  await ended(studio, doneId)
  await studio.handlers.jobs.pauseAll({ isPaused: true }, call)
  const speechId = await speak(studio, accountId, 'Queued.', projectId)
  const { delivery } = await studio.handlers.deliveries.render(
    { requestId: newId() as never, sequenceId, presetId: 'landscape-720', captionMode: 'none', name: 'Film' },
    call,
  )
  await studio.close()
  const kitchen = await mkdtemp(join(tmpdir(), 'takeroom-kitchen-'))
  const path = join(kitchen, 'original.tar')
  await backUpFolder(studio.folder, path, { madeBy: '0', withFilms: false, print: () => {}, signal })
  const plain = await readBackup(path)
  // The address of the account is the recorder's in every variant.
  original = await readBackup(await changedBackup(plain, {
    ledger: db => db.exec(`UPDATE accounts SET base_url = '${url}', is_confirmed = 1 WHERE is_practice = 0; UPDATE queue SET paused_at = NULL; UPDATE jobs SET paused_at = NULL`),
  }, kitchen))
  await rm(kitchen, { recursive: true })
  const ids = { speechId, renderId: delivery.jobId, doneId, projectId }
  benches = await Promise.all(Array.from({ length: benchCount }, async () => setUpBench({ url, ...ids })))
  vi.stubEnv('TAKEROOM_API_KEY', 'key-of-the-environment')
  vi.stubEnv('TAKEROOM_API_URL', url)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  recorder.close()
  await shared.close()
  for (const { place, kitchen } of benches) {
    for (const folder of [place, kitchen])
      await rm(folder, { recursive: true, force: true })
  }
})

async function setUpBench(about: Omit<Target, 'precious' | 'preciousFromWork'>): Promise<Bench> {
  const place = await mkdtemp(join(tmpdir(), 'takeroom-strangers-'))
  await mkdir(join(place, 'precious', 'letters'), { recursive: true })
  await writeFile(join(place, 'precious', 'letter.txt'), 'dear')
  await writeFile(join(place, 'precious', 'letters', 'more.mp4'), 'and more')
  const target = { ...about, precious: join(place, 'precious'), preciousFromWork: '../../precious' }
  return { place, kitchen: await mkdtemp(join(tmpdir(), 'takeroom-kitchen-')), target, variants: hostileBackups(target) }
}

async function tryVariant({ place, kitchen }: Bench, { name, change, releases }: HostileBackup): Promise<'refused' | 'restored'> {
  const before = await treeOf(place)
  const into = join(place, 'restored')
  try {
    const path = await changedBackup(original, change, kitchen)
    const restored = await restore(path, into, quiet).catch((error: unknown) => ({ error }))
    if ('error' in restored) {
      // Not an unexpected error: there is a sentence for the user.
      expect([name, whyItFailed(restored.error)]).not.toEqual([name, ''])
      expect(await treeOf(place)).toEqual(before)
      return 'refused'
    }
    const studio = await openTestStudio({ folder: into })
    const { parts } = studio
    const open = await parts.ledger.open()
    expect(open.filter(row => row.account_id === null && row.blocked_by !== 'restored')).toEqual([])
    expect(open.filter(row => ['queued', 'preparing', 'sending', 'committed'].includes(row.state))).toEqual([])
    expect((await parts.accounts.list()).filter(account => !account.isPractice && account.key.state !== 'unconfirmed')).toEqual([])
    for (const [db, tables] of [[parts.ledgerDb, ledgerTables], [parts.library, libraryTables]] as const) {
      expect(await db.all(sql`SELECT name FROM sqlite_schema WHERE lower(type) IN ('trigger', 'view') AND name <> 'mine'`)).toEqual([])
      expect(tables.length).toBeGreaterThan(0)
      expect(await db.check()).toEqual([])
    }
    const { report } = await studio.handlers.checks.run({ isDeep: false, isRepairing: false }, call)
    expect([report.unreadable, report.damage]).toEqual([{ count: 0, examples: [] }, []])
    const jobIds = open.filter(row => row.account_id === null).map(row => row.id)
    if (releases) {
      await studio.handlers.jobs.release({ jobIds }, call)
      await Promise.all(jobIds.map(jobId => ended(studio, jobId)))
    }
    await expect.poll(() => parts.engine.isWorking(), { timeout: hangMs }).toBe(false)
    await sleep(watchedMs)
    await studio.close()
    await rm(into, { recursive: true })
    expect(await treeOf(place)).toEqual(before)
    return 'restored'
  }
  finally {
    await rm(into, { recursive: true, force: true })
  }
}

it('the backup that strangers change is restored whole, when nobody changed it', async () => {
  const { kitchen, place, target } = benches[0]!
  const { leftOut, jobs, folder } = await restore(await changedBackup(original, {}, kitchen), join(place, 'restored'), quiet)
  expect(leftOut).toEqual({ rows: {}, things: 0, files: 0, deliveries: 0 })
  expect(jobs).toMatchObject({ held: 2, unsure: 0 })
  const studio = await openTestStudio({ folder })
  // One yes, and the film is made, in the new place.
  await studio.handlers.jobs.release({ jobIds: [target.renderId as never] }, call)
  expect(await ended(studio, target.renderId as never)).toMatchObject({ state: 'done', failure: null })
  expect(await readdir(join(folder, 'deliveries'))).toEqual(['Film.mp4'])
  await studio.close()
  await rm(folder, { recursive: true })
})

// In groups, so that a failure says where it is and none takes too long.
const groups = 6
const ends = new Map<string, string>()
it.each(Array.from({ length: groups }, (_, group) => group))('nothing outside is changed, and nothing sent: group %i', async (group) => {
  const results: [string, string][] = []
  await Promise.all(benches.map(async (bench, lane) => {
    for (const variant of bench.variants.filter((_, at) => at % (groups * benchCount) === lane * groups + group)) {
      results.push([
        variant.name,
        await tryVariant(bench, variant).catch((error: Error) => `${error.name}: ${error.message}`.slice(0, 1500)),
      ])
    }
  }))
  expect(results.filter(([, result]) => result !== 'refused' && result !== 'restored')).toEqual([])
  expect(heard).toEqual([])
  results.forEach(([name, result]) => ends.set(name, result))
})

it('there are many of them', () => {
  const { variants } = benches[0]!
  expect(new Set(variants.map(variant => variant.name)).size).toBe(variants.length)
  expect(variants.length).toBeGreaterThan(80)
  expect(ends.size).toBe(variants.length)
  // What could be harmless by being refused is harmless although it is restored.
  const restored = [...ends].filter(([, end]) => end === 'restored').map(([name]) => name)
  expect(restored.length).toBeGreaterThan(60)
  expect(restored.filter(name => /\((?:B1|B2|M1|M2)\)/.test(name))).toHaveLength(14)
})
