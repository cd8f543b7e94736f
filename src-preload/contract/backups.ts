/** Backups: the whole studio as one file, and a studio made from one. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { Instant } from './words.ts'

/** A file's own name, never a path. */
export const BackupName = z.string().regex(/^\w[\w .()-]{0,150}\.tar$/, 'is no name of a backup')

/** A file that was written whole and read back. */
export const Backup = z.object({ name: z.string(), sizeBytes: z.number(), madeAt: Instant })
export type Backup = z.infer<typeof Backup>

/** What a restored studio does with the jobs it found: none of them is sent by itself. */
export const HeldJobs = z.object({ held: z.int(), unsure: z.int(), followed: z.int() })

export const BackupEvent = z.object({
  /** For reading only: where backups are kept, and where they are looked for. */
  folder: z.string(),
  /** Newest first. */
  backups: z.array(Backup),
  /** The delivered films that are where they were delivered, and what they would add; null until they are counted. */
  films: z.object({ count: z.int(), sizeBytes: z.number() }).nullable(),
  work: z.object({ step: z.enum(['writing', 'verifying', 'restoring']), doneBytes: z.number(), totalBytes: z.number() }).nullable(),
  /** How the last work of this run ended. */
  last: z.discriminatedUnion('did', [
    z.object({ did: z.literal('backed-up'), name: z.string(), takes: z.int(), films: z.int(), missing: z.int(), missingFilms: z.int() }),
    z.object({ did: z.literal('restored'), folder: z.string(), takes: z.int(), films: z.int(), jobs: HeldJobs }),
    /** `said` is a sentence about the file, or empty; `reference` leads to the log. */
    z.object({ did: z.literal('failed'), said: z.string(), reference: z.string() }),
    z.object({ did: z.literal('stopped') }),
  ]).nullable(),
})
export type BackupEvent = z.infer<typeof BackupEvent>

export const backups = {
  /** The backups there are and what is being done, now and after each change. */
  changes: feed({ input: z.object({}), event: BackupEvent }),
  /** Begins a backup of everything but keys, and of the delivered films if asked. Work in the queue goes on. How it goes is told by the feed. */
  make: procedure({ effect: 'writes', input: z.object({ withFilms: z.boolean() }), output: z.object({}), faults: ['backup-under-way', 'library-read-only'] }),
  /** Begins to make a studio folder from a backup, beside this one and never over it. Its queued jobs wait for the person. */
  restore: procedure({ effect: 'writes', input: z.object({ name: BackupName }), output: z.object({}), faults: ['not-found', 'backup-under-way'] }),
  /** Stops what is being done; nothing half made is left. */
  stop: procedure({ effect: 'writes', input: z.object({}), output: z.object({}) }),
  /** Shows the backup in the system's file manager, on hosts that have one. */
  reveal: procedure({ effect: 'reads', input: z.object({ name: BackupName }), output: z.object({}), faults: ['not-found', 'not-in-this-host'] }),
}
