/**
 * The plan of a run, derived from its seed alone: the wishes (requested work), the faults of each life of the studio (from start to kill),
 * and the moment of each kill. The timing still depends on the machine.
 */
import type { JobState } from '#contract/jobs.ts'
import type { RequestId } from '#contract/words.ts'
import type { Fault } from '../../src-main/practice/index.ts'
import type { Random } from '../../src-main/practice/seed.ts'
import { createRandom, hashOf } from '../../src-main/practice/seed.ts'

export interface Place { readonly seed: string, readonly studio: number }

export const wishKinds = [
  'speech',
  'streamed',
  'socket',
  'long',
  'cloned',
  'image',
  'edit',
  'video',
  'transcribe',
  'chat',
  'upload',
  'render',
] as const
export type WishKind = typeof wishKinds[number]

/** A piece of requested work. Its marker is part of everything that is sent for it. */
export interface Wish {
  readonly index: number
  readonly kind: WishKind
  readonly marker: string
  readonly requestId: RequestId
  /** The most requests that the service may receive for it. */
  readonly requests: number
}

/** The moment of a kill: the nth event of its kind, plus a delay in milliseconds. */
export type Kill
  /** While it opens; 1 is the usual time to open. */
  = | { readonly at: 'start', readonly share: number }
    /** Some time after it has opened. */
    | { readonly at: 'any time', readonly afterMs: number }
    /** A job moved to a state. */
    | { readonly at: 'move', readonly to: JobState, readonly nth: number, readonly afterMs: number }
    /** Seen on the connection between studio and service. */
    | { readonly at: 'wire', readonly moment: WireMoment, readonly of: 'paid' | 'free', readonly nth: number, readonly afterMs: number }
    /** A file in the studio's folder was written or renamed. */
    | { readonly at: 'file', readonly what: 'assets' | 'work' | 'ledger.db' | 'library.db', readonly nth: number, readonly afterMs: number }

export type WireMoment = 'request whole' | 'answer begins' | 'answer half' | 'answer whole'

export interface Life {
  readonly number: number
  readonly faults: readonly Fault[]
  readonly kill: Kill
  /** How many jobs are kept open. */
  readonly ahead: number
  /** Repeats wishes that were answered long ago. */
  readonly isImpatient: boolean
  /** Checks the account, which wakes jobs on hold. */
  readonly checksAccount: boolean
  /** How often *cancel* is pressed after a wish: 0 to 1. */
  readonly presses: number
}

/** A press of *cancel*: on one job in any state, on some as a batch, or twice at once. */
export interface Press { readonly how: 'one' | 'batch' | 'twice', readonly afterMs: number, readonly share: number }

export function pressAfter({ seed, studio }: Place, index: number, presses: number): Press | null {
  const dice = createRandom(`${seed} studio ${studio} press ${index}`)
  if (dice.next() >= presses)
    return null
  return { how: dice.pick(['one', 'batch', 'twice']), afterMs: between(dice, 0, 120), share: dice.next() }
}

/** Time limits of a life whose planned moment never comes: at least, once it has its account, and since its orders. */
export const longestLifeMs = { activeJobs: 1500, inAll: 60_000 }

const wishWeights: Readonly<Record<WishKind, number>> = {
  speech: 22,
  streamed: 9,
  socket: 8,
  long: 8,
  cloned: 6,
  image: 8,
  edit: 5,
  video: 9,
  transcribe: 9,
  chat: 12,
  upload: 4,
  render: 1.5,
}
const requestsOf: Readonly<Partial<Record<WishKind, number>>> = { long: 3, cloned: 2, render: 0 }

export function wishAt({ seed, studio }: Place, index: number): Wish {
  const dice = createRandom(`${seed} studio ${studio} wish ${index}`)
  const kind = weighted(dice, wishWeights)
  return {
    index,
    kind,
    marker: `q${studio}x${index}z`,
    requestId: idOf(`${seed} studio ${studio} request ${index}`) as RequestId,
    requests: requestsOf[kind] ?? 1,
  }
}

