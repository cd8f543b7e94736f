/** What a host must lend the studio, and what it gets for it. Hosts are leaves: nothing else passes between them and the core. */
import type { Handlers } from '#contract/define.ts'
import type { contract } from '#contract/index.ts'
import type { WorkNotification } from '#contract/jobs.ts'
import type { Settings } from '#contract/settings.ts'
import type { MediaRef } from '#contract/studio.ts'
import type { ImportTicket } from '#contract/words.ts'
import type { OpenMedia } from '../files/media-door.ts'
import type { SecretStore } from '../secrets/secret-store.ts'

/** Who is calling, and the signal that ends when it no longer wants the answer. */
export interface CallContext { readonly signal: AbortSignal, readonly origin: 'page' | 'command' }

export type StudioHandlers = Handlers<typeof contract, CallContext>

/** How far all work under way is, from 0 to 1, and what else its sign should say. */
export interface WorkProgress { readonly share: number, readonly state: 'working' | 'paused' | 'needs-you' }

/** Lent by a host. */
export interface HostPorts {
  readonly host: 'electron' | 'web'
  readonly version: string
  /** Absolute path of the studio folder: databases, assets, work files. */
  readonly folder: string
  /** Absolute path under which deliveries are written. */
  readonly deliveriesFolder: string
  /** Absolute path for what can be found out again; it may be missing, emptied or unwritable. */
  readonly cacheFolder: string
  /** Where a packaged program keeps its resources; null from a checkout. */
  readonly resourcesPath: string | null
  readonly secrets: { readonly store: SecretStore, readonly fallbackReason: string | null }
  /** An address under which the host's own door serves these bytes. */
  mediaUrl: (ref: MediaRef) => { url: string, expiresAt: number }
  /** Shows a file in the system's file manager; null where there is none. */
  readonly reveal: ((path: string) => Promise<void>) | null
  /** Tells a person who looks elsewhere that work ended or needs them. A host without a system to tell it by leaves it to its page. */
  tell: (notifications: WorkNotification, language: Settings['language']) => void
  /** Shows at the program's sign how far the work is; null when there is none. */
  showProgress: (progress: WorkProgress | null) => void
  /** Keeps the machine, not its screen, from falling asleep until this is said again with false. */
  stayAwake: (isNeeded: boolean) => void
}

export type { MediaAnswer } from '../files/media-door.ts'

/** The open studio, as a host sees it. */
export interface Studio {
  readonly handlers: StudioHandlers
  /** Serves bytes by id with ranges; never by path. */
  openMedia: OpenMedia
  /**
   * Takes in a file that the person dropped or picked, and gives a ticket for `takes.import` and file fields.
   * Faults: `unsupported-file`, `file-too-large`, `disk-full`.
   */
  receiveFile: (name: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number | null) => Promise<ImportTicket>
  /** True while paid or rendering work is under way: a window that closes asks once. */
  isWorking: () => boolean
  close: () => Promise<void>
}
