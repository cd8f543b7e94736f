/** The studio itself: what it runs on, how it is, and addresses under which media can be fetched. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { AssetId, DeliveryId, Instant, JobId } from './words.ts'

/** What befell the library: damaged in places, or gone. */
export const LibraryTrouble = z.enum(['damaged', 'missing'])
export type LibraryTrouble = z.infer<typeof LibraryTrouble>

/** What befell the ledger, which knows what was sent: damaged in places, or gone. */
export const LedgerTrouble = z.enum(['damaged', 'missing'])
export type LedgerTrouble = z.infer<typeof LedgerTrouble>

/** A ledger that was put together from what could be read of a damaged one. Nothing of it is sent before the person's word. */
export const LedgerRecovery = z.object({
  at: Instant,
  trouble: LedgerTrouble,
  said: z.string(),
  /** Where the damaged file lies now; null where there was none to keep. */
  kept: z.string().nullable(),
  /** Whether anything of the damaged file could be read. */
  isReadable: z.boolean(),
  jobs: z.int(),
  /** Places that could not be read. */
  holes: z.int(),
  /** Jobs that had been sent and had not ended, and of which nothing more is known. */
  lost: z.int(),
  /** Accounts whose address is lost. */
  lostAccounts: z.int(),
  held: z.int(),
  unsure: z.int(),
  followed: z.int(),
})
export type LedgerRecovery = z.infer<typeof LedgerRecovery>

export const StudioStatus = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  node: z.string(),
  sqlite: z.string(),
  /** For reading only. */
  folder: z.string(),
  freeBytes: z.number(),
  /** Null while it is whole; else what happened, in the database's own words, and how many takes can still be read. */
  libraryDamage: z.object({ trouble: LibraryTrouble, said: z.string(), takes: z.int() }).nullable(),
  /** In the database's words, when damage showed while the studio is open: nothing more is sent, and the next start puts the ledger together. */
  ledgerDamage: z.string().nullable(),
  /** Until it was put away. */
  ledgerRecovery: LedgerRecovery.nullable(),
  secrets: z.object({ backend: z.string(), isPersistent: z.boolean(), reason: z.string() }),
  /** Null when none was found; then `ffmpegHint` is the command that installs one. */
  ffmpeg: z.object({ path: z.string(), version: z.string() }).nullable(),
  ffmpegHint: z.string(),
  practice: z.object({ isRunning: z.boolean(), url: z.string() }),
})
export type StudioStatus = z.infer<typeof StudioStatus>

/** Names bytes that the host's door can serve: never a path. */
export const MediaRef = z.discriminatedUnion('of', [
  z.object({ of: z.literal('asset'), assetId: AssetId, variant: z.enum(['original', 'poster', 'peaks']) }),
  z.object({ of: z.literal('delivery'), deliveryId: DeliveryId, role: z.enum(['video', 'captions']) }),
  /** The sound of a job that is still being made: PCM s16le mono 24 kHz from its beginning, open until it ends. */
  z.object({ of: z.literal('live'), jobId: JobId }),
])
export type MediaRef = z.infer<typeof MediaRef>

export const studio = {
  /** How the studio is, now and after each change. */
  changes: feed({ input: z.object({}), event: StudioStatus }),
  /** Puts what can still be read of a damaged library in its place. `kept` is where the damaged file lies now; null when nothing was damaged. */
  repair: procedure({ effect: 'writes', input: z.object({}), output: z.object({ kept: z.string().nullable() }) }),
  /** The person has seen that the ledger was put together anew. */
  dismissRecovery: procedure({ effect: 'writes', input: z.object({}), output: z.object({}) }),
  /** Something broke in the page itself and was caught by nobody: for the log. */
  noteBreakage: procedure({ effect: 'writes', input: z.object({ where: z.string().max(200), said: z.string().max(4000) }), output: z.object({}) }),
  /** Addresses for media, in the order asked. They work until `expiresAt` (ms since 1970). */
  media: procedure({
    effect: 'reads',
    input: z.object({ refs: z.array(MediaRef).max(500) }),
    output: z.object({ urls: z.array(z.string()), expiresAt: z.number() }),
  }),
}
