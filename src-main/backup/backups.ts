/** Backups requested from the page or due by the schedule: one task at a time, reported by a feed, in one folder. */
import type { BackupPlanChange } from '#contract/backup-words.ts'
import type { Backup, BackupEvent } from '#contract/backups.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../storage/database.ts'
import type { BackupManifest } from './archive.ts'
import type { BackupProgress } from './backup.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupName } from '#contract/backups.ts'
import { Fault } from '#contract/faults.ts'
import { found } from '#contract/found.ts'
import { nextBackupAt } from '#rules/backups/schedule.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { BadBackupError } from './archive.ts'
import { isBackupFolderThere, markBackupFolder } from './backup-folder.ts'
import { backUp, backupBytes, restore } from './backup.ts'
import { whyItFailed } from './failure.ts'
import { countFilms, filmsToBackUp, isFilm } from './films.ts'
import { countRows } from './left-out.ts'
import { createPlanStore } from './plan-store.ts'
import { createScheduledBackups } from './scheduled.ts'

export interface Backups {
  changes: (signal?: AbortSignal) => AsyncIterable<BackupEvent>
  /** Begins, and answers. @throws Fault backup-under-way */
  make: (wish: { withFilms: boolean }) => void
  /** @throws Fault backup-under-way, not-found */
  restore: (name: string) => Promise<void>
  stop: () => Promise<void>
  readonly isRunning: () => boolean
  /** Absolute path of a backup. @throws Fault not-found */
  pathOf: (name: string) => Promise<string>
  schedule: (change: BackupPlanChange) => Promise<void>
  /** Null is the usual folder. @throws Fault backup-folder-refused, backup-under-way */
  setFolder: (folder: string | null) => Promise<void>
  /** Makes the automatic backup if it is due; resolves when it ended. Never throws. */
  runDue: (isWorking: boolean) => Promise<void>
  /** Calls back when the schedule or what it did has changed. */
  onPlan: (listener: () => void) => void
}

