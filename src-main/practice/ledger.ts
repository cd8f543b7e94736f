/** What was accepted, in order: the witness a test asks when it must know whether something was sent twice. */
import type { Kind } from './parameters.ts'
import type { Checked } from './request/validate.ts'
import { hashOf } from './seed.ts'

/** One request that the service took on. Only whole, valid requests with a good key become one. */
export interface AcceptedWork {
  /** `task_id` of a shot, `voice_id` of an upload, otherwise the request id. */
  readonly id: string
  /** As sent back in `x-request-id`. */
  readonly requestId: string
  readonly acceptedAt: number
  readonly kind: Kind
  readonly model: string
  /** The same for two requests that ask for the same: model, values and the bytes of files, in any order and encoding. */
  readonly requestHash: string
  /** Values as they were understood, files left out. */
  readonly values: Readonly<Record<string, unknown>>
  readonly files: readonly { readonly field: string, readonly name: string, readonly sizeBytes: number, readonly hash: string }[]
  /** Parameters that were sent although the model has none of that name. */
  readonly ignored: readonly string[]
  /** False for uploads, which are free, and for shots that failed. */
  readonly charged: boolean
}

export interface Ledger {
  accept: (work: Pick<AcceptedWork, 'id' | 'requestId' | 'kind' | 'model'>, checked: Checked) => AcceptedWork
  /** Takes the charge of a shot that failed back. */
  refund: (id: string) => void
  works: () => readonly AcceptedWork[]
  creditsRemaining: () => number
  /** How often the same was asked before this work. */
  repeatsBefore: (work: AcceptedWork) => number
}

const prices: Readonly<Record<Kind, number>> = { chat: 1, image: 4, edit: 4, video: 20, transcription: 1, speech: 2, upload: 0 }

export function priceOf(kind: Kind): number {
  return prices[kind]
}

export function createLedger({ credits, now }: { credits: number, now: () => number }): Ledger {
  const works: AcceptedWork[] = []
  return {
    accept(work, checked) {
      const files = checked.files.map(({ field, name, bytes }) => ({ field, name, sizeBytes: bytes.length, hash: hashOf(bytes) }))
      const accepted: AcceptedWork = {
        ...work,
        acceptedAt: now(),
        requestHash: fingerprint(work.model, checked),
        values: valuesWithoutFiles(checked),
        files,
        ignored: checked.ignored,
        charged: priceOf(work.kind) > 0,
      }
      works.push(accepted)
      return accepted
    },
    refund(id) {
      const index = works.findIndex(work => work.id === id)
      const work = works[index]
      if (work)
        works[index] = { ...work, charged: false }
    },
    works: () => [...works],
    creditsRemaining: () => credits - works.reduce((sum, work) => sum + (work.charged ? priceOf(work.kind) : 0), 0),
    repeatsBefore: work => works.filter(other => other.requestHash === work.requestHash).findIndex(other => other.id === work.id),
  }
}

/** One hash for what was asked, whatever its order, encoding and file names; values named in `except` do not count. */
export function fingerprint(model: string, checked: Checked, except: readonly string[] = []): string {
  const values = Object.entries(valuesWithoutFiles(checked)).filter(([name]) => !except.includes(name))
  const files = checked.files.map(({ field, bytes }) => `${field} ${hashOf(bytes)}`).sort()
  return hashOf(model, canonical(Object.fromEntries(values)), ...files)
}

function valuesWithoutFiles(checked: Checked): Readonly<Record<string, unknown>> {
  const fileFields = new Set(checked.files.map(file => file.field))
  return Object.fromEntries([...checked.values].filter(([name]) => !fileFields.has(name)).map(([name, value]) => [name, plain(value)]))
}

/** Maps become objects, so that equal requests read the same. */
function plain(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, inner]: [unknown, unknown]) => [String(key), plain(inner)]))
  if (Array.isArray(value))
    return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
  return value
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1))
      : inner)
}
