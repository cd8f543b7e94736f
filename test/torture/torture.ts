/** A whole run: several studios, some in parallel, each killed many times; results added up. */
import type { StudioResult, StudioSettings } from './one-studio.ts'
import type { Breach, Unsure } from './reconcile.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { findFfmpeg } from '../kit/ffmpeg.ts'
import { nameOf, promises } from './reconcile.ts'

export interface Wanted {
  readonly kills: number
  readonly seed: string
  /** Kills per studio folder; default 250. */
  readonly killsEach?: number
  /** Studios in parallel. */
  readonly workers: number
  /** Runs only this studio of the run. */
  readonly only?: number | null
  /** No studio starts after this time; running ones finish. */
  readonly minutes?: number
  readonly onKill?: (killed: number) => void
  /** Called with each studio's result. */
  readonly onStudio?: (result: StudioResult) => void
}

export interface Outcome {
  readonly kills: number
  readonly struck: number
  readonly studios: number
  readonly asked: number
  readonly accepted: number
  readonly takes: number
  readonly files: number
  readonly seconds: number
  readonly killsPerMinute: number
  /** Milliseconds from the orders to an open studio: median and 99th percentile. */
  readonly openMs: { readonly median: number, readonly p99: number }
  readonly jobs: Readonly<Record<string, number>>
  readonly killedAt: Readonly<Record<string, number>>
  readonly broken: Readonly<Record<string, number>>
  readonly breaches: readonly Breach[]
  readonly unsure: readonly Unsure[]
  /** Share of charged jobs among the unsure ones, not counting those refused after the kill. */
  readonly unsureCharged: number | null
}

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function torture({
  kills,
  seed,
  killsEach = 250,
  workers,
  only = null,
  minutes = Number.POSITIVE_INFINITY,
  onKill = () => {},
  onStudio = () => {},
}: Wanted): Promise<Outcome> {
  const startedAt = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-torture-'))
  const childScript = await bundleChild(join(folder, 'built'))
  // Queried once here, so that no studio spends its life on it.
  if (!await findFfmpeg())
    throw new Error('The crash test makes real media: install ffmpeg, or set FFMPEG_BIN')
  const all = Array.from({ length: Math.ceil(kills / killsEach) }, (_, studio): StudioSettings => ({
    seed,
    studio,
    kills: Math.min(killsEach, kills - studio * killsEach),
    folder: join(folder, `studio-${studio}`),
    childScript,
    keepsFolder: only !== null,
  }))
  const queue = only === null ? all : all.filter(({ studio }) => studio === only)
  const results: StudioResult[] = []
  let killed = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && Date.now() - startedAt < minutes * 60_000; next = queue.shift()) {
      const result = await runStudio(next, () => onKill(++killed))
      results.push(result)
      onStudio(result)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  const outcome = sum(results, (Date.now() - startedAt) / 1000)
  if (outcome.breaches.length === 0)
    await rm(folder, { recursive: true, force: true })
  return outcome
}

/** Bundles the core and its two worker threads, so that a studio loads in a tenth of a second. */
export async function bundleChild(outDir: string, child = 'test/torture/child.ts'): Promise<string> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['keytar'], target: 'node' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: {
          child,
          'database-worker': 'src-main/storage/database-worker.ts',
          'probe-worker': 'src-main/media/probe/probe-worker.ts',
          'sign-worker': 'src-main/credentials/sign-worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  return join(outDir, 'child.js')
}

async function runStudio(settings: StudioSettings, onKill: () => void): Promise<StudioResult> {
  const script = fileURLToPath(new URL('one-studio.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  let last = ''
  createInterface(child.stdout).on('line', (line) => {
    if (line === '.')
      onKill()
    else
      last = line
  })
  const [code] = await closed as [number | null]
  if (code !== 0)
    throw new Error(`Studio ${settings.studio} of seed ${settings.seed} failed before its end; its folder is ${settings.folder}`)
  return JSON.parse(last) as StudioResult
}

/** Adds up the studios of one run or of several. */
export function sum(results: readonly StudioResult[], seconds: number): Outcome {
  const lives = results.flatMap(result => result.lives)
  const books = results.map(result => result.books)
  const breaches = books.flatMap(each => each.breaches)
  const unsure = books.flatMap(each => each.unsure)
  const openMs = lives.flatMap(life => life.openAfterMs ?? []).sort((a, b) => a - b)
  return {
    kills: lives.length,
    struck: lives.filter(life => life.isStruck).length,
    studios: results.length,
    asked: results.reduce((total, { asked }) => total + asked, 0),
    accepted: books.reduce((total, { accepted }) => total + accepted, 0),
    takes: books.reduce((total, { takes }) => total + takes, 0),
    files: books.reduce((total, { files }) => total + files, 0),
    seconds: Math.round(seconds),
    killsPerMinute: Math.round(lives.length / seconds * 60),
    openMs: { median: openMs[openMs.length >> 1] ?? 0, p99: openMs[Math.floor(openMs.length * 0.99)] ?? 0 },
    jobs: added(books.map(each => each.jobs)),
    killedAt: counted(lives.map(nameOf)),
    broken: Object.fromEntries(promises.map(promise => [promise, breaches.filter(({ of }) => of === promise).length])),
    breaches,
    unsure,
    unsureCharged: shareCharged(unsure.filter(each => !each.wasRefused)),
  }
}

function shareCharged(unsure: readonly Unsure[]): number | null {
  return unsure.length === 0 ? null : unsure.filter(({ wasCharged }) => wasCharged).length / unsure.length
}

function counted(names: readonly string[]): Record<string, number> {
  return added(names.map(name => ({ [name]: 1 })))
}

function added(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const totals = new Map<string, number>()
  for (const count of counts) {
    for (const [name, value] of Object.entries(count))
      totals.set(name, (totals.get(name) ?? 0) + value)
  }
  return Object.fromEntries([...totals].sort(([a], [b]) => a < b ? -1 : 1))
}
