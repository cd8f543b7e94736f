/** Creates what every other part needs: the folder, its databases, the disk's state, ffmpeg, the practice service, and the status. */
import type { Scope } from '../base/scope.ts'
import type { HostPorts } from './ports.ts'
import { join } from 'node:path'
import { ensurePracticeAccount } from '../accounts/accounts.ts'
import { createPractice } from '../accounts/practice.ts'
import { createSettings } from '../accounts/settings.ts'
import { createPlanStore } from '../backup/plan-store.ts'
import { systemClock } from '../base/clock.ts'
import { followIds } from '../databases/follow-ids.ts'
import { openDatabases } from '../databases/open-databases.ts'
import { createRecoveryNotice } from '../jobs/recovery-notice.ts'
import { createFfmpegCache } from '../media/ffmpeg/ffmpeg-cache.ts'
import { createFfmpegFinder } from '../media/ffmpeg/ffmpeg.ts'
import { createStudioFfmpeg } from '../media/ffmpeg/studio-ffmpeg.ts'
import { settleArrival } from '../move/settle-arrival.ts'
import { createDiskReserve, withReserve } from '../storage/disk-reserve.ts'
import { createDiskState } from '../storage/disk-state.ts'
import { freeBytes } from '../storage/disk.ts'
import { forgetOldChanges } from '../storage/done-changes.ts'
import { readFolderId } from '../storage/folder-id.ts'
import { onUnreadableRow } from '../storage/unreadable-rows.ts'
import { openFolder } from './open-folder.ts'
import { createStatus } from './status.ts'

/** Free space that paid work never uses, so that every result can be stored. */
const minFreeBytes = 300 * 2 ** 20

/** What `createBaseParts` creates. */
export type BaseParts = Awaited<ReturnType<typeof createBaseParts>>

export interface Opening {
  readonly ports: HostPorts
  readonly scope: Scope
  /** Never written to a log. */
  readonly knownSecrets: Set<string>
}

/** @throws CannotOpenStudio: another studio has the folder, a database is damaged or newer, no room */
export async function createBaseParts({ ports, scope, knownSecrets }: Opening) {
  const clock = systemClock
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
  const backupPlan = createPlanStore(library)
  await settleArrival({ folder: ports.folder, library, backupPlan })
  await ensurePracticeAccount(ledgerDb, clock)
  if (library.damage() === null)
    await forgetOldChanges(library, clock.now()).catch(error => log.warn('journal-cleanup-failed', { error }))

  const finder = createFfmpegFinder({ cache: createFfmpegCache(join(ports.cacheFolder, 'ffmpeg.json'), clock.now) })
  const studioFfmpeg = createStudioFfmpeg({ finder, resourcesPath: ports.resourcesPath, clock })
  const practice = createPractice({ ffmpeg: studioFfmpeg.find, log })
  scope.add(() => practice.close())
  const room = { freeBytes: () => freeBytes(ports.folder), minFreeBytes }
  const recoveries = createRecoveryNotice({ db: ledgerDb, folder: ports.folder, clock })
  const disk = createDiskState({ folder: ports.folder, reserve, clock, log })
  const status = createStatus({
    ...{ ports, exposure, practice, disk, library, recoveries },
    ffmpeg: studioFfmpeg,
    freeBytes: room.freeBytes,
    ledger: ledgerDb,
    backupPlan,
  })
  disk.onChange(status.refresh)
  practice.onStart(status.refresh)
  library.onTurn(status.refresh)
  ledgerDb.onDamage(() => {
    log.error('ledger-damaged', { said: ledgerDb.damage() })
    status.refresh()
  })
  return {
    ports,
    scope,
    clock,
    log,
    ...room,
    folderId: await readFolderId(ports.folder),
    isAfterKill,
    reserve,
    disk,
    library,
    ledgerDb,
    recoveries,
    settings: createSettings({ db: library }),
    studioFfmpeg,
    ffmpeg: studioFfmpeg.find,
    needFfmpeg: studioFfmpeg.need,
    practice,
    status,
  }
}
