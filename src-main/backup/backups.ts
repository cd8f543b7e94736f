/** Backups requested from the page: one task at a time, reported by a feed, in a folder that the page cannot choose. */
import type { Backup, BackupEvent } from '#contract/backups.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../storage/database.ts'
import type { BackupProgress } from './backup.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupName } from '#contract/backups.ts'
import { Fault } from '#contract/faults.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { backUp, restore } from './backup.ts'
import { whyItFailed } from './failure.ts'
import { countFilms, filmsToBackUp, isFilm } from './films.ts'
import { countRows } from './left-out.ts'

export interface Backups {
  changes: (signal?: AbortSignal) => AsyncIterable<BackupEvent>
  /** Begins, and answers. @throws Fault backup-under-way */
  make: (wish: { withFilms: boolean }) => void
  /** @throws Fault backup-under-way, not-found */
  restore: (name: string) => Promise<void>
  stop: () => Promise<void>
  /** Absolute path of a backup. @throws Fault not-found */
  pathOf: (name: string) => Promise<string>
}

export function createBackups(
  ports: { folder: string, backupsFolder: string, ledger: Database, library: Database, madeBy: string, clock: Clock, log: Log },
): Backups {
  const { backupsFolder, clock, log } = ports
  const feed = createFeed<BackupEvent>()
  let work: BackupProgress | null = null
  let last: BackupEvent['last'] = null
  let films: BackupEvent['films'] = null
  let running: { stop: AbortController, over: Promise<void> } | undefined

  async function list(): Promise<Backup[]> {
    const names = (await readdir(backupsFolder).catch(() => [])).filter(name => BackupName.safeParse(name).success)
    const found = await Promise.all(names.map(async (name): Promise<Backup[]> => {
      const file = await stat(join(backupsFolder, name)).catch(() => null)
      return file?.isFile() ? [{ name, sizeBytes: file.size, madeAt: Math.floor(file.mtimeMs) }] : []
    }))
    return found.flat().sort((a, b) => b.madeAt - a.madeAt)
  }

  const now = async (): Promise<BackupEvent> => ({ folder: backupsFolder, backups: await list(), films, work, last })

  function announce(): void {
    now().then(event => feed.publish(event), error => log.error('backup-list-failed', { error }))
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
  ): void {
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
  }

  function howItFailed(error: unknown, signal: AbortSignal): BackupEvent['last'] {
    if (signal.aborted)
      return { did: 'stopped' }
    const reference = newId().slice(-8)
    log.error('backup-failed', { reference, error })
    return { did: 'failed', said: whyItFailed(error), reference }
  }

  async function pathOf(name: string): Promise<string> {
    if (!(await list()).some(backup => backup.name === name))
      throw new Fault('not-found', { word: 'backup', id: name })
    return inside(backupsFolder, name)
  }

  return {
    changes(signal) {
      countAgain()
      return feed.subscribe(now, signal)
    },
    pathOf,
    make({ withFilms }) {
      const name = `takeroom ${stampOf(clock.now())}.tar`
      begin('writing', async (signal, onProgress) => {
        const { takes, files, missing } = await backUp(join(backupsFolder, name), { ...ports, withFilms, signal, onProgress })
        return {
          did: 'backed-up',
          name,
          takes,
          films: countFilms(files.map(file => file.name)),
          missing: missing.filter(each => !isFilm(each)).length,
          missingFilms: countFilms(missing),
        }
      })
    },
    async restore(name) {
      const path = await pathOf(name)
      begin('restoring', async (signal, onProgress) => {
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
    async stop() {
      running?.stop.abort()
      await running?.over
    },
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
