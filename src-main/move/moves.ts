/** Moving the studio folder, as the page asks for it: one at a time, reported by a feed. */
import type { MoveEvent, MovePlan } from '#contract/moves.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Mark } from '../storage/folder-marks.ts'
import type { PreparedMove } from './prepared-move.ts'
import { randomUUID } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { makeFolder } from '../base/atomic-file.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'
import { movedPath } from '../base/moved-path.ts'
import { freeBytes } from '../storage/disk.ts'
import { readMark, removeMark, writeMark } from '../storage/folder-marks.ts'
import { lockFolder } from '../storage/lock.ts'
import { discardCopy } from './discard-copy.ts'
import { findFormerCopy, removeFormerCopy } from './former-copy.ts'
import { judgeTarget } from './judge-target.ts'
import { copySettled } from './prepared-move.ts'
import { studioFiles } from './studio-files.ts'
import { whyNotMoved } from './why-not-moved.ts'

export interface Moves {
  changes: (signal?: AbortSignal) => AsyncIterable<MoveEvent>
  /** @throws Fault move-refused, move-under-way */
  plan: (asked: string) => Promise<MovePlan>
  /** Begins, and answers. @throws Fault not-found, move-refused, move-under-way */
  start: (planId: string) => Promise<void>
  stop: () => Promise<void>
  /** How many files were kept. @throws Fault not-found, move-under-way */
  removeFormer: () => Promise<number>
  /** Removes what a crash or a failure has left at the other place. Never throws. */
  tidy: () => Promise<void>
}

export interface MovePorts {
  readonly folder: string
  readonly deliveriesFolder: string
  readonly folderId: string
  /** What is left free at the new place, for results that are paid for. */
  readonly minFreeBytes: number
  readonly losesKeys: () => boolean
  /** Whether something would be cut off by closing. */
  readonly isBusy: () => boolean
  /** Closes the studio, finishes the move and opens it at the new place; `stay` where a person did not let it. Null where nobody does that. */
  readonly moveOn: ((move: PreparedMove, stay: () => void) => void) | null
  readonly clock: Clock
  readonly log: Log
}

const lookMs = 500
const tellEveryMs = 100

