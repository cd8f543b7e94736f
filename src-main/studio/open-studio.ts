/**
 * Opens a studio: creates every part in order and gives the host what it needs. Whatever is opened here registers with
 * one scope and is closed in reverse order. This file only wires; it makes no decisions.
 */
import type { JobId } from '#contract/words.ts'
import type { HostPorts, Studio } from './ports.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createAccounts, ensurePracticeAccount } from '../accounts/accounts.ts'
import { readEnvironmentKey } from '../accounts/origins.ts'
import { createSettings } from '../accounts/settings.ts'
import { createBackups } from '../backup/backups.ts'
import { systemClock } from '../base/clock.ts'
import { createLog, openFileLog } from '../base/log.ts'
import { createRedactor } from '../base/redact.ts'
import { createScope } from '../base/scope.ts'
import { explainOpenError } from '../databases/cannot-open.ts'
import { openDatabases } from '../databases/open-databases.ts'
import { createAhead } from '../deliver/ahead.ts'
import { createDeliver } from '../deliver/deliver.ts'
import { createFrames } from '../files/frames.ts'
import { openImports } from '../files/imports.ts'
import { openRecordings } from '../files/recordings.ts'
import { createSaving } from '../files/saving.ts'
import { createMediaServer } from '../files/serve-media.ts'
import { createConnectivityMonitor } from '../jobs/connectivity.ts'
import { createEngine } from '../jobs/engine.ts'
import { createCostEstimator } from '../jobs/estimate-cost.ts'
import { kinds } from '../jobs/kinds/index.ts'
import { openLedger } from '../jobs/ledger.ts'
import { createOrder } from '../jobs/order.ts'
import { createOutputs } from '../jobs/outputs.ts'
import { createQueueStateFeed } from '../jobs/queue-state.ts'
import { createRecoveryNotice } from '../jobs/recovery-notice.ts'
import { hasEnded } from '../jobs/states.ts'
import { createAssets } from '../library/assets.ts'
import { keepConversationsOfProject } from '../library/conversation-rows.ts'
import { createConversations } from '../library/conversations.ts'
import { createDeliveries, purgeDeliveries } from '../library/deliveries.ts'
import { followFiledTakes } from '../library/follow-filed-takes.ts'
import { openModels } from '../library/models.ts'
import { purgeBin } from '../library/project-takes.ts'
import { createProjects } from '../library/projects.ts'
import { createRenditions } from '../library/renditions.ts'
import { keepTakesOfProject } from '../library/take-rows.ts'
import { createTakes } from '../library/takes.ts'
import { createTranscripts } from '../library/transcripts.ts'
import { createVoices } from '../library/voices.ts'
import { createMake } from '../make/make.ts'
import { createFfmpegCache } from '../media/ffmpeg-cache.ts'
import { createFfmpegFinder } from '../media/ffmpeg.ts'
import { createSegmentCache } from '../media/segment-cache.ts'
import { createSample } from '../sample/sample.ts'
import { uncastVoice } from '../script/casting-rows.ts'
import { followTakes } from '../script/follow-takes.ts'
import { purgeScript } from '../script/script-version.ts'
import { createScript } from '../script/script.ts'
import { createRememberingStore } from '../secrets/remembering-store.ts'
import { followNewTakes } from '../sequences/follow-new-takes.ts'
import { createHolds } from '../sequences/holds.ts'
import { purgeSequences } from '../sequences/sequence-version.ts'
import { createSequences } from '../sequences/sequences.ts'
import { builtInModels } from '../service/catalogue/index.ts'
import { createServiceClient } from '../service/client.ts'
import { keepSnapshots } from '../snapshots/keep-snapshots.ts'
import { createSnapshots } from '../snapshots/snapshots.ts'
import { createSpend } from '../spend/spend.ts'
import { createDiskReserve } from '../storage/disk-reserve.ts'
import { freeBytes } from '../storage/disk.ts'
import { lockFileName, lockFolder } from '../storage/lock.ts'
import { makePrivateFolder, tightenContents } from '../storage/private-folder.ts'
import { followPictures } from '../storyboard/follow-pictures.ts'
import { purgeStoryboard } from '../storyboard/storyboard-version.ts'
import { createStoryboard } from '../storyboard/storyboard.ts'
import { keepTrash } from '../trash/empty-by-age.ts'
import { createTrash } from '../trash/trash.ts'
import { createDiagnostics } from './diagnostics.ts'
import { finishCalls } from './finish-calls.ts'
import { createHandlers } from './handlers.ts'
import { createPractice } from './practice.ts'
import { applyQueueOnStart, limitsFrom, pausedWhileDamaged } from './queue-rules.ts'
import { refuseWhileDamaged } from './read-only.ts'
import { createStatus } from './status.ts'
import { endStrayFfmpeg } from './stray-ffmpeg.ts'
import { sweep, wasKilled } from './sweep.ts'
import { createWorkNotifications } from './work-notifications.ts'