export function createBackups(
  ports: { folder: string, backupsFolder: string, ledger: Database, library: Database, madeBy: string, clock: Clock, log: Log },
): Backups {
  const { clock, log, library } = ports
  const feed = createFeed<BackupEvent>()
  const plans = createPlanStore(library)
  const scheduled = createScheduledBackups({ ...ports, plans, writeTo: (path, options) => backUp(path, { ...ports, ...options }) })
  const planListeners = new Set<() => void>()
  let work: BackupProgress | null = null
  let last: BackupEvent['last'] = null
  let films: BackupEvent['films'] = null
  let running: { stop: AbortController, over: Promise<void> } | undefined

  async function list(backupsFolder: string): Promise<Backup[]> {
    const { made } = await plans.get()
    const names = (await readdir(backupsFolder).catch(() => [])).filter(name => BackupName.safeParse(name).success)
    const there = await Promise.all(names.map(async (name): Promise<Backup[]> => {
      const file = await stat(join(backupsFolder, name)).catch(() => null)
      const isAutomatic = made.some(each => each.folder === backupsFolder && each.name === name && each.sizeBytes === file?.size)
      return file?.isFile() ? [{ name, sizeBytes: file.size, madeAt: Math.floor(file.mtimeMs), isAutomatic }] : []
    }))
    return there.flat().sort((a, b) => b.madeAt - a.madeAt)
  }

  const folderNow = async (): Promise<string> => (await plans.get()).folder ?? ports.backupsFolder

  /** Nothing is written elsewhere when the disk that the user chose is not there. */
  async function folderToWrite(): Promise<string> {
    const { folder } = await plans.get()
    if (folder !== null && !await isBackupFolderThere(folder))
      throw new BadBackupError(found('backup-folder-gone', folder))
    return folder ?? ports.backupsFolder
  }

  async function now(): Promise<BackupEvent> {
    const { plan, since, folder: chosen, lastAt, failure } = await plans.get()
    const folder = chosen ?? ports.backupsFolder
    return {
      folder,
      isFolderThere: chosen === null || await isBackupFolderThere(chosen),
      isUsualFolder: chosen === null,
      plan,
      nextAt: nextBackupAt({ every: plan.every, since, lastAt }, clock.now()),
      lastAt,
      failure,
      backups: await list(folder),
      films,
      work,
      last,
    }
  }

  function announce(): void {
    now().then(event => feed.publish(event), error => log.error('backup-list-failed', { error }))
  }

  function planChanged(): void {
    announce()
    planListeners.forEach(listener => listener())
  }

  /** Counted separately from the feed: films may be on a slow disk. */
  function countAgain(): void {
    filmsToBackUp(ports.library).then(({ sources, sizeBytes }) => {
      films = { count: countFilms(sources.map(source => source.name)), sizeBytes }
      announce()
    }, (error: unknown) => log.warn('delivery-count-failed', { error }))
  }

  function begin(
    first: BackupProgress['step'],
    run: (signal: AbortSignal, onProgress: (progress: BackupProgress) => void) => Promise<BackupEvent['last']>,
  ): Promise<void> {
    if (running)
      throw new Fault('backup-under-way', {})
    const stop = new AbortController()
    const show = (progress: BackupProgress): void => {
      work = progress
      announce()
    }
    show({ step: first, doneBytes: 0, totalBytes: 0 })
    const over = run(stop.signal, show).catch((error: unknown) => howItFailed(error, stop.signal)).then((ended) => {
      work = null
      last = ended
      running = undefined
      announce()
    })
    running = { stop, over }
    return over
  }

  function howItFailed(error: unknown, signal: AbortSignal): BackupEvent['last'] {
    if (signal.aborted)
      return { did: 'stopped' }
    const reference = newId().slice(-8)
    log.error('backup-failed', { reference, error })
    return { did: 'failed', said: whyItFailed(error), reference }
  }

  async function pathOf(name: string): Promise<string> {
    const folder = await folderNow()
    if (!(await list(folder)).some(backup => backup.name === name))
      throw new Fault('not-found', { word: 'backup', id: name })
    return inside(folder, name)
  }

  return {
    changes(signal) {
      countAgain()
      return feed.subscribe(now, signal)
    },
    pathOf,
    make({ withFilms }) {
      const name = `takeroom ${stampOf(clock.now())}.tar`
      void begin('writing', async (signal, onProgress) => {
        const path = inside(await folderToWrite(), name)
        return toldOf(name, await backUp(path, { ...ports, withFilms, signal, onProgress }))
      })
    },
    async schedule(change) {
      await plans.change(({ plan, since }) => ({
        plan: { every: change.every ?? plan.every, keep: change.keep ?? plan.keep, withFilms: change.withFilms ?? plan.withFilms },
        // After it is switched on, the first backup is made at once.
        since: plan.every === 'never' && change.every !== undefined ? clock.now() : since,
        ...(change.every === 'never') && { failure: null },
      }))
      planChanged()
    },
    async setFolder(asked) {
      if (running)
        throw new Fault('backup-under-way', {})
      const folder = asked === null
        ? null
        : await markBackupFolder(asked, { studioFolder: ports.folder, neededBytes: await backupBytes(ports.folder, library) })
      await plans.change(() => ({ folder, failure: null }))
      scheduled.retry()
      planChanged()
    },
    async runDue(isWorking) {
      const due = await scheduled.due(isWorking)
      if (!due || running)
        return
      const name = `takeroom auto ${stampOf(clock.now())}.tar`
      const doIt = async (signal: AbortSignal, onProgress: (progress: BackupProgress) => void) =>
        toldOf(name, await scheduled.make(inside(await folderToWrite(), name), { withFilms: due.withFilms, signal, onProgress }))
      await begin('writing', doIt)
      await scheduled.note(last)
      planChanged()
    },
    onPlan: listener => void planListeners.add(listener),
    async restore(name) {
      const path = await pathOf(name)
      void begin('restoring', async (signal, onProgress) => {
        const into = restoredBeside(ports.folder, clock.now())
        const { folder, manifest, takes, jobs, leftOut } = await restore(path, into, { clock, signal, onProgress })
        return {
          did: 'restored',
          folder,
          takes,
          films: countFilms(manifest.files.map(file => file.name)),
          jobs,
          leftOut: { rows: countRows(leftOut), things: leftOut.things, files: leftOut.files, deliveries: leftOut.deliveries },
        }
      })
    },
    isRunning: () => running !== undefined,
    async stop() {
      running?.stop.abort()
      await running?.over
    },
  }
}

function toldOf(name: string, { takes, files, missing }: BackupManifest): BackupEvent['last'] {
  return {
    did: 'backed-up',
    name,
    takes,
    films: countFilms(files.map(file => file.name)),
    missing: missing.filter(each => !isFilm(each)).length,
    missingFilms: countFilms(missing),
  }
}

/** A new folder next to the studio's. */
export function restoredBeside(folder: string, nowMs: number): string {
  return `${folder} restored ${stampOf(nowMs)}`
}

/** The UTC time, in characters that every file system accepts. */
function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-')
}
