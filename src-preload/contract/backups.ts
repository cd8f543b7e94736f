/** Backups: the whole studio as one file, and a studio made from one. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { Instant } from './words.ts'

/** A file's own name, never a path. */
export const BackupName = z.string().regex(/^\w[\w .()-]{0,150}\.tar$/, 'is no name of a backup')

/** A backup that was written completely and verified. */
export const Backup = z.object({ name: z.string(), sizeBytes: z.number(), madeAt: Instant })
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
  /** Read-only: where backups are written and listed from. */
  folder: z.string(),
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
  /** Shows the backup in the system's file manager, on hosts that have one. */
  reveal: procedure({
    effect: 'reads',
    input: z.object({ name: BackupName }),
    output: z.object({}),
    faults: ['not-found', 'not-in-this-host'],
  }),
}
