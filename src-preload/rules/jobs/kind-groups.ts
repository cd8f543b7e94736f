/** The kinds of work by what is true of them: one table, which does not compile until a new kind has its row. */
import type { JobKind } from '#contract/jobs.ts'
import { JobKind as JobKinds } from '#contract/jobs.ts'

interface Facts {
  /** On this machine alone, free of charge; all else is sent to the service, which charges for it. */
  readonly isLocal?: true
  /** Its result is a file that a person may have from elsewhere. */
  readonly isAttachable?: true
  /** What it makes is seen on a track of pictures or video; all else is heard, read, or not placed at all. */
  readonly isSeen?: true
  /** Nobody asks for it alone: it is done for the sake of another job. */
  readonly isServing?: true
}

const facts = {
  speech: { isAttachable: true },
  // Parts are joined for the sake of the speech.
  join: { isLocal: true, isServing: true },
  image: { isAttachable: true, isSeen: true },
  edit: { isAttachable: true, isSeen: true },
  video: { isAttachable: true, isSeen: true },
  transcribe: {},
  chat: {},
  // A clip is sent for the sake of the speech.
  upload: { isServing: true },
  render: { isLocal: true },
} as const satisfies Readonly<Record<JobKind, Facts>>

const factsOf = (kind: JobKind): Facts => facts[kind]

export const isLocalKind = (kind: JobKind): boolean => factsOf(kind).isLocal === true
export const isAttachableKind = (kind: JobKind): boolean => factsOf(kind).isAttachable === true
export const isSeenKind = (kind: JobKind): boolean => factsOf(kind).isSeen === true
export const isServingKind = (kind: JobKind): boolean => factsOf(kind).isServing === true

/** Those that the service charges for. */
export const paidKinds: readonly JobKind[] = JobKinds.options.filter(kind => !isLocalKind(kind))
