/**
 * Opens a studio: wires every part in order and hands the host its doors. This file is the container; what it opens
 * registers with one scope and is closed in reverse. Nothing here decides anything.
 */
import type { Settings } from '#contract/settings.ts'
import type { Log } from '../base/log.ts'
import type { Limits } from '../jobs/schedule.ts'
import type { Takes } from '../library/takes.ts'
import type { Script } from '../script/script.ts'
import type { HostPorts, Studio } from './ports.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { isFault } from '#contract/faults.ts'
import { createAccounts, ensurePracticeAccount } from '../accounts/accounts.ts'
import { createSettings } from '../accounts/settings.ts'
import { createBackups } from '../backup/backups.ts'
import { systemClock } from '../base/clock.ts'
import { createLog, openFileLog } from '../base/log.ts'
import { createRedactor } from '../base/redact.ts'
import { createScope } from '../base/scope.ts'
import { whyItCannotOpen } from '../databases/cannot-open.ts'
import { openDatabases } from '../databases/open-databases.ts'
import { createDeliver } from '../deliver/deliver.ts'
import { createFrames } from '../files/frames.ts'
import { openImportDoor } from '../files/import-door.ts'
import { createMediaDoor } from '../files/media-door.ts'
import { createConnectivityMonitor } from '../jobs/connectivity.ts'
import { createEngine } from '../jobs/engine.ts'
import { createCostEstimator } from '../jobs/estimate-cost.ts'
import { kinds } from '../jobs/kinds/index.ts'
import { openLedger } from '../jobs/ledger.ts'
import { createOrder } from '../jobs/order.ts'
import { createOutputs } from '../jobs/outputs.ts'
import { createQueueNews } from '../jobs/queue-state.ts'
import { createRecoveries } from '../jobs/recoveries.ts'
import { hasEnded } from '../jobs/states.ts'
import { createAssets } from '../library/assets.ts'
import { createConversations } from '../library/conversations.ts'
import { createDeliveries } from '../library/deliveries.ts'
import { openModels } from '../library/models.ts'
import { createProjects } from '../library/projects.ts'
import { createTakes } from '../library/takes.ts'
import { createTranscripts } from '../library/transcripts.ts'
import { createVoices } from '../library/voices.ts'
import { createMake } from '../make/make.ts'
import { createFfmpegCache } from '../media/ffmpeg-cache.ts'
import { createFfmpegFinder } from '../media/ffmpeg.ts'
import { createSample } from '../sample/sample.ts'
import { createScript } from '../script/script.ts'
import { createRememberingStore } from '../secrets/remembering-store.ts'
import { createSequences } from '../sequences/sequences.ts'
import { createSnapshots } from '../sequences/snapshots.ts'
import { builtInModels } from '../service/catalogue/index.ts'
import { createServiceClient } from '../service/client.ts'
import { createSpend } from '../spend/spend.ts'
import { createBallast } from '../storage/ballast.ts'
import { freeBytes } from '../storage/disk.ts'
import { lockFileName, lockFolder } from '../storage/lock.ts'
import { keepTrash } from '../trash/empty-by-age.ts'
import { createTrash } from '../trash/trash.ts'
import { createDiagnostics } from './diagnostics.ts'
import { createHandlers } from './handlers.ts'
import { createPractice } from './practice.ts'
import { refuseWhileDamaged } from './read-only.ts'
import { keepSnapshots } from './snapshots-at-work.ts'
import { createStatus } from './status.ts'
import { sweep, wasKilled } from './sweep.ts'
import { createWorkNotifications } from './work-notifications.ts'

/** Room that is never used up by paid work: a result must always find a place. */
const minFreeBytes = 300 * 2 ** 20
/** Looks after paid tasks, for each account: they are free and short. */
const looksAtOnce = 8

export interface OpenStudio extends Studio {
  /** For the command line and tests: the parts behind the contract. */
  readonly parts: Parameters<typeof createHandlers>[0]
  /** How long closing waits for answers that are already paid for. */
  close: (options?: { drainMs: number }) => Promise<void>
}

/**
 * @throws CannotOpenStudio with a sentence for the person: another studio has the folder, a database is damaged or newer, no room
 */