export function createMoves(ports: MovePorts): Moves {
  const { folder, clock, log } = ports
  const feed = createFeed<MoveEvent>()
  let planned: MovePlan | null = null
  let work: MoveEvent['work'] = null
  let last: MoveEvent['last'] = null
  let isRemoving = false
  let tidying: Promise<void> | undefined
  let running: { readonly stop: AbortController, readonly over: Promise<void> } | undefined
  let toldAt = 0

  async function now(): Promise<MoveEvent> {
    const former = work === null ? await findFormerCopy(folder) : null
    const sizeBytes = former?.files.reduce((sum, file) => sum + file.sizeBytes, 0) ?? 0
    return {
      isPossible: ports.moveOn !== null,
      work,
      last,
      former: former && { folder: former.folder, files: former.files.length, sizeBytes, isRemoving },
    }
  }

  function announce(): void {
    toldAt = clock.now()
    now().then(event => feed.publish(event), error => log.error('move-report-failed', { error }))
  }

  function show(next: MoveEvent['work']): void {
    work = next
    announce()
  }

  async function plan(asked: string): Promise<MovePlan> {
    // Until then the mark of an earlier move is here, in the place of that of another one.
    await tidying
    if (running)
      throw new Fault('move-under-way', {})
    const { to, isNew } = await judgeTarget(asked, ports)
    const { files, links } = await studioFiles(folder)
    if (links[0] !== undefined)
      throw new Fault('move-refused', { because: 'has-links', folder: links[0] })
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
    const free = await freeBytes(to)
    if (free < sizeBytes + ports.minFreeBytes)
      throw new Fault('move-refused', { because: 'no-room', folder: to })
    const { deliveriesFolder } = ports
    planned = {
      planId: randomUUID(),
      from: folder,
      to,
      isNew,
      files: files.length,
      sizeBytes,
      freeBytes: free,
      staying: movedPath(deliveriesFolder, folder, to) === deliveriesFolder ? deliveriesFolder : null,
      losesKeys: ports.losesKeys(),
    }
    return planned
  }

  /** Marks both folders, so that a crash leaves a copy that is known as one. */
  async function prepare({ planId: id, to, isNew }: MovePlan): Promise<PreparedMove> {
    await writeMark(folder, 'moving', { id, to, isNew, failure: null })
    await makeFolder(to, { mode: 0o700 })
    const lock = lockOf(to)
    try {
      await writeMark(to, 'arrival', { id, from: folder, isSettled: false })
    }
    catch (error) {
      lock.close()
      throw error
    }
    return { id, from: folder, to, isNew, folderId: ports.folderId, copied: new Map(), lock }
  }

  async function run(move: PreparedMove, plan: MovePlan, signal: AbortSignal): Promise<void> {
    const { to } = plan
    try {
      await copy(move, plan, signal)
      for (;;) {
        // Looked at last before the studio closes, with nothing in between: work may begin at any time.
        while (ports.isBusy()) {
          await untilIdle(plan, signal)
          await copySettled(move, { signal, onBytes: () => {} })
        }
        signal.throwIfAborted()
        const stays = Promise.withResolvers<void>()
        show({ step: 'switching', to, doneBytes: plan.sizeBytes, totalBytes: plan.sizeBytes })
        log.info('studio-moves', { to })
        ports.moveOn?.(move, stays.resolve)
        // Mostly for ever: the studio closes. Otherwise somebody keeps working, so it waits again and may be stopped.
        await stays.promise
        show({ step: 'waiting', to, doneBytes: plan.sizeBytes, totalBytes: plan.sizeBytes })
      }
    }
    catch (error) {
      move.lock.close()
      const reference = newId().slice(-8)
      if (!signal.aborted)
        log.error('move-failed', { reference, error })
      last = signal.aborted ? { did: 'stopped' } : { did: 'failed', to, said: whyNotMoved(error), reference }
      work = null
      await discard(move)
      running = undefined
      announce()
    }
  }

  async function copy(move: PreparedMove, { to, sizeBytes }: MovePlan, signal: AbortSignal): Promise<void> {
    let bytes = 0
    show({ step: 'copying', to, doneBytes: 0, totalBytes: sizeBytes })
    await copySettled(move, {
      signal,
      onBytes(more) {
        bytes += more
        // Each is written, and read back.
        work = { step: 'copying', to, doneBytes: Math.min(bytes / 2, sizeBytes), totalBytes: sizeBytes }
        if (clock.now() - toldAt >= tellEveryMs)
          announce()
      },
    })
  }

  async function untilIdle({ to, sizeBytes }: MovePlan, signal: AbortSignal): Promise<void> {
    show({ step: 'waiting', to, doneBytes: sizeBytes, totalBytes: sizeBytes })
    while (ports.isBusy())
      await clock.sleep(lookMs, signal)
    signal.throwIfAborted()
  }

  async function discard(move: Omit<Mark<'moving'>, 'failure'>): Promise<void> {
    try {
      // One whose disk is not there is removed at a later start.
      if (await discardCopy(folder, move))
        await removeMark(folder, 'moving')
    }
    catch (error) {
      log.warn('move-cleanup-failed', { error })
    }
  }

  return {
    changes: signal => feed.subscribe(now, signal),
    plan,
    async start(planId) {
      if (running || isRemoving)
        throw new Fault('move-under-way', {})
      if (planned?.planId !== planId || ports.moveOn === null)
        throw new Fault('not-found', { word: 'folder', id: planId })
      const chosen = planned
      planned = null
      const stop = new AbortController()
      last = null
      const prepared = prepare(chosen)
      running = { stop, over: prepared.then(move => run(move, chosen, stop.signal), () => {}) }
      await prepared.catch(async (error: unknown) => {
        await discard({ ...chosen, id: planId })
        running = undefined
        throw error
      })
    },
    async stop() {
      // Once it is switching, the host has it.
      if (!running || work?.step === 'switching')
        return
      running.stop.abort()
      await running.over
    },
    async removeFormer() {
      if (running || isRemoving)
        throw new Fault('move-under-way', {})
      isRemoving = true
      try {
        const former = await findFormerCopy(folder)
        if (former === null)
          throw new Fault('not-found', { word: 'folder', id: folder })
        announce()
        return await removeFormerCopy(folder, former)
      }
      finally {
        isRemoving = false
        announce()
      }
    },
    async tidy() {
      const left = readMark(folder, 'moving')
      if (left === null || ports.moveOn === null)
        return
      last = left.failure === null ? { did: 'interrupted', to: left.to } : { did: 'failed', to: left.to, ...left.failure }
      announce()
      tidying = discard(left)
      await tidying
    },
  }
}

/** @throws Fault move-refused where the disk knows no locks, or another move has the folder */
function lockOf(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  }
  catch (error) {
    throw new Fault('move-refused', { because: 'no-locks', folder }, { cause: error })
  }
}
