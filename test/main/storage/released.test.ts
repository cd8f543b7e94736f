/**
 * Files of released versions: each is migrated to the newest version with all its rows, and opens as a studio.
 *
 * @module-tag wide
 */
import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { searchTakes } from '../../../src-main/library/search.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { makeFolder } from '../../kit/folder.ts'
import { anyQuery } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const files = readdirSync(fixtures).filter(name => name.endsWith('.sql')).sort()

function lay(file: string, path: string): void {
  const db = new DatabaseSync(path)
  db.exec(readFileSync(join(fixtures, file), 'utf8'))
  db.close()
}

/** Tables that a later version gave another name. */
const renamed: Readonly<Record<string, string>> = { salvages: 'recoveries' }

/** Every row of every table, by its newest name, with the columns that `like` has. */
function look(path: string, like?: Record<string, { columns: string[] }>): Record<string, { columns: string[], rows: unknown[] }> {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = db.prepare(
      'SELECT name FROM pragma_table_list WHERE schema = \'main\' AND type = \'table\' AND name NOT LIKE \'sqlite_%\' ORDER BY name',
    ).all().map(row => String(row.name))
    const named = tables.map(table => [renamed[table] ?? table, table] as const).filter(([name]) => !like || name in like)
    return Object.fromEntries(named.map(([name, table]) => {
      const columns = like?.[name]?.columns ?? db.prepare('SELECT name FROM pragma_table_info(?)').all(table).map(row => String(row.name))
      return [name, { columns, rows: db.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY rowid`).all() }]
    }))
  }
  finally {
    db.close()
  }
}

const migrationsOf = { library: libraryMigrations, ledger: ledgerMigrations } as const
const fixtureOf = (name: string, version: number): string => `${name}-${String(version).padStart(3, '0')}.sql`

it.each(['library', 'ledger'] as const)('every version of the %s has its fixture', (name) => {
  const versions = migrationsOf[name].map(migration => migration.version)
  const missing = versions.map(version => fixtureOf(name, version)).filter(file => !files.includes(file))
  expect(missing, 'Make them: node test/main/storage/fixtures/make.ts').toEqual([])
  expect(files.filter(file => file.startsWith(name)), 'fixtures of versions that there are').toHaveLength(versions.length)
})

it.each(files)('%s is migrated to the newest version with every row it had', async (file) => {
  const folder = await makeFolder()
  const [name = '', version = ''] = file.replace('.sql', '').split('-')
  const path = join(folder, `${name}.db`)
  lay(file, path)
  const before = look(path)
  expect(Object.values(before).flatMap(table => table.rows).length).toBeGreaterThan(10)
  const migrations = name === 'library' ? libraryMigrations : ledgerMigrations
  const db = await openDatabase(path, { migrations })
  expect(await db.check()).toEqual([])
  await db.close()
  expect(look(path, before)).toEqual(before)
  const copies = await readdir(join(folder, 'backups')).catch(() => [])
  expect(copies).toHaveLength(Number(version) < migrations.at(-1)!.version ? 1 : 0)
  for (const copy of copies)
    expect(look(join(folder, 'backups', copy))).toEqual(before)
})

/** Each version of one database next to the newest of the other. */
const pairs = (['library', 'ledger'] as const).flatMap(name => migrationsOf[name].map(({ version }) => [
  name === 'library' ? version : libraryMigrations.at(-1)!.version,
  name === 'ledger' ? version : ledgerMigrations.at(-1)!.version,
] as const))

describe('a studio folder of a released version', () => {
  it.each(pairs)('opens with everything that library %i and ledger %i could store', async (library, ledger) => {
    const folder = await makeFolder()
    lay(fixtureOf('library', library), join(folder, 'library.db'))
    lay(fixtureOf('ledger', ledger), join(folder, 'ledger.db'))
    const studio = await openTestStudio({ folder })
    const { takes } = await searchTakes(studio.parts.library, anyQuery)
    expect(takes.map(take => take.kind)).toEqual(['transcribe', 'import', 'video', 'image', 'speech'])
    expect((await searchTakes(studio.parts.library, { ...anyQuery, text: 'light burns' })).takes).toHaveLength(1)
    expect(takes.at(-1)).toMatchObject({
      isStarred: true,
      note: 'the good one',
      voice: 'Serena',
      request: { fields: { voice: 'Serena' } },
      asset: { hasPeaks: true, durationSeconds: 2 },
    })
    const projectId = takes.at(-1)!.projectId!
    expect((await studio.parts.script.lines(projectId)).map(line => line.text)).toEqual([
      'At the edge of the map, one light still burns.',
      'Thirty winters.',
    ])
    const sequenceId = (await studio.parts.sequences.ofProject(projectId))[0]!.id
    const { tracks, ...sequence } = await studio.parts.sequences.get(sequenceId)
    expect(sequence).toMatchObject({ name: 'Harbour', revision: 2 })
    expect(Object.values(tracks).flatMap(track => Object.values<object>(track.clips)))
      .toMatchObject([{ takeId: takes.at(-1)!.id, start: 0, length: 96_000 }])
    await studio.parts.sequences.undo(sequenceId)
    expect((await studio.parts.sequences.get(sequenceId)).name).toBe('Draft')
    expect(await studio.parts.settings.get()).toMatchObject({ theme: 'light', hasSeenWelcome: true })
    expect((await studio.parts.accounts.list()).map(account => account.name).sort()).toContain('Mine')
    expect((await studio.parts.voices.list()).map(voice => voice.name)).toEqual(['Grandfather'])
    const open = await studio.parts.ledger.open()
    expect(open.map(row => row.task_id)).toContain('task-1')
    expect((await studio.parts.projects.get(projectId)).name).toBe('Der Hafen — 港口')
  })
})

it('before version 43: a copied picture draws as the one that its take was made for, and a voice has the ids that it had before', async () => {
  const path = join(await makeFolder(), 'library.db')
  lay(fixtureOf('library', 42), path)
  const db = new DatabaseSync(path)
  const request = (voice: string) => JSON.stringify({ fields: { voice_id: voice } })
  db.prepare('UPDATE storyboard SET still_is_given = 0').run()
  db.prepare(`UPDATE takes SET made_from = 'picture:original' WHERE kind = 'image'`).run()
  const speak = db.prepare(`UPDATE takes SET model_id = 'higgs2p5', voice = 'Grandfather', account_id = NULL, request = ? WHERE kind = ?`)
  speak.run(request('voice-98'), 'speech')
  speak.run('no JSON', 'import')
  db.close()
  await (await openDatabase(path, { migrations: libraryMigrations })).close()
  const now = new DatabaseSync(path, { readOnly: true })
  expect(now.prepare('SELECT draw_from FROM storyboard').get()).toEqual({ draw_from: 'original' })
  expect(now.prepare('SELECT former_ids FROM registrations').get()).toEqual({ former_ids: '["voice-98"]' })
  now.close()
})

describe('a damaged library of a released version', () => {
  it.each(libraryMigrations.map(({ version }) => version))('of version %i is brought up to date, and what is no JSON hides nothing else', async (version) => {
    const folder = await makeFolder()
    const path = join(folder, 'library.db')
    lay(fixtureOf('library', version), path)
    const db = new DatabaseSync(path)
    db.exec('UPDATE sequence_clips SET clip = \'clip\'')
    db.exec('UPDATE sequences SET document = \'document\'')
    db.exec('UPDATE takes SET request = \'request\' WHERE kind = \'video\'')
    db.close()
    const studio = await openTestStudio({ folder })
    expect((await studio.parts.voices.list()).map(({ name }) => name)).toEqual(['Grandfather'])
    const { takes } = await searchTakes(studio.parts.library, anyQuery)
    expect(takes.map(take => take.kind)).toContain('speech')
  })
})

describe('a database that no migration begins with', () => {
  it.each(['library', 'ledger'] as const)('is refused with what to do, and is not changed: %s', async (name) => {
    const folder = await makeFolder()
    const path = join(folder, `${name}.db`)
    const oldest = migrationsOf[name][0]!.version
    lay(fixtureOf(name, oldest), path)
    const db = new DatabaseSync(path)
    db.exec(`PRAGMA user_version = ${oldest - 1}`)
    db.close()
    const before = look(path)
    await expect(openTestStudio({ folder })).rejects.toMatchObject({
      reason: 'older',
      data: { folder, file: `${name}.db` },
      cause: { message: `The file is at version ${oldest - 1}, this program opens versions from ${oldest}` },
    })
    expect(look(path)).toEqual(before)
  })
})
