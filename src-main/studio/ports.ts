/** The interface between a host and the studio: what a host provides, and what it gets. Nothing else passes between them. */
import type { OpenPage } from '#contract/pages.ts'
import type { MediaRef } from '#contract/studio.ts'
import type { BrowserId, ImportTicket } from '#contract/words.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { FileDialogs } from '../files/handlers.ts'
import type { OpenMedia } from '../files/serve-media.ts'
import type { WorkScreen } from '../jobs/work-notifications.ts'
import type { PreparedMove } from '../move/prepared-move.ts'
import type { OpenedSecretStore } from '../secrets/open-secret-store.ts'

export interface OpenPages {
  changes: (signal: AbortSignal) => AsyncGenerator<{ pages: OpenPage[] }, void, void>
  /** False when there is none. */
  end: (browserId: BrowserId) => boolean
  /** How many. */
  endOthers: () => number
}

/** Provided by a host. */
export interface HostPorts extends HostFolders, WorkScreen, FileDialogs {
  readonly host: 'electron' | 'web'
  readonly version: string
  /** Where a packaged program keeps its resources; null from a checkout. */
  readonly resourcesPath: string | null
  readonly secrets: OpenedSecretStore
  /** A URL at which this host serves the media, for so long from now on. */
  mediaUrl: (ref: MediaRef) => { url: string, goodForMs: number }
  /** The browsers that may open the studio; null on a host that serves none. Told to the one that asks, as its own. */
  readonly pages: OpenPages | null
  /** The URL of the proxy that this machine uses for an address; null connects directly. Rejects where it cannot be used. */
  readonly proxyFor: (url: string) => Promise<string | null>
  /**
   * Closes the studio, finishes moving its folder, and opens it where it is then; `stay` where a person keeps working instead. Null where
   * nobody opens it again.
   */
  readonly moveOn: ((move: PreparedMove, stay: () => void) => void) | null
  /** Why the system shows no notifications; null as far as is known. `onChange` calls back when that changes. */
  readonly notices: { readonly failure: () => string | null, readonly onChange: (listener: () => void) => void } | null
  /** False also where it cannot be known. */
  readonly isOnBattery: () => Promise<boolean>
}

export type { CallContext, StudioHandlers } from '../base/calls.ts'
export type { MediaAnswer } from '../files/serve-media.ts'
export type { WorkProgress } from '../jobs/work-notifications.ts'

/** Work that ends with the program. */
export type UnderWay = 'jobs' | 'recording' | 'saving' | 'importing'

/** The open studio as seen by a host. */
export interface Studio {
  readonly handlers: StudioHandlers
  /** Serves media by id with ranges; never by path. */
  openMedia: OpenMedia
  /**
   * Receives a file that the user dropped or picked, and returns a ticket for `takes.import` and file fields.
   * Faults: `unsupported-file`, `file-too-large`, `disk-full`.
   */
  receiveFile: (name: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number | null) => Promise<ImportTicket>
  /**
   * Files that the user opened with Takeroom from outside, as absolute paths: a page takes them as if they were dropped on it. None is
   * read before.
   */
  openFiles: (paths: readonly string[]) => void
  /** Paid work or a render, a recording, files on their way in or out: closing the window asks once while there is any. */
  underWay: () => ReadonlySet<UnderWay>
  close: () => Promise<void>
}
