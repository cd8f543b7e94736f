/** When the next automatic backup is due, whether it may begin, and which older ones are then removed. */

export type BackupEvery = 'never' | 'daily' | 'weekly'

const dayMs = 86_400_000
const periodMs: Readonly<Record<Exclude<BackupEvery, 'never'>, number>> = { daily: dayMs, weekly: 7 * dayMs }
/** A studio that is never idle still gets its backup, this much later. */
const longestWaitMs = dayMs / 2

/** `since`: when the schedule was switched on. `lastAt`: when the last automatic backup was verified. Null: there is no next one. */
export function nextBackupAt(
  { every, since, lastAt }: { readonly every: BackupEvery, readonly since: number, readonly lastAt: number | null },
  nowMs: number,
): number | null {
  if (every === 'never')
    return null
  const dueAt = lastAt === null ? since : lastAt + periodMs[every]
  // After the clock was set back, a moment that is further away than a whole period is not waited for.
  return dueAt - nowMs > periodMs[every] ? nowMs : dueAt
}

export function mayBackUpNow(dueAt: number | null, nowMs: number, isWorking: boolean): boolean {
  return dueAt !== null && nowMs >= dueAt && (!isWorking || nowMs - dueAt >= longestWaitMs)
}

/** All but the last `keep`, of which there is at least one. They are in the order of their making: the clock may have been ahead. */
export function surplusBackups<B>(backups: readonly B[], keep: number): B[] {
  return backups.slice(0, -Math.max(1, keep))
}
