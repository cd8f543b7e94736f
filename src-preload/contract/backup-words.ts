/** Words of automatic backups that other parts of the contract have, too. */
import { z } from 'zod'
import { Instant } from './words.ts'

/** What the schedule does. */
export const BackupPlan = z.object({
  every: z.enum(['never', 'daily', 'weekly']),
  /** How many automatic backups are kept in the folder. Older ones are removed when a newer one was verified. */
  keep: z.int().min(1).max(100),
  withFilms: z.boolean(),
})

/** The parts that change. */
export const BackupPlanChange = BackupPlan.partial()
export type BackupPlanChange = z.infer<typeof BackupPlanChange>

/** Why a folder is not used for backups. */
export const BackupFolderProblem = z.enum(['not-absolute', 'not-there', 'in-studio', 'not-writable', 'no-room'])
export type BackupFolderProblem = z.infer<typeof BackupFolderProblem>

/** The automatic backup that failed: `since` is the first failure after the last success. `said` is a sentence, or empty. */
export const BackupFailure = z.object({ at: Instant, since: Instant, said: z.string(), reference: z.string() })

/** Which folder is to have the backups: one that the user is asked for, or names where the host has no dialog. */
export const WantedBackupFolder = z.discriminatedUnion('is', [
  z.object({ is: z.literal('usual') }),
  z.object({ is: z.literal('ask') }),
  z.object({ is: z.literal('path'), path: z.string().min(1).max(4000) }),
])
export type WantedBackupFolder = z.infer<typeof WantedBackupFolder>
