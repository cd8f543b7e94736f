/**
 * Whether the studio folder can be written. The one place where an error of a file or a database becomes a fault of the disk; from then
 * on the folder is tried until it can be written again, and listeners are told.
 */
import type { AnyDiskFault } from '#contract/faults.ts'
import type { StudioStatus } from '#contract/studio.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault, isDiskFault, isFault } from '#contract/faults.ts'
import { createLane } from '../base/concurrency.ts'
import { isDiskFull, saysDiskFull } from '../base/disk-full.ts'
import { errnoOf } from '../base/errno.ts'
import { freeBytes } from './disk.ts'
import { StorageError } from './storage-error.ts'

type State = StudioStatus['disk']
type Trouble = Exclude<State, 'ok'>

export interface DiskState {
  readonly now: () => State
  /** Called when the state has changed, or the free space by a megabyte. */
  readonly onChange: (listener: () => void) => void
  /** Called when it can be written again. */
  readonly onRoom: (listener: () => void) => void
  /**
   * The fault of the disk that this error is about, or of a place that cannot be used, else the error itself. A database does not say why
   * it could not write, so the folder is tried.
   */
  readonly explain: (error: unknown) => Promise<unknown>
  /** Watches the disk until the signal aborts; takes the reserve again when there is room. Never rejects. */
  readonly follow: (signal: AbortSignal) => Promise<void>
}

export interface DiskStateOptions {
  readonly folder: string
  readonly reserve: Pick<DiskReserve, 'restore'>
  readonly clock: Clock
  readonly log: Log
  /** How often the disk is looked at: while all is well, and while it cannot be written. */
  readonly looksEveryMs?: { readonly well: number, readonly ill: number }
  /** Writes a file of this size into the folder and removes it. Resolves to the error that the system gave. */
  readonly tryToWrite?: (sizeBytes: number) => Promise<unknown>
}

const mebibyte = 2 ** 20
/** A change of the free space that is worth telling. */
const toldBytes = 1e6
/** A disk that is full again this soon had too little room for what waited. */
const relapseMs = 10_000
const mostSpareBytes = 64 * mebibyte

export function createDiskState(options: DiskStateOptions): DiskState {
  const { folder, reserve, clock, log, looksEveryMs = { well: 5_000, ill: 1_000 } } = options
  const tryToWrite = options.tryToWrite ?? (sizeBytes => writeAndRemove(folder, sizeBytes))
  const listeners = new Set<() => void>()
  const roomListeners = new Set<() => void>()
  const trials = createLane({ concurrency: 1 })
  let state: State = 'ok'
  let wake = new AbortController()
  /** What must be free before a full disk counts as writable again: more when it did not suffice. */
  let spareBytes = mebibyte
  let wellSince = Number.NEGATIVE_INFINITY
  let told = Number.NaN

  const attempt = (sizeBytes: number): Promise<Trouble | null> =>
    trials.run(async () => troubleOf(await tryToWrite(sizeBytes), 'failed'))

  function turn(to: State): void {
    if (to === state)
      return
    if (to === 'ok')
      wellSince = clock.awake()
    else
      spareBytes = clock.awake() - wellSince < relapseMs ? Math.min(spareBytes * 2, mostSpareBytes) : mebibyte
    state = to
    log[to === 'ok' ? 'info' : 'warn']('disk', { state: to })
    wake.abort()
    listeners.forEach(listener => listener())
    if (to === 'ok')
      roomListeners.forEach(listener => listener())
  }

  async function look(): Promise<void> {
    const free = await freeBytes(folder)
    if (state !== 'ok' && (state !== 'full' || free >= spareBytes))
      turn(await attempt(mebibyte) ?? 'ok')
    if (state === 'ok')
      await reserve.restore()
    if (!(Math.abs(free - told) < toldBytes)) {
      told = free
      listeners.forEach(listener => listener())
    }
  }

  return {
    now: () => state,
    onChange: listener => void listeners.add(listener),
    onRoom: listener => void roomListeners.add(listener),
    async explain(error) {
      if (isFault(error) && isDiskFault(error.code))
        return error
      const said = causesOf(error)
      const known = said.map(each => troubleOf(each)).find(each => each !== null) ?? null
      if (known === null)
        return placeFault(said, error) ?? error
      const own = await attempt(known === 'full' ? mebibyte : 65_536).catch(() => null)
      // What failed may be on another disk, which the studio can do without; its databases are on its own.
      if (own !== null || said.some(each => each instanceof StorageError))
        turn(own ?? known)
      return faultOf(own ?? known, { error, folder, free: await freeBytes(pathIn(said) ?? folder).catch(() => 0) })
    },
    async follow(signal) {
      while (!signal.aborted) {
        await look().catch(error => log.warn('disk-check-failed', { error }))
        wake = new AbortController()
        // Also ends when the state turns.
        await clock.sleep(looksEveryMs[state === 'ok' ? 'well' : 'ill'], AbortSignal.any([signal, wake.signal])).catch(() => {})
      }
    },
  }
}

