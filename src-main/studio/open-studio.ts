/**
 * Opens a studio: creates every part in order and gives the host what it needs. Whatever is opened here registers with
 * one scope and is closed in reverse order. This file only wires; it makes no decisions.
 */
import type { HostPorts, Studio, UnderWay } from './ports.ts'
import type { OnlyThis } from './queue-parts.ts'
import { join } from 'node:path'
import process from 'node:process'
import { createAccounts, ensurePracticeAccount } from '../accounts/accounts.ts'
import { readEnvironmentKey } from '../accounts/origins.ts'
import { createPractice } from '../accounts/practice.ts'
import { createSigning } from '../accounts/signing.ts'
import { createBackups } from '../backup/backups.ts'
import { systemClock } from '../base/clock.ts'
import { createScope } from '../base/scope.ts'
import { returnSpareMemory } from '../base/spare-memory.ts'
import { createUntilRoom } from '../base/until-room.ts'
import { createDiagnostics } from '../check/diagnostics.ts'
import { followIds } from '../databases/follow-ids.ts'
import { openDatabases } from '../databases/open-databases.ts'
import { createDeliver } from '../deliver/deliver.ts'
import { editListFiles } from '../deliver/edit-lists.ts'
import { createPrerender } from '../deliver/prerender.ts'
import { createFrames } from '../files/frames.ts'
import { openImports } from '../files/imports.ts'
import { createOpenedFiles } from '../files/opened-files.ts'
import { openRecordings } from '../files/recordings.ts'
import { createSaves } from '../files/saves.ts'
import { createSaving } from '../files/saving.ts'
import { createMediaServer } from '../files/serve-media.ts'
import { createVoiceClips } from '../files/voice-clips.ts'
import { applyQueueOnStart } from '../jobs/queue-rules.ts'
import { createRecoveryNotice } from '../jobs/recovery-notice.ts'
import { createCostEstimator } from '../kinds/estimate-cost.ts'
import { backfillDerivedFiles } from '../library/backfill-derived-files.ts'
import { followFiledTakes } from '../library/follow-filed-takes.ts'
import { createMeasureAgain } from '../library/measure-again.ts'
import { createMake } from '../make/make.ts'
import { createFfmpegCache } from '../media/ffmpeg/ffmpeg-cache.ts'
import { createFfmpegFinder } from '../media/ffmpeg/ffmpeg.ts'
import { createStudioFfmpeg } from '../media/ffmpeg/studio-ffmpeg.ts'
import { createSample } from '../sample/sample.ts'
import { followRetakes } from '../script/follow-retakes.ts'
import { followTakes } from '../script/follow-takes.ts'
import { rememberSecrets } from '../secrets/redacting-store.ts'
import { followAwaited } from '../sequences/follow-awaited.ts'
import { followNewTakes } from '../sequences/follow-new-takes.ts'
import { createServiceClient } from '../service/client.ts'
import { createTrust, trustSources } from '../service/wire/trust.ts'
import { keepSnapshots } from '../snapshots/keep-snapshots.ts'
import { createSnapshots } from '../snapshots/snapshots.ts'
import { createDiskReserve, withReserve } from '../storage/disk-reserve.ts'
import { createDiskState } from '../storage/disk-state.ts'
import { freeBytes } from '../storage/disk.ts'
import { forgetOldChanges } from '../storage/done-changes.ts'
import { readFolderId } from '../storage/folder-id.ts'
import { onUnreadableRow } from '../storage/unreadable-rows.ts'
import { followPictures } from '../storyboard/follow-pictures.ts'
import { keepTrash } from '../trash/empty-by-age.ts'
import { createTrash } from '../trash/trash.ts'
import { aroundCalls } from './around-calls.ts'
import { createHandlers } from './handlers.ts'
import { createLibraryParts } from './library-parts.ts'
import { openFolder } from './open-folder.ts'
import { createQueueParts } from './queue-parts.ts'
import { recordSteps } from './record-steps.ts'
import { createShownProgress } from './shown-progress.ts'
import { createStatus } from './status.ts'

/** Free space that paid work never uses, so that every result can be stored. */
const minFreeBytes = 300 * 2 ** 20
/** How long closing waits for calls that still run; with the 30 s for answers it stays below what a desktop allows. */
const longestCallMs = 10_000

/** Everything an open studio is made of: whatever `createParts` answers. */
type Parts = Awaited<ReturnType<typeof createParts>>['parts']

export interface OpenStudio extends Studio {
  /** The parts behind the contract, for the command line and tests. */
  readonly parts: Parts
  /** `drainMs`: how long to wait for answers that are already paid for. */
  close: (options?: { drainMs: number }) => Promise<void>
}

/**
 * @throws CannotOpenStudio with a sentence for the user: another studio has the folder, a database is damaged or newer, no room
 */
