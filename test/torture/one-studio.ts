/**
 * One studio from its first start to the reconciliation, in its own process: `node one-studio.ts SETTINGS-AS-JSON`, result as the last
 * line.
 */
import type { Asked, Lived, Stage } from './live.ts'
import type { Books } from './reconcile.ts'
import { Buffer } from 'node:buffer'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { sha256 } from '../../src-main/base/hash.ts'
import { openPracticeService } from '../../src-main/practice/index.ts'
import { openDatabase } from '../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../src-main/storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../../src-main/storage/migrations/library/index.ts'
import { findFfmpeg, smallShots } from '../kit/ffmpeg.ts'
import { live, liveOut, load } from './live.ts'
import { reconcile } from './reconcile.ts'
import { openWire } from './wire.ts'

export interface StudioSettings {
  readonly seed: string
  readonly studio: number
  readonly kills: number
  readonly folder: string
  readonly childScript: string
  readonly keepsFolder: boolean
}

export interface StudioResult {
  readonly studio: number
  readonly lives: readonly Lived[]
  readonly books: Books
  readonly asked: number
  readonly seconds: number
}

const drainMs = 180_000

async function run(settings: StudioSettings): Promise<StudioResult> {
  const startedAt = Date.now()
  const { folder, childScript, studio, seed } = settings
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (studio % 2 === 1)
    await leaveOldDatabases(folder)
  const practice = await openPracticeService({
    ffmpeg: findFfmpeg,
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 30, processingMs: 60 },
    credits: 1e9,
    ...smallShots,
  })
  const wire = await openWire(Number(new URL(practice.url).port))
  const asked: Asked = { next: 0, unheard: new Set(), acknowledged: new Map(), refused: new Map(), presses: [], pressing: new Map() }
  const stage: Stage = { place: { seed, studio }, folder, practice, wire, childScript, asked, opened: [] }
  const lives: Lived[] = []
  let child = load(stage)
  while (lives.length < settings.kills) {
    // The next process loads while this one runs.
    const next = load(stage)
    lives.push(await live(stage, child, lives.length))
    child = next
    process.stdout.write('.\n')
  }
  await liveOut(stage, child, drainMs)
  const films = await filmsOf(practice)
  const books = await reconcile({ place: stage.place, folder, works: practice.ledger(), films, refusedAt: wire.refusedAt, asked, lives })
  await wire.close()
  await practice.close()
  if (!settings.keepsFolder && books.breaches.length === 0)
    await rm(folder, { recursive: true, force: true })
  return { studio, lives, books, asked: asked.next, seconds: (Date.now() - startedAt) / 1000 }
}

/** A folder of the first version of the program, so that kills can hit the migrations. */
async function leaveOldDatabases(folder: string): Promise<void> {
  for (const [name, migrations] of [['ledger.db', ledgerMigrations], ['library.db', libraryMigrations]] as const)
    await (await openDatabase(join(folder, name), { migrations: migrations.slice(0, 1) })).close()
}

/** Hashes of the films that the service made, by task. */
async function filmsOf({ url, key, ledger }: Awaited<ReturnType<typeof openPracticeService>>): Promise<Map<string, string>> {
  const films = new Map<string, string>()
  for (const { id, model } of ledger().filter(work => work.kind === 'video' && work.charged)) {
    const answer = await fetch(`${url}/api/v1/generate/result?jobId=${id}&model=${model}`, { headers: { authorization: `Bearer ${key}` } })
    films.set(id, sha256(Buffer.from(await answer.arrayBuffer())))
  }
  return films
}

async function main(): Promise<void> {
  const result = await run(JSON.parse(process.argv[2] ?? '') as StudioSettings)
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
}

void main()
