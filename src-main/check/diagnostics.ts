/** Collects diagnostics as one text that a person can read before sharing it. */
import type { StudioStatus } from '#contract/studio.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { SettingsStore } from '../accounts/settings.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { Library } from '../library/open-library.ts'
import type { Database } from '../storage/database.ts'
import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { arch, homedir, release } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parsedJson } from '#rules/plain-data.ts'
import { createRedactor } from '../base/redact.ts'
import { jobsTable } from '../jobs/rows.ts'
import { sql } from '../storage/sql.ts'
import { inspectStudio } from './inspect-studio.ts'

/** How much of the end of each log is included. */
const logBytes = 64 * 1024
const lastJobs = 60

export type CheckPorts = Omit<Parameters<typeof inspectStudio>[0], 'folder' | 'ledger'> & {
  readonly ports: Pick<HostFolders, 'folder'>
  readonly ledgerDb: Database
}

type Parts = CheckPorts & {
  readonly accounts: Accounts
  readonly settings: SettingsStore
  readonly status: { get: () => Promise<StudioStatus> }
  readonly library: Library
}

export interface Diagnostics {
  gather: (how: { withTexts: boolean }, signal: AbortSignal) => Promise<{ text: string, fileName: string }>
}

export function createDiagnostics(parts: Parts, knownSecrets: ReadonlySet<string>): Diagnostics {
  return {
    async gather({ withTexts }, signal) {
      // Reads each key, so that the redactor knows those that were not used in this run.
      await parts.accounts.list()
      const redact = createRedactor(knownSecrets)
      const sections = [
        `# Takeroom diagnostics, ${new Date(parts.clock.now()).toISOString()}`,
        withTexts ? 'Titles and what the service said are in it.' : 'No titles and nothing that the service said are in it.',
        section('Versions', await versions(parts)),
        section('Settings', await parts.settings.get()),
        section('Accounts', await accounts(parts)),
        section('Counts', await counts(parts)),
        section('Files', await files(parts, signal)),
        section('Jobs', await jobs(parts, withTexts)),
        ...await Promise.all(['studio.log', 'host.log'].map(async name =>
          `## ${name}\n\n${await endOf(join(parts.ports.folder, 'logs', name))}`)),
      ]
      // The whole text is redacted at once, so that no section can be missed.
      const text = (redact(sections.join('\n\n')) as string).replaceAll(homedir(), '~')
      return { text: `${text}\n`, fileName: `takeroom-diagnostics-${new Date(parts.clock.now()).toISOString().slice(0, 10)}.txt` }
    },
  }
}

function section(title: string, value: unknown): string {
  return `## ${title}\n\n${JSON.stringify(value, null, 2)}`
}

async function versions({ status }: Pick<Parts, 'status'>): Promise<object> {
  const { libraryDamage, ...facts } = await status.get()
  return {
    ...facts,
    libraryDamage,
    platform: process.platform,
    arch: arch(),
    system: release(),
    memoryMb: Math.round(process.memoryUsage().rss / 2 ** 20),
  }
}

async function accounts({ accounts }: Pick<Parts, 'accounts'>): Promise<object[]> {
  return (await accounts.list()).map(({ isPractice, key, baseUrl }) => ({
    isPractice,
    host: hostOf(baseUrl),
    key: key.state,
    backend: 'backend' in key ? key.backend : null,
  }))
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

const counted = [
  'projects',
  'takes',
  'assets',
  'lines',
  'sequences',
  'deliveries',
  'voices',
  'conversations',
  'messages',
  'models',
] as const

async function counts({ library, ledgerDb }: Pick<Parts, 'library' | 'ledgerDb'>): Promise<object> {
  const count = async (db: Pick<Parts['library'], 'get'>, table: string): Promise<number> =>
    (await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM ${sql.identifier(table)}`))?.count
    ?? 0
  const states = await ledgerDb.all<{
    kind: string
    state: string
    count: number
  }>(sql`SELECT kind, state, count(*) AS count FROM jobs GROUP BY kind, state ORDER BY kind, state`)
  return {
    ...Object.fromEntries(await Promise.all(counted.map(async table => [table, await count(library, table)] as const))),
    jobs: states.map(row => `${row.kind} ${row.state}: ${row.count}`),
  }
}

/** While the library is damaged nothing may be written, so the check is skipped. */
async function files(parts: Parts, signal: AbortSignal): Promise<object> {
  if (parts.library.damage() !== null)
    return { damage: parts.library.damage(), recovered: parts.library.recovered() }
  return inspectStudio({ ...parts, folder: parts.ports.folder, ledger: parts.ledgerDb }, {
    isDeep: false,
    isRepairing: false,
    strayAgeMs: 600_000,
    signal,
  })
}

const lastJobsTable = jobsTable.part(
  ...['id', 'kind', 'state', 'title', 'model_id', 'charged', 'blocked_by', 'failure', 'attempts', 'created_at'] as const,
)

async function jobs({ ledgerDb }: Pick<Parts, 'ledgerDb'>, withTexts: boolean): Promise<object[]> {
  const rows = lastJobsTable.read(await ledgerDb.all(sql`
    SELECT ${lastJobsTable.columns} FROM jobs ORDER BY id DESC LIMIT ${lastJobs}`))
  const moves = await ledgerDb.all<{ job_id: string, event: string, to_state: string, at: number }>(sql`
    SELECT job_id, event, to_state, at FROM job_moves WHERE job_id IN (SELECT value
      FROM ${sql.each(rows.map(row => row.id))}) ORDER BY number`)
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    model: row.model_id,
    state: row.state,
    charged: row.charged,
    blockedBy: row.blocked_by,
    attempts: row.attempts,
    ...failureOf(row.failure, withTexts),
    ...(withTexts && { title: row.title }),
    moves: moves.filter(move => move.job_id === row.id).map(move =>
      `+${((move.at - row.created_at) / 1000).toFixed(1)} s ${move.event} → ${move.to_state}`),
  }))
}

function failureOf(text: string | null, withTexts: boolean): object {
  const failure = text === null ? null : parsedJson(text)
  if (typeof failure !== 'object' || failure === null)
    return {}
  const { said, fieldErrors, ...facts } = failure as { said?: unknown, fieldErrors?: unknown } // written by the ledger
  return { failure: withTexts ? { ...facts, said, fieldErrors } : facts }
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null)
  if (!file)
    return '(none)'
  try {
    const { size } = await file.stat()
    const length = Math.min(size, logBytes)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const text = buffer.toString('utf8')
    // The first line may be truncated.
    return length < size ? text.slice(text.indexOf('\n') + 1) : text
  }
  finally {
    await file.close()
  }
}
