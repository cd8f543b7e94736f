/**
 * Fault injection for the real core: its disk, keychain, clock, ffmpeg and connection to the service
 * can be broken at the moment when a job enters a state.
 */
import type { JobState } from '#contract/jobs.ts'
import type { Fields } from '#contract/models.ts'
import type { AccountId, AssetId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { Clock } from '../../src-main/base/clock.ts'
import type { JobPatch } from '../../src-main/jobs/ledger-port.ts'
import type { JobRow } from '../../src-main/jobs/rows.ts'
import type { Capabilities } from '../../src-main/media/ffmpeg/ffmpeg-cache.ts'
import type { PracticeService } from '../../src-main/practice/index.ts'
import type { SecretStore } from '../../src-main/secrets/secret-store.ts'
import type { sql } from '../../src-main/storage/sql.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { MediaKit } from './media.ts'
import type { Relay } from './relay.ts'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '#contract/settings.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { systemClock } from '../../src-main/base/clock.ts'
import { newId } from '../../src-main/base/ids.ts'
import { createLog } from '../../src-main/base/log.ts'
import { createUntilRoom } from '../../src-main/base/until-room.ts'
import { createConnectivityMonitor } from '../../src-main/jobs/connectivity.ts'
import { createEngine } from '../../src-main/jobs/engine.ts'
import { openLedger } from '../../src-main/jobs/ledger.ts'
import { createOrder } from '../../src-main/jobs/order.ts'
import { createKinds } from '../../src-main/kinds/index.ts'
import { createAssets } from '../../src-main/library/assets.ts'
import { createFfmpegFinder } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import { openPracticeService } from '../../src-main/practice/index.ts'
import { createMemoryStore } from '../../src-main/secrets/memory-store.ts'
import { createServiceClient } from '../../src-main/service/client.ts'
import { openDatabase } from '../../src-main/storage/database.ts'
import { createDiskReserve, withReserve } from '../../src-main/storage/disk-reserve.ts'
import { ledgerMigrations } from '../../src-main/storage/migrations/ledger/index.ts'
import { StorageError } from '../../src-main/storage/storage-error.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { findFfmpeg, smallShots } from './ffmpeg.ts'
import { openMediaKit } from './media.ts'
import { testPorts } from './ports.ts'
import { openRelay } from './relay.ts'

export type Work = 'speech' | 'stream' | 'video' | 'sound' | 'film'

/** Faults that affect every trial. */
export interface Switches {
  /** Every write to the ledger fails. */
  isDiskBroken: boolean
  /** Free space that the disk reports. */
  freeBytes: number
  /** How far the system clock was moved. */
  clockOffsetMs: number
  /** Called at each failed write. */
  onRefused: () => void
}

/** One job with its own service and account. */
export interface Trial {
  readonly bench: FaultBench
  readonly practice: PracticeService
  readonly relay: Relay
  readonly accountId: AccountId
  jobId: JobId
  /** Why the job was on hold and which failures it had, in the order written. */
  readonly seen: string[]
  /** Runs `strike` when the job has entered the state, before any work of that state. */
  when: (state: JobState, strike: () => Promise<void> | void) => void
  /** Resolves the next time that the job is on hold with a reason. */
  standstill: () => Promise<void>
  begin: (work: Work) => Promise<void>
  /** Presses *cancel*. */
  cancel: () => Promise<unknown>
  ended: () => Promise<JobRow>
  /** Writes to the ledger directly, for values that would take long to come about. */
  sql: (query: ReturnType<typeof sql>) => Promise<unknown>
}

export interface FaultBench {
  readonly studio: OpenStudio
  readonly folder: string
  readonly switches: Switches
  readonly lockedAccounts: Set<string>
  /** Advances the clock by an hour for everything that sleeps. */
  passAnHour: () => void
  /** Lets the exchange that waits for the service reach its time-out now, whatever that is; nothing happens if none waits. */
  expireExchange: () => void
  /** Whether ffmpeg is killed right after each start. */
  killFfmpeg: (isKilled: boolean) => Promise<void>
  openTrial: () => Promise<Trial>
  close: () => Promise<void>
}

export async function openFaultBench(options: { folder?: string } = {}): Promise<FaultBench> {
  const folder = options.folder ?? await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const tools = await mkdtemp(join(tmpdir(), 'takeroom-tools-'))
  const switches: Switches = { isDiskBroken: false, freeBytes: 2 ** 40, clockOffsetMs: 0, onRefused: () => {} }
  const lockedAccounts = new Set<string>()
  const studio = await openStudio(testPorts(folder, {
    secrets: { store: lockable(createMemoryStore(), lockedAccounts), fallbackReason: null },
  }))
  await studio.parts.engine.stop(0)

  const clock = { ...systemClock, now: () => systemClock.now() + switches.clockOffsetMs }
  const log = createLog({ write: () => {}, clock })
  const db = await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations })
  const refuse = (): void => {
    if (!switches.isDiskBroken)
      return
    switches.onRefused()
    throw new StorageError('io', 'disk I/O error')
  }
  const reserve = await createDiskReserve(folder)
  const ledger = await openLedger({
    db: withReserve({
      ...db,
      run: async (query) => {
        refuse()
        return db.run(query)
      },
      transaction: async (work) => {
        refuse()
        return db.transaction(work)
      },
    }, reserve),
    clock,
  })
  const trials = new Map<AccountId, { note: (row: JobRow, patch: JobPatch) => Promise<void> }>()
  const trialOf = (row: JobRow) => row.account_id === null ? undefined : trials.get(row.account_id)
  const watched = {
    ...ledger,
    async move(...args: Parameters<typeof ledger.move>) {
      const row = await ledger.move(...args)
      await trialOf(row)?.note(row, args[2] ?? {})
      return row
    },
    async tryMove(...args: Parameters<typeof ledger.tryMove>) {
      const row = await ledger.tryMove(...args)
      if (row)
        await trialOf(row)?.note(row, args[2] ?? {})
      return row
    },
    async cancelWaiting(...args: Parameters<typeof ledger.cancelWaiting>) {
      const jobIds = await ledger.cancelWaiting(...args)
      for (const row of await ledger.rows(jobIds))
        await trialOf(row)?.note(row, {})
      return jobIds
    },
    async note(...args: Parameters<typeof ledger.note>) {
      const row = await ledger.note(...args)
      await trialOf(row)?.note(row, args[1])
      return row
    },
  }
  const exchanges = createExpiringClock(clock)
  const client = createServiceClient({ clock: exchanges, log, untilRoom: createUntilRoom({ reserve, clock: systemClock }) })
  const program = await mortalFfmpeg(tools)
  // The wrapper can do what the real program can, and need not be asked.
  const finder = createFfmpegFinder({ cache: { read: async () => program.capabilities, write: async () => {} } })
  const ffmpeg = () => finder.find({ env: { FFMPEG_BIN: program.path } })
  const closing = new AbortController()
  // The confirmation after a long outage is tested with the connectivity monitor; here jobs continue when the network does.
  const connectivity = createConnectivityMonitor({
    ledger: watched,
    accounts: studio.parts.accounts,
    client,
    sendsWithoutAsking: async () => true,
    clock,
    log,
    random: () => 0,
    signal: closing.signal,
  })
  const kinds = createKinds({
    ...studio.parts,
    accounts: {
      ...studio.parts.accounts,
      async recordSuccess(...args) {
        refuse()
        return studio.parts.accounts.recordSuccess(...args)
      },
    },
    client,
    assets: createAssets({ db: studio.parts.library, folder: join(folder, 'assets'), ffmpeg, clock, log }),
    ffmpeg,
    deliveriesFolder: join(folder, 'deliveries'),
  })
  const engine = createEngine(
    {
      outputs: studio.parts.outputs,
      ledger: watched,
      workFolder: join(folder, 'work'),
      freeBytes: async () => switches.freeBytes,
      minFreeBytes: 2 ** 20,
      mayFile: () => true,
      clock,
      log,
      random: () => 0,
    },
    kinds,
    {
      limits: async () => ({ perAccount: 4, looks: 8, atOnce: defaultSettings.atOnce }),
      order: createOrder({ db, ledger: watched, clock }),
      fitting: studio.parts.spend.fitting,
      onUnblocked: studio.parts.accounts.onUnblocked,
      connectivity,
    },
  )
  await engine.start()
  const material = openMaterials(studio)
  const closers: (() => Promise<unknown>)[] = []

  async function openTrial(bench: FaultBench): Promise<Trial> {
    const practice = await openPracticeService({
      ffmpeg: findFfmpeg,
      voice: 'formant',
      pace: 0,
      shotTimes: { pendingMs: 0, processingMs: 0 },
      ...smallShots,
    })
    const relay = await openRelay(practice.url)
    closers.push(() => practice.close(), () => relay.close())
    const { id: accountId } = await studio.parts.accounts.connect({ name: 'Trial', baseUrl: relay.url, key: practice.key })
    const strikes = new Map<JobState, () => Promise<void> | void>()
    const seen: string[] = []
    let wake = (): void => {}
    const end = Promise.withResolvers<JobRow>()
    trials.set(accountId, {
      async note(row, patch) {
        if (patch.blockedBy)
          seen.push(patch.blockedBy)
        if (patch.failure)
          seen.push(patch.failure.kind)
        if (!isEnded(row.state) && (patch.failure || patch.blockedBy))
          wake()
        if (isEnded(row.state))
          end.resolve(row)
        const strike = strikes.get(row.state)
        strikes.delete(row.state)
        await strike?.()
      },
    })
    const wish = (
      modelId: string,
      fields: Fields,
    ) => ({ requestId: newId<RequestId>(), accountId, modelId: modelId as ModelId, fields, projectId: null })
    const { make } = studio.parts
    const trial: Trial = {
      bench,
      practice,
      relay,
      accountId,
      jobId: '' as JobId,
      seen,
      when: (state, strike) => strikes.set(state, strike),
      standstill: () => new Promise(resolve => wake = resolve),
      async begin(work) {
        const [jobId] = await {
          speech: () => make.speech({ ...wish('higgs2p5', { text: 'All is well.' }), lineId: null, voiceId: null, isOverSocket: false }),
          stream: () => make.speech({
            ...wish('higgs2p5', { text: 'All is well, and it comes in pieces.', stream: true }),
            lineId: null,
            voiceId: null,
            isOverSocket: false,
          }),
          video: async () =>
            make.video(wish('wan2p2-i2v-14b-turbo', { prompt: 'waves', image: { assetId: await material('still') }, frame_num: 5 })),
          sound: async () => make.transcribe(wish('whisper_v3_turbo', { file: { assetId: await material('sound') } })),
          film: async () => make.transcribe(wish('whisper_v3_turbo', { file: { assetId: await material('film') } })),
        }[work]()
        if (!jobId)
          throw new Error('Nothing was queued')
        trial.jobId = jobId
        const queued = strikes.get('queued')
        strikes.delete('queued')
        await queued?.()
        engine.wake()
      },
      cancel: () => engine.cancel(trial.jobId),
      ended: () => end.promise,
      sql: query => db.run(query),
    }
    return trial
  }

  const bench: FaultBench = {
    studio,
    folder,
    switches,
    lockedAccounts,
    killFfmpeg: program.kill,
    passAnHour() {
      switches.clockOffsetMs += 3_600_000
      engine.wake()
    },
    expireExchange: exchanges.expire,
    openTrial: () => openTrial(bench),
    async close() {
      switches.isDiskBroken = false
      closing.abort()
      await engine.stop(0)
      await Promise.all(closers.map(close => close()))
      await db.close()
      await studio.close({ drainMs: 0 })
      await rm(tools, { recursive: true, force: true })
      if (options.folder === undefined)
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  return bench
}

/** The clock of the exchanges: real, so that a busy machine has all the time it needs, until a test lets the next time-out come. */
function createExpiringClock(clock: Clock): Clock & { readonly expire: () => void } {
  const sleepers = new Set<{ readonly wakesAt: number, readonly wake: () => void }>()
  let skippedMs = 0
  const now = (): number => clock.now() + skippedMs
  return {
    ...clock,
    now,
    async sleep(ms, signal) {
      const { promise, resolve: wake } = Promise.withResolvers<void>()
      const sleeper = { wakesAt: now() + ms, wake }
      const over = new AbortController()
      sleepers.add(sleeper)
      try {
        await Promise.race([promise, clock.sleep(ms, signal ? AbortSignal.any([signal, over.signal]) : over.signal)])
      }
      finally {
        sleepers.delete(sleeper)
        over.abort()
      }
    },
    expire() {
      const [next] = [...sleepers].toSorted((a, b) => a.wakesAt - b.wakesAt)
      if (!next)
        return
      sleepers.delete(next)
      skippedMs += Math.max(0, next.wakesAt - now())
      next.wake()
    },
  }
}

function lockable(store: SecretStore, lockedAccounts: ReadonlySet<string>): SecretStore {
  return { ...store, read: async name => lockedAccounts.has(name) ? { state: 'locked' } : store.read(name) }
}

interface MortalFfmpeg {
  readonly path: string
  readonly capabilities: Capabilities
  kill: (isKilled: boolean) => Promise<void>
}

/** The machine's ffmpeg behind a wrapper script that can kill it. */
async function mortalFfmpeg(folder: string): Promise<MortalFfmpeg> {
  const real = await findFfmpeg()
  if (!real)
    throw new Error('These tests make real media: install ffmpeg, or set FFMPEG_BIN')
  const [path, flag] = [join(folder, 'ffmpeg'), join(folder, 'kill')]
  await writeFile(path, `#!/bin/sh\n[ -e '${flag}' ] && kill -9 $$\nexec '${real.path}' "$@"\n`)
  await chmod(path, 0o755)
  return {
    path,
    capabilities: { version: real.version, encoders: [...real.encoders], filters: [...real.filters] },
    kill: isKilled => isKilled ? writeFile(flag, '') : rm(flag, { force: true }),
  }
}

/** Source files of the requests: small, except for a sound larger than any socket buffer. Made once, imported where needed. */
let kit: Promise<MediaKit> | undefined
const recipes = {
  still: { name: 'still.png', make: (media: MediaKit) => media.picture('still.png') },
  sound: { name: 'sound.wav', make: (media: MediaKit) => media.tone('sound.wav', { seconds: 100 }) },
  film: { name: 'film.mp4', make: (media: MediaKit) => media.clip('film.mp4', { withSound: true, seconds: 1 }) },
}
const files = new Map<string, Promise<string>>()

function openMaterials({ receiveFile, parts }: OpenStudio): (what: keyof typeof recipes) => Promise<AssetId> {
  const taken = new Map<string, Promise<AssetId>>()
  async function take({ name, make }: typeof recipes.still): Promise<AssetId> {
    kit ??= openMediaKit()
    const path = files.get(name) ?? make(await kit)
    files.set(name, path)
    const bytes = readFileSync(await path)
    const ticket = await receiveFile(name, (async function* () {
      yield bytes
    })(), bytes.length)
    return (await parts.imports.file(ticket, null)).asset.id
  }
  return (what) => {
    const asset = taken.get(what) ?? take(recipes[what])
    taken.set(what, asset)
    return asset
  }
}

export async function closeMaterials(): Promise<void> {
  await (await kit)?.close()
}