/** Free space that paid work never uses, so that every result can be stored. */
const minFreeBytes = 300 * 2 ** 20
/** How long closing waits for calls that still run; with the 30 s for answers it stays below what a desktop allows. */
const longestCallMs = 10_000

/** For a command that does one thing in a studio that nobody watches. */
export interface OnlyThis {
  /** Only these jobs run, paused or not. Nothing is sent, no keychain is asked, and nothing is taken up that was left. */
  readonly mayStart: (row: { readonly id: JobId }) => boolean
}

export interface OpenStudio extends Studio {
  /** The parts behind the contract, for the command line and tests. */
  readonly parts: Parameters<typeof createHandlers>[0]
  /** `drainMs`: how long to wait for answers that are already paid for. */
  close: (options?: { drainMs: number }) => Promise<void>
}

/**
 * @throws CannotOpenStudio with a sentence for the person: another studio has the folder, a database is damaged or newer, no room
 */
export async function openStudio(lent: HostPorts, only: OnlyThis | null = null): Promise<OpenStudio> {
  const scope = createScope()
  const knownSecrets = new Set([process.env.TAKEROOM_API_KEY ?? ''])
  const ports = { ...lent, secrets: { ...lent.secrets, store: createRememberingStore(lent.secrets.store, knownSecrets) } }
  try {
    return await wire(ports, only, { scope, knownSecrets })
  }
  catch (error) {
    await scope.close()
    throw error
  }
}

interface Opening { readonly scope: ReturnType<typeof createScope>, readonly knownSecrets: Set<string> }