export async function openStudio(lent: HostPorts, only: OnlyThis | null = null): Promise<OpenStudio> {
  const scope = createScope()
  const knownSecrets = new Set([process.env.TAKEROOM_API_KEY ?? ''])
  const ports = { ...lent, secrets: rememberSecrets(lent.secrets, knownSecrets) }
  try {
    return await wire(ports, only, { scope, knownSecrets })
  }
  catch (error) {
    await scope.close()
    throw error
  }
}

interface Opening { readonly scope: ReturnType<typeof createScope>, readonly knownSecrets: Set<string> }

async function createParts(ports: HostPorts, only: OnlyThis | null, { scope, knownSecrets }: Opening) {
  const clock = systemClock
  const at = (name: string): string => join(ports.folder, name)
  const { log, exposure, isAfterKill } = await openFolder(ports.folder, { clock, knownSecrets, scope })
  // What is called a key is struck out of logs.
  scope.add(onUnreadableRow(({ table, key: row, columns }) => log.warn('row-unreadable', { table, row, columns })))
  const reserve = await createDiskReserve(ports.folder)
  // On a full disk the studio opens with the room that was reserved: what makes room is in it.
  const databases = await reserve.rescue(() => openDatabases({ folder: ports.folder, checksInBackground: true, clock, log }))
  const { library } = databases
  const ledgerDb = withReserve(databases.ledger, reserve)
  scope.add(() => ledgerDb.close())
  scope.add(() => library.close())
  await followIds({ ledger: ledgerDb, library })
  await ensurePracticeAccount(ledgerDb, clock)
  if (library.damage() === null)
    await forgetOldChanges(library, clock.now()).catch(error => log.warn('journal-cleanup-failed', { error }))

  const finder = createFfmpegFinder({ cache: createFfmpegCache(join(ports.cacheFolder, 'ffmpeg.json'), clock.now) })
  const studioFfmpeg = createStudioFfmpeg({ finder, resourcesPath: ports.resourcesPath, clock })
  const { find: ffmpeg, need: needFfmpeg } = studioFfmpeg
  const free = () => freeBytes(ports.folder)
  const practice = createPractice({ ffmpeg, log })
  scope.add(() => practice.close())
  const folderId = await readFolderId(ports.folder)
  const recoveries = createRecoveryNotice({ db: ledgerDb, folder: ports.folder, clock })
  const disk = createDiskState({ folder: ports.folder, reserve, clock, log })
  const status = createStatus({
    ...{ ports, exposure, practice, disk, library, recoveries },
    ffmpeg: studioFfmpeg,
    freeBytes: free,
    ledger: ledgerDb,
  })
  disk.onChange(status.refresh)
  practice.onStart(status.refresh)
  library.onTurn(status.refresh)
  ledgerDb.onDamage(() => {
    log.error('ledger-damaged', { said: ledgerDb.damage() })
    status.refresh()
  })

  const trust = createTrust(trustSources(process.env), (source, error) => log.warn('root-certificates-unreadable', { source, error }))
  const client = createServiceClient({
    clock,
    log,
    proxyFor: ports.proxyFor,
    trust: trust.context,
    untilRoom: createUntilRoom({ reserve, clock }),
  })
  const accounts = createAccounts({
    db: ledgerDb,
    secrets: ports.secrets.store,
    client,
    practice: practice.connection,
    clock,
    environmentKey: readEnvironmentKey(process.env),
  })
  const signing = createSigning({ db: library, secrets: ports.secrets.store, clock, version: ports.version })
  const kept = await createLibraryParts({ ports, library, ffmpeg, freeBytes: free, minFreeBytes, clock, log, scope })
  const { settings, projects, assets, renditions, segmentCache, models, takes, deliveries, transcripts, conversations } = kept
  const { voices, script, tones, storyboard, sequences, holds } = kept
  const saves = createSaves()
  const opened = createOpenedFiles()
  const shown = createShownProgress(ports.showProgress)
  saves.onProgress(shown.ofSaves)
  await settings.get().then(
    ({ networkRoots }) => trust.alsoTrust(networkRoots?.pem ?? null),
    error => log.warn('root-certificates-unreadable', { source: 'settings', error }),
  )
  const queue = await createQueueParts({
    ...kept,
    ports: { ...ports, showProgress: shown.ofJobs },
    only,
    ledgerDb,
    library,
    accounts,
    signing,
    client,
    ffmpeg,
    isAfterKill,
    freeBytes: free,
    minFreeBytes,
    clock,
    log,
    scope,
  })
  const { ledger, spend, order, engine } = queue
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
    needFfmpeg,
    freeBytes: free,
    minFreeBytes,
    wake: engine.wake,
  })
  const deliver = createDeliver({
    sequences,
    takes,
    script,
    tones,
    voices,
    spend,
    deliveries,
    ledger,
    assets,
    peaksOf: renditions.peaksOf,
    signing,
    ffmpeg,
    needFfmpeg,
    freeBytes: free,
    ownPresets: async () => (await settings.get()).presets,
    deliveriesFolder: ports.deliveriesFolder,
    workFolder: at('work'),
    clock,
  })
  const ahead = createPrerender({
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
  const frames = createFrames({ assets, takes, needFfmpeg, workFolder: at('work') })
  const voiceClips = createVoiceClips({ assets, takes, needFfmpeg, workFolder: at('work') })
  const saving = createSaving({
    ...{ takes, transcripts, deliveries, voices, projects, script, storyboard, assets, clock },
    sequence: sequences.stored,
    editList: wish => editListFiles(wish, { sequences, script, tones, takes, assets, needFfmpeg, cacheFolder: ports.cacheFolder }),
  })
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
  const { takeWords } = kept
  const sample = createSample({ projects, takes, takeWords, script, sequences, storyboard, ledger, make, log, signal: scope.signal })
  const costEstimator = createCostEstimator({ ledger, assets, spend, log })
  scope.join(costEstimator.follow(scope.signal))
  scope.join(spend.followDays(scope.signal, engine.wake))
  library.onTurn(engine.wake)
  scope.join(returnSpareMemory(ledger.changes(scope.signal)))
  scope.join(followAwaited({ jobs: ledger, takes, sequences, holds, clock, log }, scope.signal))
  scope.join(followNewTakes({ db: library, script, storyboard, takes, sequences, holds, clock, log }, scope.signal))
  scope.join(followRetakes({ jobs: ledger, script, journal: kept.journal, clock, log }, scope.signal))
  scope.join(followTakes({ takes, script, clock, log }, scope.signal))
  scope.join(followPictures({ takes, storyboard, clock, log }, scope.signal))
  scope.join(followFiledTakes({ takes, renditions, takeWords: kept.takeWords, clock, log }, scope.signal))
  const measuring = createMeasureAgain({ assets, takes, clock, log, isWorking: engine.isWorking })
  if (!only) {
    const onArrival = (): void =>
      scope.join(backfillDerivedFiles({ assets, takes, log }, scope.signal).then(() => measuring.run(scope.signal)))
    studioFfmpeg.follow({ onChange: status.refresh, onArrival }, scope.signal).catch(() => {}) // until the studio closes
  }

  // Not awaited: a keychain may ask the user to unlock it first.
  if (!only)
    accounts.bindKeys().catch(error => log.warn('key-binding-failed', { error }))
  ports.notices?.onChange(status.refresh)
  ports.secrets.onChange?.(() => {
    status.refresh()
    accounts.rereadKeys().catch(error => log.warn('key-read-failed', { error }))
  })
  if (!only)
    await applyQueueOnStart(order, settings)
  await engine.start()
  if (!only)
    sample.resume()
  // Not awaited: an hour of sound takes some seconds.
  scope.join(recordings.recover())
  disk.onRoom(() => scope.join(recordings.recover()))
  scope.add(keepSnapshots({ snapshots, log }))
  scope.add(keepTrash({ trash, settings, log }))
  log.info('studio-opened', { host: ports.host, version: ports.version, node: process.versions.node, sqlite: process.versions.sqlite })

  const gathered = {
    ...kept,
    ...queue,
    ports,
    folderId,
    library,
    ledgerDb,
    clock,
    client,
    trust,
    accounts,
    signing,
    ffmpeg,
    costEstimator,
    recoveries,
    frames,
    voiceClips,
    make,
    deliver,
    ahead,
    imports,
    recordings,
    saving,
    saves,
    opened,
    sample,
    status,
    reserve,
    backups,
    trash,
    snapshots,
    log,
  }
  const parts = { ...gathered, diagnostics: createDiagnostics(gathered, knownSecrets) }
  return { parts, disk, measuring }
}

async function wire(ports: HostPorts, only: OnlyThis | null, opening: Opening): Promise<OpenStudio> {
  const { scope } = opening
  const { parts, disk, measuring } = await createParts(ports, only, opening)
  const { assets, clock, deliveries, engine, imports, ledger, library, opened, recordings, renditions, saves, saving } = parts
  const calls = aroundCalls(recordSteps(createHandlers(parts), parts), { library, clock, disk })
  scope.join(disk.follow(scope.signal))
  let incoming = 0
  const isSo: Readonly<Record<UnderWay, () => boolean>> = {
    jobs: engine.isWorking,
    recording: recordings.isRecording,
    saving: () => saves.count() > 0,
    importing: () => incoming > 0,
  }
  const workFolder = join(ports.folder, 'work')
  return {
    parts,
    handlers: calls.handlers,
    openMedia: createMediaServer({ assets, renditions, deliveries, ledger, saving, opened, workFolder, onPoster: measuring.see }),
    async receiveFile(...file) {
      incoming += 1
      return imports.receive(...file).finally(() => incoming -= 1)
    },
    openFiles: opened.add,
    underWay: () => new Set((Object.keys(isSo) as UnderWay[]).filter(work => isSo[work]())), // The record has these keys.
    async close(options) {
      await saves.stop()
      // Nothing that can be made again keeps paid work from ending.
      await renditions.close()
      await calls.finish(longestCallMs)
      await engine.stop(options?.drainMs)
      await scope.close()
    },
  }
}