/** The form of an id, without the clock. */
function idOf(name: string): string {
  const hex = hashOf(name)
  return `01900000-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

export function lifeAt({ seed, studio }: Place, number: number): Life {
  const dice = createRandom(`${seed} studio ${studio} life ${number}`)
  return {
    number,
    // The first ones are killed while the folder, the databases and their tables are created.
    kill: number < 5 ? { at: 'start', share: between(dice, 0, 1) } : killOf(dice),
    faults: [...dice.next() < 0.45 ? [] : Array.from({ length: 1 + Math.floor(dice.next() * 3) }, () => faultOf(dice)), ...workTimes(dice)],
    ahead: 6 + Math.floor(dice.next() * 7),
    isImpatient: dice.next() < 0.3,
    checksAccount: dice.next() < 0.5,
    presses: dice.next() < 0.4 ? 0.25 : 0,
  }
}

function killOf(dice: Random): Kill {
  const nth = 1 + Math.floor(dice.next() ** 2 * 3)
  const soon = dice.next() < 0.5 ? 0 : between(dice, 0, 6)
  const kinds: Record<string, { weight: number, kill: () => Kill }> = {
    'start': { weight: 12, kill: () => ({ at: 'start', share: between(dice, 0, 1.3) }) },
    'any time': { weight: 14, kill: () => ({ at: 'any time', afterMs: between(dice, 0, 1200) }) },
    'move': {
      weight: 28,
      kill: () => ({ at: 'move', to: weighted(dice, {
        preparing: 2,
        sending: 3,
        committed: 5,
        accepted: 3,
        running: 3,
        downloading: 4,
        verifying: 5,
        done: 4,
        blocked: 1,
      }), nth, afterMs: soon }),
    },
    'request': {
      weight: 16,
      kill: () => ({ at: 'wire', moment: 'request whole', of: 'paid', nth, afterMs: dice.next() < 0.5 ? 0 : between(dice, 0, 30) }),
    },
    'answer': {
      weight: 16,
      kill: () => ({ at: 'wire', moment: dice.pick(['answer begins', 'answer half', 'answer whole']), of: 'paid', nth, afterMs: soon }),
    },
    'download': {
      weight: 4,
      kill: () => ({ at: 'wire', moment: dice.pick(['answer half', 'answer whole']), of: 'free', nth, afterMs: soon }),
    },
    'file': {
      weight: 10,
      kill: () => ({ at: 'file', what: dice.pick(['assets', 'assets', 'work', 'ledger.db', 'library.db']), nth, afterMs: soon }),
    },
  }
  const name = weighted(dice, Object.fromEntries(Object.entries(kinds).map(([each, { weight }]) => [each, weight])))
  const kind = kinds[name]
  if (!kind)
    throw new Error(`No such kill: ${name}`)
  return kind.kill()
}

/** Real models are slower than the practice service, and most crashes would fall into that time. */
function workTimes(dice: Random): Fault[] {
  const ms = Math.floor(between(dice, 60, 500))
  return [{ do: 'delay', ms, at: 'answer', when: { method: 'POST' } }, { do: 'delay', ms, when: { path: '/api/v1/generate/ws' } }]
}

type Interim = Extract<Fault, { do: 'interim' }>['statuses']

/** Short and few, so that work progresses. No 5xx for paid requests: whether such a request was charged only the service knows. */
function faultOf(dice: Random): Fault {
  const times = 1 + Math.floor(dice.next() * 2)
  const paid = { method: 'POST' }
  const asked = { path: '/api/v1/generate/status' }
  const fetched = { path: '/api/v1/generate/result' }
  const free = dice.next() < 0.5 ? asked : fetched
  const interim: readonly [Interim, ...Interim[]] = [[100], [103, 102], [102, 100, 103]]
  const paidPath = { ...paid, path: '/api/v1/generate' }
  const faults: readonly [Fault, ...Fault[]] = [
    { do: 'refuse', status: 429, retryAfter: dice.pick([0, 1]), times: 1, when: paid },
    { do: 'refuse', status: 429, retryAfter: 0, early: true, times: 1, when: paid },
    { do: 'refuse', status: 503, retryAfter: 0, times: 1, when: paid },
    { do: 'refuse', status: dice.pick([500, 502, 503]), times, when: free },
    { do: 'reset', at: 'arrival', times: 1, when: paid },
    { do: 'reset', at: 'accepted', times: 1, when: paidPath },
    { do: 'reset', at: 'mid-answer', times: 1, when: paidPath },
    { do: 'reset', at: 'mid-answer', times, when: free },
    { do: 'wrong-body', as: dice.pick(['truncated', 'html', 'empty', 'error-json']), times: 1, when: paidPath },
    { do: 'wrong-body', as: 'truncated', times, when: free },
    { do: 'delay', ms: Math.floor(between(dice, 10, 250)), at: 'answer', times: 2 * times, when: paid },
    { do: 'delay', ms: Math.floor(between(dice, 5, 60)), at: 'arrival', times, when: free },
    { do: 'drip', chunkBytes: 16_384, everyMs: 4, times, when: dice.next() < 0.5 ? paid : free },
    { do: 'compress', as: dice.pick(['gzip', 'deflate', 'br', 'zstd']), times: 2 * times, when: dice.next() < 0.5 ? paid : free },
    { do: 'interim', statuses: dice.pick(interim), at: dice.pick(['arrival', 'answer']), times: 3, when: dice.next() < 0.5 ? paid : free },
    { do: 'status', value: dice.pick(['queued', 'IN_PROGRESS', 'warming up']), times },
    { do: 'job-missing', times },
    { do: 'job-fails', error: 'Told to fail', times: 1 },
    { do: 'stream', as: dice.pick(['error', 'no-end', 'cut-event', 'damaged']), times },
    { do: 'stream', as: dice.pick(['repeats', 'hex', 'bare', 'odd-bytes', 'openai', 'nested']), times },
  ]
  return dice.pick(faults)
}

function between(dice: Random, low: number, high: number): number {
  return Math.round(dice.between(low, high) * 100) / 100
}

function weighted<Name extends string>(dice: Random, weights: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries<number>(weights) as [Name, number][] // Object.entries loses the type of the keys
  let left = dice.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0)
      return name
  }
  throw new Error('No weights')
}