/** Null for other errors than the disk's; `otherwise` for possible ones. */
function troubleOf(error: unknown, otherwise: Trouble | null = null): Trouble | null {
  if (error === null || error === undefined)
    return null
  if (error instanceof StorageError)
    return ({ full: 'full', readonly: 'read-only', io: 'failed' } as const)[error.kind as 'full'] ?? null
  const code = errnoOf(error)
  if (isDiskFull(error) || saysDiskFull(wordsOf(error)))
    return 'full'
  if (code === 'EROFS')
    return 'read-only'
  if (code === 'EIO')
    return 'failed'
  return otherwise !== null && (code === 'EACCES' || code === 'EPERM') ? 'read-only' : otherwise
}

function faultOf(trouble: Trouble, { error, folder, free }: { error: unknown, folder: string, free: number }): AnyDiskFault {
  switch (trouble) {
    case 'full': return new Fault('disk-full', { neededBytes: 0, freeBytes: free }, { cause: error })
    case 'read-only': return new Fault('disk-read-only', { folder }, { cause: error })
    case 'failed': return new Fault('disk-failed', { said: wordsOf(error).slice(0, 300) }, { cause: error })
  }
}

/** The system does not let a place be used, on whatever disk it is: a person can change that. */
const refusals: ReadonlySet<string> = new Set([
  ...['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EBUSY'],
  ...['ENODEV', 'ENXIO', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT'],
])

/** Null where no file or folder was refused. A program that could not be started is none. */
function placeFault(errors: readonly unknown[], cause: unknown): Fault | null {
  for (const each of errors) {
    const isProgram = each instanceof Error && 'syscall' in each && String(each.syscall).startsWith('spawn')
    if (!(each instanceof Error) || isProgram || !('path' in each) || typeof each.path !== 'string')
      continue
    if (refusals.has(errnoOf(each)))
      return new Fault('place-refused', { said: each.message.slice(0, 300) }, { cause })
  }
  return null
}

/** What an error says, or the program that failed. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error))
    return ''
  return 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : error.message
}

/** The error itself and what caused it, without refusals: what they say is not of the disk. */
function causesOf(error: unknown): unknown[] {
  const all: unknown[] = []
  for (let each = error; each instanceof Error && all.length < 10; each = each.cause) {
    if (!isFault(each))
      all.push(each)
  }
  return all
}

function pathIn(errors: readonly unknown[]): string | undefined {
  return errors.map(each => each instanceof Error && 'path' in each && typeof each.path === 'string' ? each.path : undefined)
    .find(path => path !== undefined)
}

/** Random bytes: some disks store zeros without using space. */
async function writeAndRemove(folder: string, sizeBytes: number): Promise<unknown> {
  const path = join(folder, 'room.part')
  try {
    const file = await open(path, 'w')
    try {
      await file.writeFile(randomBytes(sizeBytes))
      await file.sync()
    }
    finally {
      await file.close()
    }
    return null
  }
  catch (error) {
    return error
  }
  finally {
    await rm(path, { force: true }).catch(() => {}) // A disk that cannot be written; the next trial writes over it.
  }
}
