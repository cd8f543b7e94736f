/** Accepted requests in order: tests use this record to verify that nothing was sent twice. */
import type { Kind } from './parameters.ts'
import type { Checked } from './request/validate.ts'
import { plainText } from '#rules/plain-data.ts'
import { hashOf } from './seed.ts'

/** A request that the service accepted: complete, valid and with the right key. */
export interface AcceptedWork {
  /** `task_id` of a shot, `voice_id` of an upload, otherwise the request id. */
  readonly id: string
  /** As sent back in `x-request-id`. */
  readonly requestId: string
  readonly acceptedAt: number
  readonly kind: Kind
  readonly model: string
  /** Equal for equal requests: model, values and the bytes of files, in any order and encoding. */
  readonly requestHash: string
  /** The parsed values, without files. */
  readonly values: Readonly<Record<string, unknown>>
  readonly files: readonly { readonly field: string, readonly name: string, readonly sizeBytes: number, readonly hash: string }[]
  /** Parameters that were sent and that the model does not know. */
  readonly ignored: readonly string[]
  /** False for uploads, which are free, and for shots that failed. */
  readonly charged: boolean
}

export interface Ledger {
  accept: (work: Pick<AcceptedWork, 'id' | 'requestId' | 'kind' | 'model'>, checked: Checked) => AcceptedWork
  /** Cancels the charge of a video job that failed. */
  refund: (id: string) => void
  works: () => readonly AcceptedWork[]
  creditsRemaining: () => number
  /** How many equal requests were accepted before this one. */
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

/** One hash for a request, independent of order, encoding and file names; values named in `except` are left out. */
export function fingerprint(model: string, checked: Checked, except: readonly string[] = []): string {
  const values = Object.entries(valuesWithoutFiles(checked)).filter(([name]) => !except.includes(name))
  const files = checked.files.map(({ field, bytes }) => `${field} ${hashOf(bytes)}`).sort()
  return hashOf(model, plainText(Object.fromEntries(values)), ...files)
}

function valuesWithoutFiles(checked: Checked): Readonly<Record<string, unknown>> {
  const fileFields = new Set(checked.files.map(file => file.field))
  return Object.fromEntries([...checked.values].filter(([name]) => !fileFields.has(name)).map(([name, value]) => [name, plain(value)]))
}

/** Converts maps to objects, so that equal requests have equal JSON. */
function plain(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, inner]: [unknown, unknown]) => [String(key), plain(inner)]))
  if (Array.isArray(value))
    return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
  return value
}
