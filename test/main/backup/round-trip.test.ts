/**
 * What a person has survives a backup and its restoration, whichever version made it: only what a restored studio must not take over
 * changes.
 *
 * @module-tag wide
 */
import type { ProjectId, RequestId } from '#contract/words.ts'
import type { BackUpOptions } from '../../../src-main/backup/backup.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import type { StoredTable } from '../../../src-main/storage/table.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { found } from '#contract/found.ts'
import { writeArchive } from '../../../src-main/backup/archive.ts'
import { backUp, restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { ledgerTables, libraryTables } from '../../../src-main/databases/tables.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { isChangeDone, markChange } from '../../../src-main/storage/done-changes.ts'
import { readFolderId } from '../../../src-main/storage/folder-id.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { anyQuery, plainAsset, spokenTake } from '../../kit/library.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const quiet = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }
const fixtures = join(import.meta.dirname, '../storage/fixtures')

/** What a restored studio must not take over, by table. */
const changes: Readonly<Record<string, readonly string[]>> = {
  accounts: ['is_confirmed', 'key_name', 'borrowed_keys', 'key_pending_removal'],
  jobs: [
    ...['state', 'blocked_by', 'wakes_at', 'boot_id', 'attempts', 'started_at', 'committed_at', 'ended_at'],
    ...['failure', 'charged', 'cleared_at', 'answer'],
  ],
  // Holding jobs is on record.
  job_moves: ['*'],
  deliveries: ['folder'],
  assets: ['is_missing', 'has_peaks', 'has_poster', 'size_bytes'],
  recoveries: ['kept'],
}

async function rowsOf(db: Pick<Database, 'all'>, tables: readonly StoredTable[]): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const { name, stored } of tables) {
    const left = changes[name] ?? []
    const columns = Object.keys(stored.shape).filter(column => !left.includes(column))
    all[name] = left.includes('*')
      ? []
      : await db.all(sql`
      SELECT ${sql.join(columns.map(column => sql.identifier(column)))} FROM ${sql.identifier(name)} ORDER BY rowid`)
  }
  return all
}

async function allRowsIn(folder: string): Promise<Record<string, object[]>> {
  const [ledger, library] = [
    await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations }),
    await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations }),
  ]
  try {
    return { ...await rowsOf(ledger, ledgerTables), ...await rowsOf(library, libraryTables) }
  }
  finally {
    await ledger.close()
    await library.close()
  }
}

function lay(file: string, path: string): void {
  const db = new DatabaseSync(path)
  db.exec(readFileSync(join(fixtures, file), 'utf8'))
  db.close()
}

function versionsOf(name: string): number[] {
  return readdirSync(fixtures).filter(file => file.startsWith(`${name}-`)).map(file => Number(file.slice(-7, -4)))
}

const newest = (name: string): number => Math.max(...versionsOf(name))

it.each([
  ...versionsOf('library').map(library => [newest('ledger'), library]),
  ...versionsOf('ledger').filter(ledger => ledger < newest('ledger')).map(ledger => [ledger, newest('library')]),
])(
  'a backup of the ledger of version %i and the library of version %i is restored with every row',
  async (ledger, library) => {
    const folder = await makeFolder()
    const name = (version: number): string => String(version).padStart(3, '0')
    const migrated = join(folder, 'migrated')
    await mkdir(migrated)
    for (const place of [folder, migrated]) {
      lay(`ledger-${name(ledger)}.sql`, join(place, 'ledger.db'))
      lay(`library-${name(library)}.sql`, join(place, 'library.db'))
    }
    const path = join(folder, 'old.tar')
    const about = { madeAt: 0, madeBy: '0', ledgerVersion: ledger, libraryVersion: library, takes: 5, missing: [] }
    await writeArchive(path, ['ledger.db', 'library.db'].map(each => ({ name: each, path: join(folder, each) })), about, {
      signal: quiet.signal,
      onBytes: () => {},
    })
    const { leftOut, folder: restored } = await restore(path, join(folder, 'restored'), quiet)
    expect(leftOut).toMatchObject({ rows: {}, things: 0, files: 0 })
    const [before, after] = [await allRowsIn(migrated), await allRowsIn(restored)]
    expect(after).toEqual(before)
    const studio = await openTestStudio({ folder: restored })
    expect((await searchTakes(studio.parts.library, { ...anyQuery, text: 'light burns' })).takes).toHaveLength(1)
  },
)

