/** The studio itself: its environment, its health, and URLs for media. */
import { z } from 'zod'
import { BackupFailure } from './backup-words.ts'
import { feed, procedure } from './define.ts'
import { DeliveryRole } from './deliveries.ts'
import { CourseKey } from './ramp.ts'
import { RenditionPart, RenditionSpeed } from './renditions.ts'
import { AssetId, DeliveryId, HeardSound, Instant, JobId, OpenedId, SaveTicket } from './words.ts'

/** What is wrong with the library: partly damaged, or missing. */
export const LibraryTrouble = z.enum(['damaged', 'missing'])
export type LibraryTrouble = z.infer<typeof LibraryTrouble>

/** What is wrong with the ledger, the record of what was sent: partly damaged, or missing. */
export const LedgerTrouble = z.enum(['damaged', 'missing'])
export type LedgerTrouble = z.infer<typeof LedgerTrouble>

/** The report of a ledger that was recovered from a damaged one. Nothing in it is sent until the user confirms. */
export const LedgerRecovery = z.object({
  at: Instant,
  trouble: LedgerTrouble,
  said: z.string(),
  /** Where the damaged file was moved to; null when there was none. */
  kept: z.string().nullable(),
  /** Whether any part of the damaged file could be read. */
  isReadable: z.boolean(),
  jobs: z.int(),
  /** How many regions could not be read. */
  holes: z.int(),
  /** Jobs that were sent and had not finished, and whose details are lost. */
  lost: z.int(),
  /** Accounts whose base URL is lost. */
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
  /** Its path, for display only. */
  folder: z.string(),
  /** Why other users of this machine may get into it: it is another user's, or its disk keeps no permissions. Null: they can't. */
  exposure: z.enum(['owner', 'file-system']).nullable(),
  /** Of the studio folder's disk, now: told again when it has changed by a megabyte. */
  freeBytes: z.number(),
  /** Whether the studio folder can be written: `full` also where this user may store no more, `failed` where the disk gives errors. */
  disk: z.enum(['ok', 'full', 'read-only', 'failed']),
  /** Null while it is intact; otherwise the database's message and how many takes can still be read. */
  libraryDamage: z.object({ trouble: LibraryTrouble, said: z.string(), takes: z.int() }).nullable(),
  /** The database's message when damage was found while the studio is open: nothing more is sent; the next start recovers the ledger. */
  ledgerDamage: z.string().nullable(),
  /** The last recovery, until the user dismisses it. */
  ledgerRecovery: LedgerRecovery.nullable(),
  secrets: z.object({ backend: z.string(), isPersistent: z.boolean(), reason: z.string() }),
  /** What the system said when it refused a notification; null as long as it shows them, or there was none. */
  noticesFailure: z.string().nullable(),
  /** Automatic backups fail; null while they succeed, or there are none. */
  backupFailure: BackupFailure.nullable(),
  /** Null when none was found; `ffmpegHint` is then the command that installs one. */
  ffmpeg: z.object({ path: z.string(), version: z.string() }).nullable(),
  /** Found instead of one, and passed over. */
  tooOldFfmpeg: z.object({ path: z.string(), version: z.string() }).nullable(),
  ffmpegHint: z.string(),
  practice: z.object({ isRunning: z.boolean(), url: z.string() }),
})
export type StudioStatus = z.infer<typeof StudioStatus>

/** Media that the host can serve, by id; never a path. */
export const MediaRef = z.discriminatedUnion('of', [
  z.object({ of: z.literal('asset'), assetId: AssetId, variant: z.enum(['original', 'poster', 'peaks']) }),
  z.object({
    of: z.literal('rendition'),
    assetId: AssetId,
    speed: RenditionSpeed,
    along: CourseKey.optional(),
    heard: HeardSound.optional(),
    part: RenditionPart,
    madeAt: Instant,
  }),
  z.object({ of: z.literal('delivery'), deliveryId: DeliveryId, role: DeliveryRole }),
  /** A download that `saving.prepare` has named: one file, or an archive. */
  z.object({ of: z.literal('saved'), ticket: SaveTicket }),
  /** The bytes of a file that `opened.take` has given. */
  z.object({ of: z.literal('opened'), openedId: OpenedId }),
  /** The sound of a running job: PCM s16le mono 24 kHz from its beginning, open until it ends. */
  z.object({ of: z.literal('live'), jobId: JobId }),
])
export type MediaRef = z.infer<typeof MediaRef>

export const studio = {
  /** The studio's status, now and after each change. */
  changes: feed({ input: z.object({}), event: StudioStatus }),
  /** Tells this studio folder from others that were at the same address: what a page could not send is kept for its own. */
  folder: procedure({ effect: 'reads', input: z.object({}), output: z.object({ folderId: z.uuid() }) }),
  /**
   * Replaces a damaged library by what can still be read of it. `kept` is where the damaged file was moved to; null when
   * nothing was damaged.
   */
  repair: procedure({ effect: 'writes', input: z.object({}), output: z.object({ kept: z.string().nullable() }) }),
  /** Dismisses the report of a recovered ledger. */
  dismissRecovery: procedure({ effect: 'writes', input: z.object({}), output: z.object({}) }),
  /** Logs an uncaught error of the page. */
  noteBreakage: procedure({
    effect: 'writes',
    input: z.object({ where: z.string().max(200), said: z.string().max(4000) }),
    output: z.object({}),
  }),
  /**
   * URLs for media, in the order of the request. They are valid for `goodForMs` from the answer on: the clocks of the host and of the page
   * may differ by minutes.
   */
  media: procedure({
    effect: 'reads',
    input: z.object({ refs: z.array(MediaRef).max(500) }),
    output: z.object({ urls: z.array(z.string()), goodForMs: z.number() }),
  }),
}
