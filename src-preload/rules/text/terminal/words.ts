/** What commands print besides their errors: the shape of the texts in each language. */
import type { CheckReport } from '#contract/checks.ts'

/** What is checked: each with its examples below it, and what a repair did to it. */
type Finding = 'missing' | 'wrong' | 'orphans' | 'halves' | 'dangling' | 'beside' | 'previews' | 'deliveries' | 'unreadable' | 'unclaimed'

/** A step of the sample that is done. */
export type SampleStep
  = | { readonly is: 'project' | 'image' | 'shot' }
    | { readonly is: 'line', readonly number: number, readonly of: number }

export interface TerminalWords {
  readonly help: string
  /** The signal that a person or the system gave. */
  readonly stopped: string
  readonly broke: (reference: string) => string
  readonly portTaken: string
  readonly addressUnknown: string
  readonly notAllowed: (said: string) => string
  readonly unexpected: (said: string) => string

  readonly serve: {
    readonly closing: string
    readonly openToNetwork: (address: string) => string
    readonly unknownCertificate: string
    readonly opens: string
    readonly running: string
    readonly opensRunning: string
    readonly runningAlready: string
    /** `asks`: by Enter; else by a signal. */
    readonly worksOnce: (seconds: number, asks: 'enter' | 'signal' | null) => string
    readonly restored: string
    readonly keyUnusable: string
    readonly keyWithoutAddress: string
  }

  readonly practice: {
    readonly runningAt: (url: string) => string
    readonly withKey: (key: string) => string
  }

  readonly sample: {
    readonly begins: string
    readonly step: (step: SampleStep) => string
    readonly rendering: (percent: number) => string
  }

  readonly backup: {
    readonly progress: (step: 'writing' | 'verifying' | 'restoring', percent: number) => string
    /** `deliveries` is null where they were left out. */
    readonly done: (done: { readonly takes: number, readonly deliveries: number | null, readonly path: string }) => string
    readonly missingFiles: (count: number) => string
    readonly missingDeliveries: (count: number) => string
    readonly restored: (takes: number, folder: string) => string
    readonly restoredDeliveries: (count: number, folder: string) => string
    readonly leftOutDeliveries: (count: number) => string
    /** By table; an empty name for those that refer to nothing. */
    readonly leftOutRows: (rows: Readonly<Record<string, number>>) => string
    readonly leftOutThings: (count: number) => string
    readonly leftOutFiles: (count: number) => string
    readonly held: (count: number) => string
    readonly unsure: (count: number) => string
    readonly unconfirmed: string
    readonly openWith: (folder: string) => string
  }

  readonly check: {
    readonly ledgerWaits: string
    readonly ledgerMissing: (said: string) => string
    readonly ledgerDamaged: (said: string) => string
    readonly readable: (jobs: number, accounts: number, unreadable: number) => string
    readonly unreadable: string
    readonly ledgerNext: string
    readonly rebuilt: (jobs: number, holes: number) => string
    readonly begunAgain: string
    readonly sendsNothing: (held: number, unsure: number) => string
    readonly keptAt: (path: string) => string
    readonly libraryMissing: string
    readonly libraryDamaged: (said: string) => string
    readonly libraryReadable: (readable: {
      readonly takes: number
      readonly lines: number
      readonly projects: number
      readonly unreadable: number
    }) => string
    readonly libraryNext: string
    /** `kept` is where the damaged file is; null where there was none. */
    readonly libraryRebuilt: (kept: string | null) => string
    readonly summary: (report: Pick<CheckReport, 'takes' | 'files' | 'isDeep'>) => string
    readonly intact: string
    readonly damaged: (lines: readonly string[]) => string
    /** In front of the examples. */
    readonly found: Readonly<Record<Finding, (count: number, isRepaired: boolean) => string>>
    readonly more: (count: number) => string
    readonly searchIndex: (count: number, isRepaired: boolean) => string
    readonly old: (count: number, isRepaired: boolean) => string
    readonly setAside: (folder: string) => string
    readonly toRepair: string
  }

  readonly deliver: {
    readonly delivering: (sequence: string, project: string, preset: string, out: string) => string
    readonly planning: (sequence: string, project: string, preset: string, folder: string) => string
    /** `todo` is what a person can do. */
    readonly note: (what: string, todo: string) => string
    readonly notCarried: (extension: string) => string
    readonly planUnsigned: string
    readonly coverAdded: (file: string) => string
    readonly folderOpen: (folder: string) => string
    readonly projects: string
    readonly presets: string
    readonly noProjects: string
    readonly sequence: (seconds: number | null) => string
    readonly sound: string
  }
}