async function wire(ports: HostPorts, only: OnlyThis | null, { scope, knownSecrets }: Opening): Promise<OpenStudio> {
  const clock = systemClock
  const at = (...names: string[]): string => join(ports.folder, ...names)
  const { exposure, wasOpen } = await makePrivateFolder(ports.folder)
  const lock = lockOf(ports.folder)
  scope.add(() => lock.close())
  for (const name of ['assets', 'work', 'logs'])
    await mkdir(at(name), { recursive: true })

  const logFile = openFileLog(at('logs', 'studio.log'), { maxBytes: 5 * 2 ** 20 })
  scope.add(() => logFile.close())
  const log = createLog({ write: logFile.write, clock, redact: createRedactor(knownSecrets) })

  if (exposure !== null)
    log.warn('folder-not-private', { exposure })
  if (wasOpen) {
    // Not awaited: nobody else gets into the folder any more, and there may be many files in it.
    tightenContents(ports.folder, scope.signal).then(
      failed => failed > 0 && log.warn('files-not-private', { failed }),
      error => log.warn('files-not-private', { error }),
    )
  }

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
  const recoveries = createRecoveryNotice({ db: ledgerDb, folder: ports.folder, clock })
  const status = createStatus({ ports, exposure, ffmpeg, practice, freeBytes: free, library, ledger: ledgerDb, recoveries })
  practice.onStart(status.refresh)
  library.onTurn(status.refresh)
  ledgerDb.onDamage(() => {
    log.error('ledger-damaged', { said: ledgerDb.damage() })
    status.refresh()
  })

  const client = createServiceClient({ clock, log, proxyFor: ports.proxyFor })
  const settings = createSettings({ db: library })
  const accounts = createAccounts({
    db: ledgerDb,
    secrets: ports.secrets.store,
    client,
    practice: practice.connection,
    clock,
    environmentKey: readEnvironmentKey(process.env),
  })
  const projects = createProjects({
    db: library,
    clock,
    onPurge: [keepTakesOfProject, purgeBin, keepConversationsOfProject, purgeDeliveries, purgeSequences, purgeStoryboard, purgeScript],
  })
  const assets = createAssets({ db: library, folder: at('assets'), ffmpeg, clock, log })
  const renditions = createRenditions({
    folder: at('renditions'),
    assets,
    ffmpeg,
    limitBytes: async () => (await settings.get()).previewGigabytes * 1e9,
    freeBytes: free,
    minFreeBytes,
    clock,
    log,
  })
  scope.add(() => renditions.close())
  const segmentCache = createSegmentCache({
    folder: at('segments'),
    limitBytes: async () => (await settings.get()).segmentGigabytes * 1e9,
    hasRoom: async () => await free() > minFreeBytes,
    clock,
  })
  assets.onDiscard(renditions.forget)
  const models = await openModels({ db: library, builtIn: builtInModels, clock, log })
  const takes = createTakes({ db: library, assets, projects, clock, log })
  const deliveries = createDeliveries({ db: library, projects, clock })
  const transcripts = createTranscripts({ db: library, takes, assets, clock })
  const conversations = createConversations({ db: library, clock })
  const voices = createVoices({ db: library, takes, clock, onPurge: [uncastVoice] })
  const script = createScript({ db: library, takes, clock, projects, models: models.all })
  const storyboard = createStoryboard({ db: library, takes, clock, projects, models: models.all })
  const sequences = createSequences({ db: library, clock, touch: projects.touch })
  const holds = createHolds()
  const reserve = await createDiskReserve(ports.folder)
  const ledger = await openLedger({ db: ledgerDb, clock, rescue: reserve.rescue })
  if (isAfterKill) {
    const ended = await endStrayFfmpeg(at('work'))
    if (ended > 0)
      log.info('stray-ffmpeg-ended', { ended })
    await sweep(ports.folder, ledger)
  }
  const spend = createSpend({ db: ledgerDb, clock, nameOfProject: projects.nameOf })
  const outputs = createOutputs({ hasEnded: async jobId => hasEnded((await ledger.row(jobId)).state) })
  const order = createOrder({ db: ledgerDb, ledger, clock })
  const connectivity = createConnectivityMonitor({
    ledger,
    accounts,
    client,
    sendsWithoutAsking: async () => (await settings.get()).sendsAfterOffline,
    clock,
    log,
    random: Math.random,
    signal: scope.signal,
  })
  const engine = createEngine(
    {
      ledger,
      accounts,
      client,
      takes,
      assets,
      deliveries,
      conversations,
      voices,
      outputs,
      spend,
      ffmpeg,
      segmentCache,
      workFolder: at('work'),
      deliveriesFolder: ports.deliveriesFolder,
      freeBytes: free,
      minFreeBytes,
      mayFile: () => library.damage() === null,
      clock,
      log,
      random: Math.random,
    },
    kinds,
    {
      limits: async () => limitsFrom(await settings.get()),
      order: pausedWhileDamaged(only ? { ...order, isPaused: async () => false } : order, ledgerDb),
      connectivity: only ? { ...connectivity, start: async () => {} } : connectivity,
      ...only,
    },
  )
  const queueNews = createQueueStateFeed({ order, connectivity, holds: engine.holds })
  const notifications = createWorkNotifications({ ledger, order, settings, ports, signal: scope.signal, log })
  const { ffmpegHint } = await status.get()
  const make = createMake({
    models: models.all,
    accounts,
    assets,
    takes,
    script,
    storyboard,
    voices,
    conversations,
    ledger,
    ffmpeg,
    ffmpegHint,
    freeBytes: free,
    minFreeBytes,
    wake: engine.wake,
  })
  const deliver = createDeliver({
    sequences,
    takes,
    script,
    voices,
    spend,
    deliveries,
    ledger,
    assets,
    ffmpeg,
    ffmpegHint,
    freeBytes: free,
    ownPresets: async () => (await settings.get()).presets,
    deliveriesFolder: ports.deliveriesFolder,
    workFolder: at('work'),
    clock,
  })
  const ahead = createAhead({
    freeze: deliver.freeze,
    sequences,
    assets,
    ffmpeg,
    segmentCache,
    isAllowed: async () => (await settings.get()).rendersAhead,
    isOnBattery: ports.isOnBattery,
    isWorking: engine.isWorking,
    workFolder: at('work'),
    log,
  })
  scope.add(ahead.close)
  const imports = await openImports({ folder: at('incoming'), assets, takes, clock, freeBytes: free, minFreeBytes })
  const recordings = await openRecordings({
    folder: at('recordings'),
    assets,
    takes,
    projects,
    ffmpeg,
    freeBytes: free,
    minFreeBytes,
    mayFile: () => library.damage() === null,
    clock,
    log,
  })
  scope.add(recordings.stop)
  const frames = createFrames({ assets, takes, ffmpeg, ffmpegHint, workFolder: at('work') })
  const saving = createSaving({ takes, transcripts, deliveries, voices, projects, script, storyboard, assets, clock })
  const backups = createBackups({
    folder: ports.folder,
    backupsFolder: join(ports.deliveriesFolder, 'Backups'),
    ledger: ledgerDb,
    library,
    madeBy: ports.version,
    clock,
    log,
  })
  scope.add(backups.stop)
  const trash = createTrash({
    library,
    assets,
    takes,
    projects,
    script,
    sequences,
    voices,
    conversations,
    deliveries,
    models,
    ledger,
    clock,
  })
  const snapshots = createSnapshots({ db: library, clock })
  const sample = createSample({ projects, takes, script, sequences, storyboard, ledger, make, log, signal: scope.signal })
  const costEstimator = createCostEstimator({ ledger, assets, spend, log })
  void costEstimator.follow(scope.signal)
  void spend.followDays(scope.signal)
  library.onTurn(engine.wake)
  void followNewTakes({ db: library, script, storyboard, takes, sequences, holds, log }, scope.signal)
  void followTakes({ takes, script, log }, scope.signal)
  void followPictures({ takes, storyboard, log }, scope.signal)
  void followFiledTakes({ takes, renditions, clock, log }, scope.signal)

  // Not awaited: a keychain may ask the person to unlock it first.
  if (!only)
    accounts.bindKeys().catch(error => log.warn('keys-not-bound', { error }))
  if (!only)
    await applyQueueOnStart(order, settings)
  await engine.start()
  if (!only)
    sample.resume()
  // Not awaited: an hour of sound takes some seconds.
  void recordings.recover()
  scope.add(keepSnapshots({ snapshots, log }))
  scope.add(keepTrash({ trash, settings, log }))
  log.info('studio-opened', { host: ports.host, version: ports.version, node: process.versions.node, sqlite: process.versions.sqlite })

  const gathered = {
    ports,
    library,
    ledgerDb,
    clock,
    client,
    accounts,
    settings,
    models,
    projects,
    assets,
    renditions,
    segmentCache,
    ffmpeg,
    takes,
    transcripts,
    conversations,
    voices,
    outputs,
    spend,
    costEstimator,
    recoveries,
    frames,
    script,
    storyboard,
    sequences,
    holds,
    deliveries,
    ledger,
    order,
    connectivity,
    queueNews,
    notifications,
    engine,
    make,
    deliver,
    ahead,
    imports,
    recordings,
    saving,
    sample,
    status,
    backups,
    trash,
    snapshots,
    log,
  }
  const parts = { ...gathered, diagnostics: createDiagnostics(gathered, knownSecrets) }
  const calls = finishCalls(refuseWhileDamaged(createHandlers(parts), library))
  return {
    parts,
    handlers: calls.handlers,
    openMedia: createMediaServer({ assets, renditions, deliveries, ledger, saving, workFolder: at('work') }),
    receiveFile: imports.receive,
    isWorking: engine.isWorking,
    async close(options) {
      // Nothing that can be made again keeps paid work from ending.
      await renditions.close()
      await calls.finish(longestCallMs)
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
    throw explainOpenError(thrown, folder, lockFileName)
  }
}