it('a backup of databases from before the first migration is refused with what to do, and leaves nothing', async () => {
  const folder = await makeFolder()
  for (const name of ['ledger', 'library']) {
    lay(`${name}-${String(newest(name)).padStart(3, '0')}.sql`, join(folder, `${name}.db`))
    const db = new DatabaseSync(join(folder, `${name}.db`))
    db.exec('PRAGMA user_version = 6')
    db.close()
  }
  const path = join(folder, 'old.tar')
  const about = { madeAt: 0, madeBy: '0', ledgerVersion: 6, libraryVersion: 6, takes: 5, missing: [] }
  await writeArchive(path, ['ledger.db', 'library.db'].map(each => ({ name: each, path: join(folder, each) })), about, {
    signal: quiet.signal,
    onBytes: () => {},
  })
  const before = await readdir(folder)
  await expect(restore(path, join(folder, 'restored'), quiet)).rejects.toThrow(found('backup-older'))
  expect(await readdir(folder)).toEqual(before)
})

const words = fc.string({ unit: 'grapheme', maxLength: 20 })
const wish = fc.record({
  projects: fc.array(fc.record({
    name: words.map(text => `P ${text}`),
    lines: fc.array(words, { maxLength: 4 }),
    hasSequence: fc.boolean(),
  }), { maxLength: 3 }),
  takes: fc.array(fc.record({
    ...{ text: words, note: words, isStarred: fc.boolean() },
    marks: fc.record({ inSeconds: fc.option(fc.nat(9)), outSeconds: fc.option(fc.nat(9)) }),
  }), { maxLength: 4 }),
  chats: fc.array(words, { maxLength: 2 }),
  theme: fc.constantFrom('dark', 'light'),
  jobs: fc.array(fc.constantFrom('speech', 'image', 'join', 'video'), { maxLength: 4 }),
})

it('a studio is backed up, restored and backed up again without a loss, whatever is in it', async () => {
  await fc.assert(fc.asyncProperty(wish, async ({ projects, takes, chats, theme, jobs }) => {
    const place = await makeFolder()
    const studio = await openTestStudio({ folder: join(place, 'studio') })
    const { parts, folder } = studio
    let asset = 0
    for (const { text, note, isStarred, marks } of takes) {
      const file = await plainAsset({ root: folder, assets: parts.assets } as never, String(++asset))
      const take = await parts.takes.file(spokenTake(text), file)
      await parts.takes.star([take.id], isStarred)
      await parts.takes.note(take.id, note)
      await parts.takes.mark(take.id, marks)
    }
    for (const { name, lines, hasSequence } of projects) {
      const { id } = await parts.projects.create(name)
      const rows = JSON.stringify(lines.map(text => ({ id: newId(), text })))
      await parts.library.run(sql`
        INSERT INTO lines (id, project_id, position, speaker, text, changed_at)
        SELECT value ->> 'id', ${id}, key, 'A', value ->> 'text', 0 FROM json_each(${rows})`)
      if (hasSequence)
        await storeSequence(parts.sequences, id)
    }
    for (const title of chats)
      await parts.conversations.create({ title, projectId: null as ProjectId | null, system: title })
    await parts.settings.change({ theme })
    await markChange(parts.library, 'a change of a page', 0)
    await parts.order.pauseAll(true)
    const requestId = newId<RequestId>()
    await parts.ledger.enqueue(jobs.map((kind, requestPart) => ({ requestId, requestPart, kind, title: kind, plan: { a: [1, 'é'] } })))
    // An answer of which no ledger knows any more may be paid for.
    const unclaimed = join('work', newId(), 'answer.part')
    await mkdir(join(folder, unclaimed, '..'), { recursive: true })
    await writeFile(join(folder, unclaimed), 'paid')
    const how = (of: typeof studio, more: Partial<BackUpOptions> = {}): BackUpOptions => ({
      ...{ folder: of.folder, ledger: of.parts.ledgerDb, library: of.parts.library, madeBy: '0', withFilms: true, ...quiet, ...more },
    })
    await backUp(join(place, 'one.tar'), how(studio))
    const before = { ...await rowsOf(parts.ledgerDb, ledgerTables), ...await rowsOf(parts.library, libraryTables) }
    const ids = [await readFolderId(folder)]
    await studio.close()
    const one = await restore(join(place, 'one.tar'), join(place, 'first'), quiet)
    expect(one.leftOut).toEqual({ rows: {}, things: 0, files: 0, deliveries: 0 })
    expect(await allRowsIn(one.folder)).toEqual(before)
    const again = await openTestStudio({ folder: one.folder })
    // Pages keep what they could not send for one folder, and know which of their changes it has made: this is another one.
    ids.push(await readFolderId(one.folder))
    expect(new Set(ids).size).toBe(2)
    expect(await isChangeDone(again.parts.library, 'a change of a page')).toBe(false)
    await backUp(join(place, 'two.tar'), how(again))
    await again.close()
    const two = await restore(join(place, 'two.tar'), join(place, 'second'), quiet)
    expect(two.leftOut).toEqual(one.leftOut)
    expect(await allRowsIn(two.folder)).toEqual(before)
    expect(await readFile(join(two.folder, unclaimed), 'utf8')).toBe('paid')
    await rm(place, { recursive: true })
  }), { numRuns: 8 })
})
