/** Starts what runs in the background of an open studio. Each part of it ends with the scope. */
import type { BaseParts } from './base-parts.ts'
import type { FileParts } from './file-parts.ts'
import type { LibraryParts } from './library-parts.ts'
import type { MakingParts } from './making-parts.ts'
import type { QueueParts } from './queue-parts.ts'
import type { ServiceParts } from './service-parts.ts'
import { followLeaving } from '../accounts/leaving.ts'
import { keepBackups } from '../backup/keep-backups.ts'
import { returnSpareMemory } from '../base/spare-memory.ts'
import { backfillDerivedFiles } from '../library/backfill-derived-files.ts'
import { followFiledTakes } from '../library/follow-filed-takes.ts'
import { followVoices } from '../library/follow-voices.ts'
import { stackOlderTakes } from '../library/stack-takes.ts'
import { followRetakes } from '../script/follow-retakes.ts'
import { followTakes } from '../script/follow-takes.ts'
import { followAwaited } from '../sequences/follow-awaited.ts'
import { followNewTakes } from '../sequences/follow-new-takes.ts'
import { keepSnapshots } from '../snapshots/keep-snapshots.ts'
import { followPictures } from '../storyboard/follow-pictures.ts'
import { keepTrash } from '../trash/empty-by-age.ts'

/** Every part of the studio. */
export type AllParts = BaseParts & ServiceParts & LibraryParts & QueueParts & MakingParts & FileParts

/** What follows news of one part to change another. */
export function startFollowers(parts: AllParts): void {
  const { scope, ledger, library, engine, spend, costEstimator } = parts
  const { signal } = scope
  const withJobs = { ...parts, jobs: ledger }
  scope.join(costEstimator.follow(signal))
  scope.join(spend.followDays(signal, engine.wake))
  library.onTurn(engine.wake)
  scope.join(returnSpareMemory(ledger.changes(signal)))
  scope.join(followAwaited(withJobs, signal))
  scope.join(followNewTakes({ ...parts, db: library }, signal))
  scope.join(followRetakes(withJobs, signal))
  scope.join(followTakes(parts, signal))
  scope.join(followPictures(parts, signal))
  scope.join(followVoices(parts, signal))
  scope.join(parts.shelf.follow(signal))
  scope.join(followFiledTakes(parts, signal))
  scope.join(parts.listening.follow(signal))
  scope.join(parts.drift.follow(signal))
  scope.join(parts.disk.follow(signal))
}

/** What asks for ffmpeg and keys again when the machine has news of them. */
export function watchMachine(parts: AllParts): void {
  const { ports, accounts, signing, measuring, studioFfmpeg, status, log, scope } = parts
  const onArrival = (): void =>
    scope.join(backfillDerivedFiles(parts, scope.signal).then(() => measuring.run(scope.signal)))
  studioFfmpeg.follow({ onChange: status.refresh, onArrival }, scope.signal).catch(() => {}) // until the studio closes
  // Not in a command for one thing, whose store has only some entries of the keychain.
  scope.join(followLeaving(parts, scope.signal))
  const removeSigningKeys = (): void =>
    void signing.removeLeft().catch(error => log.warn('key-removal-failed', { error }))
  removeSigningKeys()
  ports.notices?.onChange(status.refresh)
  ports.secrets.onChange?.(() => {
    status.refresh()
    removeSigningKeys()
    accounts.rereadKeys().catch(error => log.warn('key-read-failed', { error }))
  })
}

/** What keeps the folder in order. */
export function startUpkeep(parts: AllParts): void {
  const { scope, disk, recordings } = parts
  // Not awaited: an hour of sound takes some seconds.
  const recover = (): void => scope.join(recordings.recover())
  recover()
  disk.onRoom(recover)
  // Not awaited: in a library of years it takes minutes.
  scope.join(stackOlderTakes({ ...parts, db: parts.library }, scope.signal))
  scope.add(keepSnapshots(parts))
  scope.add(keepTrash(parts))
}

/** Not while a command makes one thing and closes the studio again. */
export function startSchedule({ backups, clock, engine, scope, status }: AllParts): void {
  backups.onPlan(status.refresh)
  scope.join(keepBackups({ backups, clock, isWorking: engine.isWorking }, scope.signal))
}
