/** Backups: the whole studio as one file, and a studio made from one. */
import { z } from 'zod'
import { BackupFailure, BackupPlan, BackupPlanChange, WantedBackupFolder } from './backup-words.ts'
import { feed, procedure } from './define.ts'
import { Instant } from './words.ts'

/** A file's own name, never a path. */
export const BackupName = z.string().regex(/^\w[\w .()-]{0,150}\.tar$/, 'is no name of a backup')

/** A backup that was written completely and verified. `isAutomatic`: by the schedule of this studio, which may remove it. */
export const Backup = z.object({ name: z.string(), sizeBytes: z.number(), madeAt: Instant, isAutomatic: z.boolean() })
export type Backup = z.infer<typeof Backup>

/** The jobs of a restored studio: none is sent until the user confirms it. */
export const HeldJobs = z.object({ held: z.int(), unsure: z.int(), followed: z.int() })

/** What a restored studio did not take over from its backup. */
export const LeftOut = z.object({
  /** Rows that no version of Takeroom writes. */
  rows: z.int(),
  /** Triggers, views and other things that its databases do not have. */
  things: z.int(),
  /** Files whose content is not what their names say. */
  files: z.int(),
  /** Deliveries whose files are not in the backup. They are listed without them. */
  deliveries: z.int(),
})

export const BackupEvent = z.object({
  /** Where backups are written and listed from. */
  folder: z.string(),
  /** False where the person chose it and it is not there now: its disk is not connected. Nothing is written elsewhere. */
  isFolderThere: z.boolean(),
  /** Whether it is the folder that is used unless the person chooses one. */
  isUsualFolder: z.boolean(),
  plan: BackupPlan,
  /** When the next automatic backup is due; it begins when the studio is idle. Null where there is none. */
  nextAt: Instant.nullable(),
  /** When the last automatic backup was verified. */
  lastAt: Instant.nullable(),
  /** Null after a success. */
  failure: BackupFailure.nullable(),
  /** Newest first. */
  backups: z.array(Backup),
  /** The delivered films that still exist, and their size; null until counted. */
  films: z.object({ count: z.int(), sizeBytes: z.number() }).nullable(),
  work: z.object({ step: z.enum(['writing', 'verifying', 'restoring']), doneBytes: z.number(), totalBytes: z.number() }).nullable(),
  /** How the last task of this run ended. */
  last: z.discriminatedUnion('did', [
    z.object({ did: z.literal('backed-up'), name: z.string(), takes: z.int(), films: z.int(), missing: z.int(), missingFilms: z.int() }),
    z.object({ did: z.literal('restored'), folder: z.string(), takes: z.int(), films: z.int(), jobs: HeldJobs, leftOut: LeftOut }),
    /** `said` is a sentence about the file, or empty; `reference` is the id in the log. */
    z.object({ did: z.literal('failed'), said: z.string(), reference: z.string() }),
    z.object({ did: z.literal('stopped') }),
  ]).nullable(),
})
export type BackupEvent = z.infer<typeof BackupEvent>

export const backups = {
  /** The existing backups and the task that is running. */
  changes: feed({ input: z.object({}), event: BackupEvent }),
  /** Starts a backup of everything but keys, with the delivered films if asked. The queue keeps running. Progress comes by the feed. */
  make: procedure({
    effect: 'writes',
    input: z.object({ withFilms: z.boolean() }),
    output: z.object({}),
    faults: ['backup-under-way', 'library-read-only'],
  }),
  /** Starts restoring a backup into a new folder next to this one. Its queued jobs are held until confirmed. */
  restore: procedure({
    effect: 'writes',
    input: z.object({ name: BackupName }),
    output: z.object({}),
    faults: ['not-found', 'backup-under-way'],
  }),
  /** Stops the task and removes what it had written. */
  stop: procedure({ effect: 'writes', input: z.object({}), output: z.object({}) }),
  /** Changes the given parts of the schedule. The last choice is the one that is meant. */
  schedule: procedure({
    effect: 'writes',
    input: z.object({ plan: BackupPlanChange }),
    output: z.object({}),
    faults: ['library-read-only'],
  }),
  /**
   * Where backups are written from now on: the usual folder, one that the host asks the user for, or a path on its machine where the host
   * has no dialog. False when the user cancelled. Backups in the former folder stay there.
   */
  setFolder: procedure({
    effect: 'writes',
    input: z.object({ to: WantedBackupFolder }),
    output: z.object({ isChosen: z.boolean() }),
    faults: ['backup-folder-refused', 'backup-under-way', 'not-in-this-host', 'library-read-only'],
  }),
  /** Shows the backup in the system's file manager, on hosts that have one. */
  reveal: procedure({
    effect: 'reads',
    input: z.object({ name: BackupName }),
    output: z.object({}),
    faults: ['not-found', 'not-in-this-host'],
  }),
}