export async function openStudio(lent: HostPorts): Promise<OpenStudio> {
  const scope = createScope()
  const knownSecrets = new Set([process.env.TAKEROOM_API_KEY ?? ''])
  const ports = { ...lent, secrets: { ...lent.secrets, store: createRememberingStore(lent.secrets.store, knownSecrets) } }
  try {
    return await wire(ports, scope, knownSecrets)
  }
  catch (error) {
    await scope.close()
    throw error
  }
}

async function wire(ports: HostPorts, scope: ReturnType<typeof createScope>, knownSecrets: Set<string>): Promise<OpenStudio> {
  const clock = systemClock
  const at = (...names: string[]): string => join(ports.folder, ...names)
  await mkdir(ports.folder, { recursive: true })
  const lock = lockOf(ports.folder)
  scope.add(() => lock.close())
  for (const name of ['assets', 'work', 'logs'])
    await mkdir(at(name), { recursive: true })

  const logFile = openFileLog(at('logs', 'studio.log'), { maxBytes: 5 * 2 ** 20 })
  scope.add(() => logFile.close())
  const log = createLog({ write: logFile.write, clock, redact: createRedactor(knownSecrets) })

  const isAfterKill = await wasKilled(ports.folder)
  const { ledger: ledgerDb, library } = await openDatabases({ folder: ports.folder, looksBeside: true, clock, log })
  scope.add(() => ledgerDb.close())
  scope.add(() => library.close())
  await ensurePracticeAccount(ledgerDb, clock)

  const finder = createFfmpegFinder({ cache: createFfmpegCache(join(ports.cacheFolder, 'ffmpeg.json'), clock.now) })
  const ffmpeg = () => finder.find({ resourcesPath: ports.resourcesPath })
  const free = () => freeBytes(ports.folder)
  const practice = createPractice({ ffmpeg, log })
  scope.add(() => practice.close())
  const recoveries = createRecoveries({ db: ledgerDb, folder: ports.folder, clock })
  const status = createStatus({ ports, ffmpeg, practice, freeBytes: free, library, ledger: ledgerDb, recoveries })
  practice.onStart(status.refresh)
  library.onTurn(status.refresh)
  ledgerDb.onDamage(() => {
    log.error('ledger-damaged', { said: ledgerDb.damage() })
    status.refresh()
  })

  const client = createServiceClient({ clock, log })
  const settings = createSettings({ db: library })
  const accounts = createAccounts({
    db: ledgerDb,
    secrets: ports.secrets.store,
    client,
    practice: practice.connection,
    clock,
    environmentKey: process.env.TAKEROOM_API_KEY || null,
  })
  const projects = createProjects({ db: library, clock })
  const assets = createAssets({ db: library, folder: at('assets'), ffmpeg, clock, log })
  const models = await openModels({ db: library, builtIn: builtInModels, clock })
  const takes = createTakes({ db: library, assets, projects, clock })
  const deliveries = createDeliveries({ db: library, projects, clock })
  const transcripts = createTranscripts({ db: library, takes, assets, clock })
  const conversations = createConversations({ db: library, clock })
  const voices = createVoices({ db: library, takes, clock })
  const script = createScript({ db: library, takes, clock, projects })
  const sequences = createSequences({ db: library, clock })
  const ballast = await createBallast(ports.folder)
  const ledger = await openLedger({ db: ledgerDb, clock, rescue: ballast.rescue })
  if (isAfterKill)
    await sweep(ports.folder, ledger)
  const spend = createSpend({ db: ledgerDb, clock, nameOfProject: projects.nameOf })
  const outputs = createOutputs({ hasEnded: async jobId => hasEnded((await ledger.row(jobId)).state) })
  const order = createOrder({ db: ledgerDb, ledger, clock })
  const connectivity = createConnectivityMonitor({ ledger, accounts, client, sendsUnasked: async () => (await settings.get()).sendsAfterOffline, clock, log, random: Math.random, signal: scope.signal })
  const queueNews = createQueueNews({ order, connectivity })
  const engine = createEngine(
    { ledger, accounts, client, takes, assets, deliveries, conversations, voices, outputs, spend, ffmpeg, workFolder: at('work'), deliveriesFolder: ports.deliveriesFolder, freeBytes: free, minFreeBytes, mayFile: () => library.damage() === null, clock, log, random: Math.random },
    kinds,
    // Nothing new is sent by a ledger that may not know what was sent.
    { limits: async () => limitsOf(await settings.get()), order: { ...order, isPaused: async () => ledgerDb.damage() !== null || order.isPaused() }, connectivity },
  )
  const notifications = createWorkNotifications({ ledger, order, settings, ports, signal: scope.signal, log })
  const { ffmpegHint } = await status.get()
  const make = createMake({ models: models.all, accounts, assets, takes, script, voices, conversations, ledger, ffmpeg, ffmpegHint, freeBytes: free, minFreeBytes, wake: engine.wake })
  const deliver = createDeliver({ sequences, takes, script, deliveries, ledger, assets, ffmpeg, ffmpegHint, freeBytes: free, deliveriesFolder: ports.deliveriesFolder, clock })
  const imports = await openImportDoor({ folder: at('incoming'), assets, takes, clock, freeBytes: free, minFreeBytes })
  const frames = createFrames({ assets, takes, ffmpeg, ffmpegHint, workFolder: at('work') })
  const backups = createBackups({ folder: ports.folder, backupsFolder: join(ports.deliveriesFolder, 'Backups'), ledger: ledgerDb, library, madeBy: ports.version, clock, log })
  scope.add(backups.stop)
  const trash = createTrash({ library, assets, takes, projects, script, voices, conversations, deliveries, models, ledger, clock })
  const snapshots = createSnapshots({ db: library, clock })
  const sample = createSample({ projects, takes, script, sequences, ledger, make, log, signal: scope.signal })
  const costEstimator = createCostEstimator({ ledger, assets, spend, log })
  void costEstimator.follow(scope.signal)
  void spend.followDays(scope.signal)
  library.onTurn(engine.wake)
  void chooseFiledTakes(takes, script, scope.signal, log)

  const { queueOnStart } = await settings.get()
  if (queueOnStart !== 'as-left')
    await order.pauseAll(queueOnStart === 'paused')
  await engine.start()
  sample.resume()
  scope.add(keepSnapshots({ snapshots, log }))
  scope.add(keepTrash({ trash, settings, log }))
  log.info('studio-opened', { host: ports.host, version: ports.version, node: process.versions.node, sqlite: process.versions.sqlite })

  const gathered = { ports, library, ledgerDb, clock, client, accounts, settings, models, projects, assets, takes, transcripts, conversations, voices, outputs, spend, costEstimator, recoveries, frames, script, sequences, deliveries, ledger, order, connectivity, queueNews, notifications, engine, make, deliver, imports, sample, status, backups, trash, snapshots, log }
  const parts = { ...gathered, diagnostics: createDiagnostics(gathered, knownSecrets) }
  return {
    parts,
    handlers: refuseWhileDamaged(createHandlers(parts), library),
    openMedia: createMediaDoor({ assets, deliveries, ledger, workFolder: at('work') }),
    receiveFile: imports.receive,
    isWorking: engine.isWorking,
    async close(options) {
      await engine.stop(options?.drainMs)
      await scope.close()
    },
  }
}

function lockOf(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  }
  catch (thrown) {
    throw whyItCannotOpen(thrown, folder, lockFileName)
  }
}

function limitsOf({ requestsAtOnce, atOnce }: Settings): Limits {
  return { perAccount: requestsAtOnce, atOnce, looks: looksAtOnce }
}

/** A take of a line was filed, thrown away or brought back: what that means for the line, the script decides. */
async function chooseFiledTakes(takes: Takes, script: Script, signal: AbortSignal, log: Log): Promise<void> {
  const news = takes.changes(signal)
  // Those that were filed just before the studio was killed, when nobody was left to choose them.
  await script.chooseForgotten().catch(error => isFault(error, 'library-read-only') || log.error('takes-not-chosen', { error }))
  for await (const { changed } of news) {
    for (const { id, lineId } of changed) {
      if (lineId !== null)
        await script.noteTakeFiled(lineId, id).catch(error => log.error('take-not-chosen', { takeId: id, error }))
    }
  }
}
