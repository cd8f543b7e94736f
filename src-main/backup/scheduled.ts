/**
 * Automatic backups: whether one is due, what is noted of it, and the removal of older ones. Only backups that this made are removed, and
 * only after a newer one was verified.
 */
import type { BackupEvent } from '#contract/backups.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BackupManifest } from './archive.ts'
import type { BackUpOptions } from './backup.ts'
import type { KeptPlan, MadeBackup, PlanStore } from './plan-store.ts'
import { rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { mayBackUpNow, nextBackupAt, surplusBackups } from '#rules/backups/schedule.ts'
import { inside } from '../base/inside.ts'
import { isBackupFolderThere } from './backup-folder.ts'

/** After one that failed or was stopped. */
const retryMs = 3_600_000

type How = Pick<BackUpOptions, 'withFilms' | 'signal' | 'onProgress'>

export interface ScheduledBackups {
  /** What to make now; null when nothing is due. Never throws. */
  due: (isWorking: boolean) => Promise<{ withFilms: boolean } | null>
  make: (path: string, how: How) => Promise<BackupManifest>
  /** Notes how the last one ended. Never throws. */
  note: (ended: BackupEvent['last']) => Promise<void>
  /** Tries again as soon as one is due, although the last one failed. */
  retry: () => void
}

export function createScheduledBackups({ plans, writeTo, backupsFolder, clock, log }: {
  plans: PlanStore
  writeTo: (path: string, how: How) => Promise<BackupManifest>
  /** The usual folder. */
  backupsFolder: string
  clock: Clock
  log: Log
}): ScheduledBackups {
  let notBefore = 0

  const noteMade = (backup: MadeBackup): Promise<KeptPlan> => plans.change(({ made }) => ({
    made: [...made.filter(({ folder, name }) => folder !== backup.folder || name !== backup.name), backup],
    lastAt: backup.madeAt,
    failure: null,
    writing: null,
  }))

  /** A crash may have come before a finished backup was noted, or left a part of one. */
  async function finishInterrupted({ folder, name }: { readonly folder: string, readonly name: string }): Promise<void> {
    // A disk that is not connected is asked again at the next start.
    if (folder !== backupsFolder && !await isBackupFolderThere(folder))
      return
    const path = inside(folder, name)
    await rm(`${path}.part`, { force: true })
    const file = await stat(path).catch(() => null)
    if (file?.isFile())
      await noteMade({ folder, name, sizeBytes: file.size, madeAt: Math.min(Math.floor(file.mtimeMs), clock.now()) })
    else
      await plans.change(() => ({ writing: null }))
  }

  async function removeSurplus({ plan, made }: KeptPlan, folder: string): Promise<void> {
    const gone = new Set<MadeBackup>()
    for (const backup of surplusBackups(made.filter(each => each.folder === folder), plan.keep)) {
      const path = inside(folder, backup.name)
      const file = await stat(path).catch(() => null)
      // Of another size: the user put their own in its place.
      if (file?.size === backup.sizeBytes)
        await rm(path, { force: true })
      gone.add(backup)
    }
    const names = new Set([...gone].map(backup => backup.name))
    if (gone.size > 0)
      await plans.change(now => ({ made: now.made.filter(each => each.folder !== folder || !names.has(each.name)) }))
  }

  return {
    async due(isWorking) {
      try {
        const { writing } = await plans.get()
        if (writing)
          await finishInterrupted(writing)
        const { plan, since, lastAt } = await plans.get()
        const [dueAt, nowMs] = [nextBackupAt({ every: plan.every, since, lastAt }, clock.now()), clock.now()]
        return nowMs >= notBefore && mayBackUpNow(dueAt, nowMs, isWorking) ? { withFilms: plan.withFilms } : null
      }
      catch (error) {
        log.warn('backup-schedule-failed', { error })
        return null
      }
    },
    async make(path, how) {
      const [folder, name] = [dirname(path), basename(path)]
      await plans.change(() => ({ writing: { folder, name } }))
      const manifest = await writeTo(path, how)
      const { size } = await stat(path)
      const kept = await noteMade({ folder, name, sizeBytes: size, madeAt: clock.now() })
      await removeSurplus(kept, folder).catch(error => log.warn('backup-removal-failed', { error }))
      return manifest
    },
    async note(ended) {
      if (ended?.did === 'backed-up')
        return
      notBefore = clock.now() + retryMs
      const nowMs = clock.now()
      const failed = ended?.did === 'failed' ? ended : null
      await plans.change(({ failure }) => ({
        writing: null,
        ...failed && { failure: { at: nowMs, since: failure?.since ?? nowMs, said: failed.said, reference: failed.reference } },
      })).catch(error => log.warn('backup-schedule-failed', { error }))
    },
    retry() {
      notBefore = 0
    },
  }
}
