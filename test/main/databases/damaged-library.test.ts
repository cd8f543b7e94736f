/**
 * A damaged library, wherever the damage is: it opens, shows what can be read, writes nothing, and loses nothing paid for.
 *
 * @module-tag wide
 */
import type { Meta } from '#contract/define.ts'
import type { ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { copyFile, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { noise, overwrite, spoil } from '../../kit/damage.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { holdShots } from '../../kit/hold-shots.ts'
import { anyQuery } from '../../kit/library.ts'
import { connect, ended, openSharedStudio, openTestPractice, openTestStudio, speak, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
// The name of the speaker is right before the words in the table, and not in an index.
const manyLines = Array.from({ length: 400 }, (_, index) => ({
  speaker: index % 2 ? 'Anna' : 'Ben',
  text: `Line ${index}: ${'the sea was quiet that night '.repeat(8)}`,
  direction: '',
}))

let shared: SharedStudio
beforeAll(async () => {
  shared = await openSharedStudio()
  await fillStudio(shared)
})
afterAll(() => shared.close())

/** A copy of the studio that all tests share. */
async function makeStudio(): Promise<{ folder: string, takes: number }> {
  const folder = join(await makeFolder(), 'studio')
  await cp(shared.studio.folder, folder, { recursive: true })
  return { folder, takes: 3 }
}

/** Leaves the studio with takes and a script of many pages, and closes it. */
async function fillStudio({ studio, accountId }: SharedStudio): Promise<void> {
  const project = await studio.parts.projects.create('Harbour')
  await studio.parts.script.add(project.id, null, manyLines)
  for (const text of ['First.', 'Second.', 'Third.'])
    await ended(studio, await speak(studio, accountId, text))
  await studio.close()
}

const damages: [where: string, damage: (path: string) => Promise<unknown>, keepsTakes: boolean][] = [
  ['in its first bytes', path => overwrite(path, 0, noise(32)), true],
  ['in its whole header', path => overwrite(path, 0, noise(100)), true],
  ['in a page in the middle', path => spoil(path, 'BenLine 200:'), true],
  ['in several pages', async (path) => {
    for (const words of ['BenLine 100:', 'BenLine 250:', 'BenLine 390:'])
      await spoil(path, words)
  }, true],
  ['by truncation', async path => truncate(path, Math.floor((await stat(path)).size * 0.6 / 4096) * 4096), false],
  ['by truncation within a page', async path => truncate(path, Math.floor((await stat(path)).size * 0.7) + 111), false],
  ['everywhere', path => writeFile(path, 'this was a library once'.repeat(400)), false],
  ['by being emptied', path => truncate(path, 0), false],
  ['by being deleted', path => rm(path), false],
]

/** Damage that an ordinary start does not detect is found by the check in the background. */
async function untilDamaged(studio: OpenStudio): Promise<void> {
  for await (const status of studio.parts.status.changes(AbortSignal.timeout(hangMs))) {
    if (status.libraryDamage)
      return
  }
  throw new Error('The damage was never found')
}

describe('a library that is damaged', () => {
  it.each(damages)('%s opens read-only, shows what can be read, and is repaired with the damaged file kept', async (_, damage, keepsTakes) => {
    const { folder, takes } = await makeStudio()
    const path = join(folder, 'library.db')
    await damage(path)
    const before = await readFile(path).catch(() => null)
    const studio = await openTestStudio({ folder })
    await untilDamaged(studio)
    const { takes: found } = await searchTakes(studio.parts.library, anyQuery)
    if (keepsTakes)
      expect(found).toHaveLength(takes)
    await expect(studio.handlers.projects.create({ name: 'New' }, call)).rejects.toMatchObject({ code: 'library-read-only' })
    await expect(studio.parts.projects.create('New')).rejects.toMatchObject({ code: 'library-read-only' })
    expect(await readFile(path).catch(() => null)).toEqual(before)

    const { kept } = await studio.handlers.studio.repair({}, call)
    if (before !== null)
      expect(await readFile(kept!)).toEqual(before)
    expect((await studio.parts.status.get()).libraryDamage).toBeNull()
    await studio.handlers.projects.create({ name: 'New' }, call)
    expect((await searchTakes(studio.parts.library, anyQuery)).takes).toHaveLength(found.length)
    expect(await studio.parts.library.check()).toEqual([])
    await studio.close()
    const again = await openTestStudio({ folder })
    expect((await again.parts.status.get()).libraryDamage).toBeNull()
    expect((await searchTakes(again.parts.library, { ...anyQuery, text: 'First' })).takes).toHaveLength(
      found.some(take => take.text === 'First.') ? 1 : 0,
    )
  })

  it('is repaired once by two who ask at once, and is read by others meanwhile', async () => {
    const { folder, takes } = await makeStudio()
    await overwrite(join(folder, 'library.db'), 0, noise(32))
    const { parts, handlers } = await openTestStudio({ folder })
    const both = [handlers.studio.repair({}, call), handlers.studio.repair({}, call)] as const
    const over = new AbortController()
    void Promise.allSettled(both).then(() => over.abort())
    while (!over.signal.aborted)
      expect((await searchTakes(parts.library, anyQuery)).takes).toHaveLength(takes)
    const [first, second] = await Promise.all(both)
    expect(first.kept).not.toBeNull()
    expect(second).toEqual(first)
    expect(await readdir(join(folder, 'damaged'))).toEqual([basename(first.kept!)])
    await handlers.projects.create({ name: 'New' }, call)
    expect((await searchTakes(parts.library, anyQuery)).takes).toHaveLength(takes)
  })

  it('can still be read when its repair fails, and is repaired by the next one', async () => {
    const { folder, takes } = await makeStudio()
    const path = join(folder, 'library.db')
    await overwrite(path, 0, noise(32))
    const before = await readFile(path)
    const { parts, handlers } = await openTestStudio({ folder })
    await writeFile(join(folder, 'damaged'), 'no folder')
    await expect(handlers.studio.repair({}, call)).rejects.toThrow()
    expect((await searchTakes(parts.library, anyQuery)).takes).toHaveLength(takes)
    await rm(join(folder, 'damaged'))
    const { kept } = await handlers.studio.repair({}, call)
    expect(await readFile(kept!)).toEqual(before)
    await handlers.projects.create({ name: 'New' }, call)
    expect((await searchTakes(parts.library, anyQuery)).takes).toHaveLength(takes)
  })

  it('loses no lines other than those in the damaged pages', async () => {
    const { folder } = await makeStudio()
    const path = join(folder, 'library.db')
    await spoil(path, 'BenLine 200:')
    const studio = await openTestStudio({ folder })
    await untilDamaged(studio)
    const [project] = await studio.parts.library.all<{ id: never }>(sql`SELECT id FROM projects`)
    const lines = await studio.parts.script.lines(project!.id)
    expect(lines.length).toBeGreaterThan(370)
    expect(lines.length).toBeLessThan(400)
    expect(lines.map(line => line.position)).toEqual(lines.map((_, index) => index))
  })

  it('by the damaged log of a killed program keeps what precedes the damage', async () => {
    const practice = await openTestPractice()
    const studio = await openTestStudio()
    await ended(studio, await speak(studio, await connect(studio, practice), 'Kept.'))
    // The files at this moment are what a kill would leave.
    const folder = await makeFolder()
    for (const name of ['library.db', 'library.db-wal', 'ledger.db', 'ledger.db-wal'])
      await copyFile(join(studio.folder, name), join(folder, name))
    const walPath = join(folder, 'library.db-wal')
    await overwrite(walPath, Math.floor((await stat(walPath)).size / 2), noise(500))
    const after = await openTestStudio({ folder })
    expect((await after.parts.ledger.open()).length).toBe(0)
    await expect(after.parts.projects.create('After')).resolves.toMatchObject({ name: 'After' })
  })

  it('refuses every call that would write to it with the declared fault, and allows every other call', async () => {
    const { folder } = await makeStudio()
    await overwrite(join(folder, 'library.db'), 0, noise(32))
    const studio = await openTestStudio({ folder })
    const before = sha256(await readFile(join(folder, 'library.db')))
    const walk = (
      part: unknown,
      handlers: unknown,
      path: string[] = [],
    ): { path: string, meta: Meta, run: (...args: unknown[]) => Promise<unknown> }[] => isContractProcedure(part)
      ? [{ path: path.join('.'), meta: part['~orpc'].meta as Meta, run: handlers as never }]
      : Object.entries(part as object).flatMap(([word, inner]) => walk(inner, Reflect.get(handlers as object, word), [...path, word]))
    const all = walk(contract, studio.handlers)
    const writing = all.filter(each => each.meta.effect === 'writes' || each.meta.effect === 'pays')
    const without = writing.filter(each => !each.meta.faults.includes('library-read-only')).map(each => each.path)
    // Keys, the queue, prices and budgets, restoring a backup and the repair itself do not use the library. Recordings and previews are
    // files next to it, and so is the list of browsers. Files that were opened with Takeroom wait in memory.
    const beside = new RegExp([
      ...['accounts', 'jobs', 'opened', 'pages', 'renditions', 'saving', 'spend', 'studio', 'words'].map(room => `^${room}\\.`),
      ...['^deliveries\\.clear', '^backups\\.(?:restore|stop)$', '^moves\\.(?:stop|removeFormer)$', '^relinks\\.stop$'],
      '^recordings\\.(?:append|leave|dismiss)$',
    ].join('|'))
    expect(without.filter(path => !beside.test(path))).toEqual([])
    for (const each of writing.filter(one => one.meta.faults.includes('library-read-only')))
      await expect(each.run({}, call), each.path).rejects.toMatchObject({ code: 'library-read-only', data: { trouble: 'damaged' } })
    expect(sha256(await readFile(join(folder, 'library.db')))).toBe(before)
  })
})

describe('paid work while the library is damaged', () => {
  it('an accepted shot is polled and downloaded, waits in its folder, and is filed once the library is repaired', async () => {
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
    const [jobId] = await studio.parts.make.video({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: 'Slow', image: { assetId: still.asset.id } },
      projectId: null,
    })
    await until(studio, jobId, job => job.state === 'accepted' || job.state === 'running')
    await studio.close()
    await overwrite(join(studio.folder, 'library.db'), 0, noise(64))
    shots.finish()

    const secrets = studio.parts.ports.secrets
    const after = await openTestStudio({ folder: studio.folder, ports: { secrets } })
    const waiting = await until(after, jobId, job => job.state === 'verifying')
    expect(waiting.endedAt).toBeNull()
    const answer = join(studio.folder, 'work', jobId!, 'answer.part')
    expect((await stat(answer)).size).toBeGreaterThan(1000)
    const queuedId = await speak(after, accountId, 'Later.')
    expect(practice.ledger().length).toBe(2)

    await after.handlers.studio.repair({}, call)
    const done = await ended(after, jobId)
    expect(done).toMatchObject({ state: 'done', charged: 'yes' })
    expect((await after.parts.takes.get(done.takeIds[0]!)).medium).toBe('video')
    expect(await ended(after, queuedId)).toMatchObject({ state: 'done' })
    expect(practice.ledger().length).toBe(3)
  })
})

it.each([
  ['before the old log was moved', 0],
  ['after the old log was moved', 1],
  ['after the damaged file was kept', 2],
])('a repair that was cut off %s is finished when the studio opens', async (_, steps) => {
  const { folder, takes } = await makeStudio()
  const [path, kept] = [join(folder, 'library.db'), join(folder, 'damaged', 'library-2026-11-26T12-00-00-000Z')]
  await mkdir(join(folder, 'damaged'))
  await copyFile(path, `${kept}.new.db`)
  await overwrite(path, 0, noise(100))
  const damaged = await readFile(path)
  await writeFile(steps > 0 ? `${kept}.db-wal` : `${path}-wal`, 'an old log')
  if (steps > 1)
    await copyFile(path, `${kept}.db`)
  const studio = await openTestStudio({ folder })
  expect(studio.parts.library.damage()).toBeNull()
  expect((await searchTakes(studio.parts.library, anyQuery)).takes).toHaveLength(takes)
  expect([await readFile(`${kept}.db`), await readFile(`${kept}.db-wal`, 'utf8')]).toEqual([damaged, 'an old log'])
  expect((await readdir(join(folder, 'damaged'))).filter(name => name.endsWith('.new.db'))).toEqual([])
})
