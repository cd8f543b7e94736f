/**
 * Sends what a page may keep (`#contract/kept.ts`): each change has an id, is stored before it leaves, and is sent again under the same id
 * when the connection is lost, until main has answered. The call that asked for it waits in the meantime. What an earlier page left is sent
 * first, and what main refuses after all is set aside for the user. While main cannot write to its disk, changes wait as well, and are
 * sent again in their order when it can. Nothing that costs money is kept. A call that has an id already is of somebody who keeps the
 * change and sends it again.
 */
import type { ClientLink, ClientOptions } from '@orpc/client'
import type { ShallowRef } from 'vue'
import type { KeptCall } from '#contract/kept.ts'
import type { StudioStatus } from '#contract/studio.ts'
import type { AnyFault } from './attempt.ts'
import type { KeptChange, KeptChanges } from './kept-changes.ts'
import type { OtherPages } from './other-pages.ts'
import type { PageContext, WireState } from './wire.ts'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { Fault, isDiskFault, isFault } from '#contract/faults.ts'
import { isKeptCall } from '#contract/kept.ts'
import { faultOf } from './attempt.ts'
import { followingOwn, withoutExpected } from './expected.ts'
import { sentNow } from './sent-step.ts'

export interface OutboxPorts {
  readonly link: ClientLink<PageContext>
  readonly state: Readonly<ShallowRef<WireState>>
  readonly kept: KeptChanges
  readonly pages: OtherPages
  /** Which studio folder answers now. Rejects when the connection is lost. */
  readonly readFolderId: () => Promise<string>
  readonly pageId: string
  readonly newId: () => string
  readonly now: () => number
  /** Resolves after `ms`. */
  readonly pause?: (ms: number) => Promise<void>
}

/** Main remembers ids a little longer. */
const sentWithinMs = 390 * 86_400_000

/** How long a change that met a full disk waits at least, however soon there is room: twice as long each time, up to the longest. */
const waitsMs = { first: 1_000, longest: 30_000 }

