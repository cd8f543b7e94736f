/**
 * Backups as a stranger would make them, who wants files written or deleted outside the restored studio, requests sent, private files
 * given away, or the studio kept from working. Each is a change of a backup of an ordinary studio.
 */
/* eslint-disable style/max-len -- what a stranger writes is read best in one line */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Change, Files } from './tampered.ts'
import { Buffer } from 'node:buffer'
import { newId } from '../../src-main/base/ids.ts'
import { jobsTable } from '../../src-main/jobs/rows.ts'

export interface Target {
  /** Absolute path of a folder that nothing may change. */
  readonly precious: string
  /** From the `work` folder of the restored studio. */
  readonly preciousFromWork: string
  /** A host that records all that it hears. The account names it, and a key for it is in the environment. */
  readonly url: string
  /** A speech and a render that were queued when the backup was made, and a speech that was done. */
  readonly speechId: string
  readonly renderId: string
  readonly doneId: string
  readonly projectId: string
}

export interface HostileBackup {
  readonly name: string
  readonly change: Change
  /** The user lets its local jobs run, too. */
  readonly releases?: true
}

type Row = Record<string, SQLInputValue>

/** Adds a copy of a job with other values. */
function copyJob(db: DatabaseSync, id: string, changes: Row): string {
  const columns = Object.keys(jobsTable.stored.shape)
  const row = { ...db.prepare(`SELECT ${columns.join(', ')} FROM jobs WHERE id = ?`).get(id), id: newId(), request_id: newId(), ...changes } as Row
  db.prepare(`INSERT INTO jobs (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(...columns.map(column => row[column]!))
  return String(row.id)
}

function planOf(db: DatabaseSync, id: string): Record<string, unknown> {
  return JSON.parse(String(db.prepare('SELECT plan FROM jobs WHERE id = ?').get(id)?.plan)) as Record<string, unknown>
}

function setPlan(db: DatabaseSync, id: string, plan: object): void {
  db.prepare('UPDATE jobs SET plan = ? WHERE id = ?').run(JSON.stringify(plan), id)
}

/** What a stranger puts into the folder of a job that is to continue. */
function leaveWork(files: Files, jobId: string): void {
  for (const name of ['out.mp4', 'out.mp3', 'joined.wav', 'answer.part', 'live.pcm', 'render.log'])
    files.set(`work/${jobId}/${name}`, Buffer.from('an answer that nobody gave'))
}

/** Rewrites a table's schema in the file, without running it. */
function rewriteSchema(db: DatabaseSync, table: string, change: (text: string) => string): void {
  db.exec('PRAGMA writable_schema = ON')
  const { sql } = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = ?`).get(table) as { sql: string }
  db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE name = ?`).run(change(sql), table)
  db.exec('PRAGMA writable_schema = RESET')
}

const confirms = `AFTER UPDATE ON accounts BEGIN UPDATE accounts SET is_confirmed = 1, key_name = NULL; END`
const unblocks = `AFTER UPDATE ON jobs WHEN new.blocked_by IS NOT NULL BEGIN UPDATE jobs SET state = 'queued', blocked_by = NULL; END`

const states = [
  ...['queued', 'preparing', 'sending', 'committed', 'accepted', 'running', 'downloading', 'verifying'],
  ...['done', 'failed', 'cancelled', 'unsure', 'blocked'],
]

export function hostileBackups(target: Target): HostileBackup[] {
  const { precious, preciousFromWork, url, speechId, renderId, doneId, projectId } = target
  const desktop = { extension: 'desktop', text: '[Desktop Entry]\nExec=touch pwned' }
  const ids = [preciousFromWork, `${preciousFromWork}/letter.txt`, precious, '..', '.', '', `a\0/../${preciousFromWork}`, 'X'.repeat(100_000), 'CON', '%2e%2e']
  const withFiles = (change: Change, jobId: string): Change => ({ ...change, files: files => leaveWork(files, jobId) })
  const render = (db: DatabaseSync, more: object): void => setPlan(db, renderId, { ...planOf(db, renderId), ...more })
  const stateVariants = states.flatMap((state): HostileBackup[] => [null, 1].map((ended): HostileBackup => {
    const made: string[] = []
    return {
      name: `jobs of every kind that are ${state}${ended === null ? ' and have not ended' : ' and have ended'}`,
      change: {
        ledger(db) {
          for (const kind of ['speech', 'render', 'join', 'video', 'image', 'upload', 'chat', 'transcribe', 'mine-bitcoin']) {
            const of = kind === 'render' ? renderId : speechId
            made.push(copyJob(db, of, { kind, state, ended_at: ended, blocked_by: null, answer: '{"contentType":"audio/wav","sizeBytes":4}', task_id: 'task', boot_id: 'x', retry_of: made.at(-1) ?? null }))
          }
        },
        files: files => made.forEach(id => leaveWork(files, id)),
      },
    }
  }))
  return [
    {
      name: 'a film that is to be put where programs start at the next login (B1)',
      releases: true,
      change: withFiles({
        ledger(db) {
          render(db, { target: { folder: precious, base: 'evil', replaces: [] }, captionFiles: [desktop] })
          db.prepare(`UPDATE jobs SET state = 'verifying', ended_at = NULL, answer = '{"durationSeconds":1,"integratedLufs":null,"truePeakDbtp":null}' WHERE id = ?`).run(renderId)
        },
      }, renderId),
    },
    {
      name: 'a queued film with a place outside, released by the person',
      releases: true,
      change: { ledger: db => render(db, { target: { folder: precious, base: 'evil', replaces: [{ name: 'letter.txt', sizeBytes: 4, modifiedMs: 0 }] } }) },
    },
    ...['fileBase', 'captionFiles', 'kit', 'sources', 'cover', 'beside'].map((key): HostileBackup => ({
      name: `a queued film whose ${key} leads outside, released by the person`,
      releases: true,
      change: {
        ledger: db => render(db, {
          fileBase: `../${preciousFromWork}/evil`,
          captionFiles: [desktop, { extension: `../../${preciousFromWork}/x.srt`, text: 'x' }],
          sources: [{ takeId: newId(), path: `${precious}/letter.txt`, medium: 'picture', sizeBytes: 4, sha256: '' }],
          cover: { path: `${precious}/letter.txt` },
          beside: ['../x'],
          kit: {
            parts: ['master', 'media'],
            texts: [{ path: `../../${preciousFromWork}/evil.txt`, role: 'readme', text: 'evil' }],
            media: [{ path: 'media/letter.txt', from: `${precious}/letter.txt` }],
            titles: [],
            stems: [{ path: '../../x.wav', sounds: [0] }],
            manifest: {},
          },
          ...Object.fromEntries(Object.entries(planOf(db, renderId)).filter(([name]) => name !== key)),
        }),
      },
    })),
    ...ids.map((id, at): HostileBackup => ({
      name: `the id ${JSON.stringify(id.slice(0, 30))} of a job that is to be put in order (B2)`,
      change: {
        ledger(db) {
          const [kind, state] = ([['render', 'verifying'], ['speech', 'verifying'], ['render', 'running'], ['chat', 'committed']] as const)[at % 4]!
          copyJob(db, kind === 'render' ? renderId : speechId, { id, kind, state, answer: '{}', ended_at: null })
          db.prepare(`INSERT INTO job_moves (job_id, from_state, event, to_state, at) VALUES (?, 'queued', 'claim', 'committed', 0)`).run(id)
        },
      },
    })),
    {
      name: 'ids of other tables that lead outside',
      change: {
        library(db) {
          db.prepare(`INSERT INTO assets (id, mime, extension, size_bytes, created_at) VALUES (?, 'audio/wav', 'wav', 4, 0)`).run(`../../../${precious}`)
          db.exec(`UPDATE assets SET extension = '/../../../${preciousFromWork}/letter.txt' WHERE rowid = 1; UPDATE takes SET id = '../x' WHERE rowid = 2`)
          db.prepare(`UPDATE deliveries SET id = ?`).run(`../../${preciousFromWork}`)
        },
      },
    },
    {
      name: 'triggers whose type is written in capitals (M1)',
      change: {
        ledger(db) {
          db.exec(`CREATE TRIGGER one ${confirms}; CREATE TRIGGER two ${unblocks}`)
          db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'TRIGGER' WHERE type = 'trigger'`)
        },
      },
    },
    { name: 'a plain trigger', change: { ledger: db => db.exec(`CREATE TRIGGER one ${confirms}`) } },
    {
      name: 'triggers in the library',
      change: { library: db => db.exec(`CREATE TRIGGER t AFTER UPDATE ON deliveries BEGIN UPDATE deliveries SET folder = '${precious}'; END`) },
    },
    {
      name: 'a constraint that silently ignores the confirmation (M1)',
      change: {
        ledger(db) {
          rewriteSchema(db, 'accounts', text => text.replace(/\)\s*STRICT$/, ', UNIQUE (is_practice, is_confirmed) ON CONFLICT IGNORE) STRICT'))
          db.exec('PRAGMA writable_schema = OFF')
        },
      },
    },
    {
      name: 'accounts that say that they are confirmed, removed, or the practice service',
      change: {
        ledger(db) {
          db.exec(`UPDATE accounts SET is_confirmed = 1, is_practice = 1, key_name = NULL WHERE base_url LIKE 'http%'`)
          db.exec(`INSERT INTO accounts (id, name, base_url, is_practice, created_at, is_confirmed, removed_at)
            VALUES ('${newId()}', 'x', '${url}', 0, 0, 1, 1), ('${newId()}', 'x', '${url}', 1, 0, 7, NULL)`)
        },
      },
    },
    {
      name: 'entries of the keychain that belong to others',
      change: { ledger: db => db.exec(`UPDATE accounts SET key_name = 'signing:x:0', borrowed_keys = '["account:1","signing:x:0"]', is_confirmed = 1`) },
    },
    {
      name: 'a delivery with a private file (M2)',
      change: {
        library: db => db.prepare('UPDATE deliveries SET folder = ?, files = ?').run('', JSON.stringify([
          { role: 'video', name: `${precious}/letter.txt`, sizeBytes: 4, sha256: '' },
          { role: 'manifest', name: '../../precious/letter.txt', sizeBytes: 4, sha256: '' },
        ])),
      },
    },
    { name: 'a delivery on another machine', change: { library: db => db.exec(String.raw`UPDATE deliveries SET folder = '\\evil.example\share'`) } },
    {
      name: 'values of other types',
      change: {
        library(db) {
          for (const table of ['takes', 'assets', 'projects', 'settings', 'lines'])
            rewriteSchema(db, table, text => text.replace(/ STRICT$/, ''))
          db.exec(`UPDATE takes SET title = x'00ff', number = number; UPDATE assets SET size_bytes = 'many', duration_seconds = 9e999`)
          db.exec(`UPDATE projects SET created_at = 9223372036854775807; UPDATE lines SET position = 1.5, text = 7; UPDATE settings SET value = NULL WHERE 0`)
        },
      },
    },
    {
      name: 'times far in the future, and below zero',
      change: {
        ledger: db => db.exec(`UPDATE jobs SET created_at = 9007199254740991, wakes_at = -5 WHERE id = '${doneId}'`),
        library: db => db.exec('UPDATE projects SET changed_at = 9007199254740991'),
      },
    },
    {
      name: 'JSON bombs',
      change: {
        ledger: db => db.prepare('UPDATE jobs SET plan = ?, failure = ?').run('['.repeat(2_000_000), `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_001)}`),
        library: db => db.prepare('UPDATE takes SET source_take_ids = ?').run(`${'['.repeat(900)}${']'.repeat(900)}`),
      },
    },
    {
      name: 'JSON with names that are there twice',
      change: {
        ledger: db => db.prepare('UPDATE jobs SET plan = ? WHERE id = ?').run(`{"target":{"folder":"${precious}","base":"evil","replaces":[]},"target":null}`, renderId),
      },
    },
    {
      name: 'generated columns in place of stored ones',
      change: {
        ledger(db) {
          db.exec(`ALTER TABLE accounts RENAME TO other; CREATE TABLE accounts AS SELECT * FROM other; DROP TABLE other`)
          db.exec(`ALTER TABLE accounts DROP COLUMN is_confirmed; ALTER TABLE accounts ADD COLUMN is_confirmed AS (length(name) > 0)`)
        },
      },
    },
    {
      name: 'a view with the name of a table',
      change: { ledger: db => db.exec(`ALTER TABLE accounts RENAME TO other; CREATE VIEW accounts AS SELECT * FROM other`) },
    },
    {
      name: 'a table without row numbers',
      change: { ledger: db => db.exec(`DROP TABLE queue; CREATE TABLE queue (only_row INTEGER PRIMARY KEY, paused_at INTEGER) WITHOUT ROWID`) },
    },
    {
      name: 'a virtual table in place of one',
      change: { library: db => db.exec(`DROP TABLE hidden_models; CREATE VIRTUAL TABLE hidden_models USING fts5(id)`) },
    },
    {
      name: 'columns with the names of row numbers',
      change: { library: db => db.exec(`ALTER TABLE hidden_models ADD COLUMN rowid TEXT; ALTER TABLE hidden_models ADD COLUMN oid TEXT`) },
    },
    {
      name: 'indexes with code, and tables of its own',
      change: {
        ledger: db => db.exec(`CREATE INDEX evil ON jobs (lower(hex(plan))); CREATE TABLE mine (a); PRAGMA application_id = 7`),
      },
    },
    { name: 'a version that there is not', change: { ledger: db => db.exec('PRAGMA user_version = 999') } },
    { name: 'a version below one', change: { library: db => db.exec('PRAGMA user_version = -3') } },
    { name: 'an older version than its tables are', change: { ledger: db => db.exec('PRAGMA user_version = 4'), library: db => db.exec('PRAGMA user_version = 3') } },
    {
      name: 'rows that violate their keys',
      change: {
        ledger(db) {
          db.exec(`CREATE TABLE copy AS SELECT * FROM jobs; DROP TABLE jobs; ALTER TABLE copy RENAME TO jobs`)
          for (let twice = 0; twice < 3; twice++)
            copyJob(db, speechId, { id: speechId, state: 'committed' })
          db.exec(`INSERT INTO costs (job_id, currency, rates, quantities, least_micros, most_micros, at) VALUES ('${newId()}', 'USD', '{}', '{}', 0, 0, 0)`)
        },
      },
    },
    {
      name: 'jobs that are tries of each other, in a circle',
      change: { ledger: db => db.exec(`UPDATE jobs SET retry_of = '${speechId}' WHERE id = '${renderId}'; UPDATE jobs SET retry_of = '${renderId}' WHERE id = '${speechId}'`) },
    },
    {
      name: 'messages that answer each other, in a circle',
      change: {
        library(db) {
          const [chat, a, b] = [newId(), newId(), newId()]
          db.exec(`INSERT INTO conversations (id, title, open_message_id, created_at, changed_at) VALUES ('${chat}', 'x', '${a}', 0, 0)`)
          db.exec(`INSERT INTO messages (id, conversation_id, parent_id, role, parts, state, created_at)
            VALUES ('${a}', '${chat}', '${b}', 'user', '[]', 'whole', 0), ('${b}', '${chat}', '${a}', 'assistant', '[]', 'arriving', 0)`)
        },
      },
    },
    {
      name: 'sequences with numbers that no film has',
      change: {
        library: db => db.exec(`UPDATE sequences SET revision = 9007199254740991; UPDATE sequence_clips SET clip = json_set(clip, '$.length', 1e300);
          UPDATE sequence_starts SET starts = replace(starts, ':0', ':9007199254740991')`),
      },
    },
    {
      name: 'settings that name paths, programs and addresses',
      change: {
        library: db => db.exec(`INSERT INTO settings (name, value) VALUES ('ffmpeg', '"${precious}/ffmpeg"'), ('deliveriesFolder', '"${precious}"'),
          ('proxy', '"${url}"'), ('__proto__', '{"polluted":1}'), ('deliveryName', '"../../{project}"'),
          ('signing', '{"chainPem":"x","algorithm":"es256","keyId":"../../account:1","entries":1}'), ('trashDays', '-1')
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`),
      },
    },
    {
      name: 'a request with a private file',
      change: {
        ledger(db) {
          const plan = planOf(db, speechId) as { request: object }
          setPlan(db, speechId, { ...plan, request: { ...plan.request, files: { ['a'.repeat(64)]: { extension: `/../../../${preciousFromWork}/letter.txt`, name: 'x', mime: 'x', sizeBytes: 4, sha256: '' } } } })
        },
      },
    },
    { name: 'a damaged page in the ledger', change: { files: files => spoil(files, 'ledger.db') } },
    { name: 'a damaged page in the library', change: { files: files => spoil(files, 'library.db') } },
    { name: 'a ledger in place of the library', change: { files: files => files.set('library.db', files.get('ledger.db')!) } },
    { name: 'a database that is cut off', change: { files: files => files.set('ledger.db', files.get('ledger.db')!.subarray(0, 6000)) } },
    {
      name: 'a database with a page size that there is not',
      change: { files: (files) => {
        const bytes = Buffer.from(files.get('ledger.db')!)
        bytes.writeUInt16BE(513, 16)
        files.set('ledger.db', bytes)
      } },
    },
    { name: 'an asset with other bytes than its name says', change: { files: files => assetsOf(files).forEach(name => files.set(name, Buffer.from('<script>'))) } },
    {
      name: 'an asset in the folder of another',
      change: { files: files => assetsOf(files).slice(0, 1).forEach(name => files.set(name.replace(/^assets\/../, 'assets/00'), files.get(name)!)) },
    },
    { name: 'an asset with an odd ending', change: { files: files => files.set(`assets/aa/${'a'.repeat(64)}.php.html.desktop`, Buffer.from('x')) } },
    { name: 'fewer files than its list says', change: { manifest: manifest => manifest.files.push({ name: 'assets/x', sizeBytes: 1, sha256: '' }) } },
    { name: 'a list that says nothing true', change: { manifest: manifest => Object.assign(manifest, { takes: 1e15, missing: ['../x'], ledgerVersion: -1, libraryVersion: 0 }) } },
    ...[
      ['a symbolic link', { name: `work/${speechId}/answer.part`, type: 'symlink', linkname: `${precious}/letter.txt` }],
      ['a hard link', { name: `work/${speechId}/answer.part`, type: 'link', linkname: 'ledger.db' }],
      ['a device', { name: `work/${speechId}/answer.part`, type: 'character-device' }],
      ['a pipe', { name: `work/${speechId}/answer.part`, type: 'fifo' }],
      ['a folder in the way', { name: `work/${speechId}`, type: 'directory' }],
      ['an absolute name', { name: `${precious}/evil.txt`, bytes: Buffer.from('x') }],
      ['a name that leads up', { name: '../precious/evil.txt', bytes: Buffer.from('x') }],
      ['a name that leads up later', { name: `work/${speechId}/../../../precious/evil.txt`, bytes: Buffer.from('x') }],
      ['a name of Windows', { name: String.raw`work\..\..\precious\evil.txt`, bytes: Buffer.from('x') }],
      ['a file twice', { name: 'ledger.db', bytes: Buffer.from('x') }],
      ['a name in other letters', { name: 'Ledger.DB', bytes: Buffer.from('x') }],
      ['its own log of a database', { name: 'ledger.db-wal', bytes: Buffer.from('x') }],
    ].map(([name, entry]): HostileBackup => ({ name: `${String(name)} in the archive`, change: { entries: [entry as never] } })),
    { name: 'a project whose name commands a terminal', change: { library: db => db.prepare('UPDATE projects SET name = ? WHERE id = ?').run('\u001B[2J\u202Egpj.exe\0', projectId) } },
    ...stateVariants,
  ]
}

function assetsOf(files: Files): string[] {
  return [...files.keys()].filter(name => name.startsWith('assets/'))
}

/** Noise in the middle, in whole pages. */
function spoil(files: Files, name: string): void {
  const bytes = Buffer.from(files.get(name)!)
  bytes.fill(0xA7, 4096 * 2, Math.min(bytes.length, 4096 * 7))
  files.set(name, bytes)
}