export function createOutbox({ link, state, kept, pages, readFolderId, pageId, newId, now, pause = after }: OutboxPorts) {
  const folderId = shallowRef<string | null>(null)
  let order = 0
  /**
   * `opening`: it is found out whose studio answers, and what others left. `stalled`: main cannot write just now. `draining`: what waits is
   * sent, one after another.
   */
  let phase: 'away' | 'opening' | 'stalled' | 'draining' | 'free' = 'away'
  let disk: StudioStatus['disk'] = 'ok'
  const stalledBy = shallowRef<AnyFault | null>(null)
  /** How often in a row, and what is waited for besides the disk. */
  let stalls = 0
  let rest: Promise<void> | null = null
  /** Calls with an id of their own that wait for the disk. */
  const others: (() => void)[] = []
  let opening: Promise<void> | null = null
  /** In the order in which they were asked for. */
  const waiting: { readonly change: KeptChange, readonly goOn: () => void }[] = []

  const send = (path: readonly string[], input: unknown, options: ClientOptions<PageContext>): Promise<unknown> =>
    link.call(path, sentNow(input, now), options)

  function newChange(call: KeptCall, input: unknown, folder: string): KeptChange {
    order += 1
    // Not before what was asked for earlier, also where the clock was set back.
    const at = Math.max(now(), (kept.all.value.at(-1)?.at ?? 0) + 1)
    const own = kept.all.value.filter(change => change.pageId === pageId && change.folderId === folder && change.notDone === null)
    return { id: newId(), folderId: folder, pageId, at, order, call, input: followingOwn(call, input, own), notDone: null }
  }

  function turnOf(change: KeptChange): Promise<void> {
    return new Promise((resolve) => {
      const behind = waiting.findIndex(each => isBefore(change, each.change))
      waiting.splice(behind < 0 ? waiting.length : behind, 0, { change, goOn: resolve })
    })
  }

  function pass(): void {
    if (phase !== 'draining')
      return
    const next = waiting.shift()
    if (next)
      next.goOn()
    else
      phase = 'free'
  }

  /** Main cannot write: nothing more is sent until it can. */
  function stall(fault: AnyFault): void {
    stalledBy.value = fault
    if (phase !== 'free' && phase !== 'draining')
      return
    phase = 'stalled'
    const mine = rest = pause(Math.min(waitsMs.longest, waitsMs.first * 2 ** stalls))
    stalls += 1
    void mine.then(() => {
      if (rest === mine)
        rest = null
      goOn()
    })
  }

  function goOn(): void {
    if (phase !== 'stalled' || disk !== 'ok' || rest !== null)
      return
    phase = 'draining'
    others.splice(0).forEach(each => each())
    pass()
  }

  function written(): void {
    stalls = 0
    if (phase !== 'stalled')
      stalledBy.value = null
  }

  /** A change that its caller keeps: it waits for the disk, at most as long as the connection lasts. */
  async function askAgain(path: readonly string[], input: unknown, options: ClientOptions<PageContext>): Promise<unknown> {
    for (;;) {
      try {
        const answer = await send(path, input, options)
        written()
        return answer
      }
      catch (thrown) {
        const fault = faultOf(thrown)
        if (!isDiskFault(fault.code))
          throw thrown
        stall(fault)
        if (phase === 'stalled') {
          await new Promise<void>((resolve) => {
            others.push(resolve)
          })
        }
      }
    }
  }

  /** Asks main until it answers. What it refuses after the connection was lost is set aside, besides being thrown. */
  async function deliver(change: KeptChange, options: Partial<ClientOptions<PageContext>>, isLeft = false): Promise<unknown> {
    let wasAway = isLeft
    let hasWaited = isLeft
    const { mayReplace = false, keepsRefused = false, asksAgain = false } = options.context ?? {}
    try {
      for (;;) {
        wasAway ||= phase === 'away'
        hasWaited ||= phase !== 'free'
        if (phase !== 'free')
          await turnOf(change)
        // Another studio answers at this address: the change stays for its own, and this page is not its page any more.
        if (change.folderId !== folderId.value) {
          pass()
          await new Promise(() => {})
        }
        try {
          const input = mayReplace && !hasWaited ? withoutExpected(change.call, change.input) : change.input
          const answer = await send(change.call.split('.'), input, { ...options, context: { changeId: change.id } })
          kept.drop(change.id)
          written()
          return answer
        }
        catch (thrown) {
          const fault = faultOf(thrown)
          hasWaited = true
          if (isDiskFault(fault.code)) {
            stall(fault)
            continue
          }
          if (!isFault(thrown, 'disconnected')) {
            settle(change, thrown, (keepsRefused && fault.code === 'changed-meanwhile') || (wasAway && !asksAgain))
            throw thrown
          }
          wasAway = true
        }
      }
    }
    finally {
      pass()
    }
  }

  function settle(change: KeptChange, thrown: unknown, isToRead: boolean): void {
    const fault = faultOf(thrown)
    const isOver = fault.code === 'already-done' || (thrown instanceof DOMException && thrown.name === 'AbortError')
    if (isToRead && !isOver)
      kept.put({ ...change, notDone: { is: 'refused', fault } })
    else
      kept.drop(change.id)
  }

  /** Takes over the changes that closed pages have left for this folder, in their order. */
  async function adoptLeft(folder: string): Promise<void> {
    const left = await pages.alone(async isAlive => kept.all.value
      .filter(change => change.folderId === folder && change.notDone === null
        && change.pageId !== pageId && !isAlive(change.pageId))
      .map((change) => {
        const own = { ...change, pageId, notDone: now() - change.at > sentWithinMs ? { is: 'too-old' } as const : null }
        kept.put(own)
        return own
      }))
    for (const change of left) {
      if (change.notDone === null)
        deliver(change, {}, true).catch(() => {}) // It is set aside where the user reads it.
    }
  }

  async function open(): Promise<void> {
    try {
      folderId.value = await readFolderId()
      await adoptLeft(folderId.value)
    }
    catch {
      // Lost again, and opened again later; or a studio that cannot say which it is, where nothing is kept.
    }
  }

  function drain(begun: Promise<void>): void {
    opening = begun
    phase = 'opening'
    void begun.then(() => {
      if (opening !== begun)
        return
      opening = null
      phase = 'draining'
      pass()
    })
  }

  watch(state, (is) => {
    opening = null
    phase = 'away'
    others.splice(0).forEach(each => each())
    if (is === 'open')
      drain(open())
  }, { flush: 'sync', immediate: true })

  async function call(path: readonly string[], input: unknown, options: ClientOptions<PageContext>): Promise<unknown> {
    const name = path.join('.')
    if (!isKeptCall(name))
      return send(path, input, options)
    if (options.context.changeId !== undefined)
      return askAgain(path, input, options)
    // Before the first connection nothing is on the screen that could be edited. Later it is kept at once: the page may be closed.
    if (folderId.value === null)
      await opening
    if (folderId.value === null)
      return send(path, input, options)
    const change = newChange(name, input, folderId.value)
    if (!kept.put(change) && phase === 'away') {
      kept.drop(change.id)
      throw new Fault('not-kept', {})
    }
    return deliver(change, options)
  }

  return {
    link: { call } satisfies ClientLink<PageContext>,
    pageId,
    kept,
    /** The folder that answers, or answered last; null before the first. */
    folderId: shallowReadonly(folderId),
    /** For a caller that sends it with its id, and then drops it or sets it aside. Null: it would not outlive the page. */
    keep(name: KeptCall, input: unknown): KeptChange | null {
      const change = folderId.value === null ? null : newChange(name, input, folderId.value)
      if (change && kept.put(change))
        return change
      if (change)
        kept.drop(change.id)
      return null
    },
    /** Why changes wait although the studio answers: its disk; null while they are made. */
    stalledBy: shallowReadonly(stalledBy),
    /** Main has said how its disk is. */
    diskIs(is: StudioStatus['disk']): void {
      disk = is
      goOn()
    },
    newId,
    /** What was kept could not be done. */
    setAside: (change: KeptChange, fault: AnyFault): void => void kept.put({ ...change, notDone: { is: 'refused', fault } }),
    /** Pages that end while this one is open leave their changes to it. */
    adopt(): void {
      if (phase === 'free' && folderId.value !== null)
        drain(adoptLeft(folderId.value).catch(() => {})) // Nothing is lost: the next look finds it.
    },
    /** Repeats a refused change as a new one. A newer change of others is replaced now. */
    retry(change: KeptChange): void {
      const isNewer = change.notDone?.is === 'refused' && change.notDone.fault.code === 'changed-meanwhile'
      const input = isNewer ? withoutExpected(change.call, change.input) : change.input
      const again = { ...newChange(change.call, input, change.folderId), at: change.at }
      kept.put(again)
      kept.drop(change.id)
      deliver(again, {}, true).catch(() => {}) // It is set aside again.
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

function isBefore(one: KeptChange, other: KeptChange): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
