/** What happens around every call: it is made once, refused while the library is damaged, told what the disk met, and finished. */
import type { Meta } from '#contract/define.ts'
import type { AskedChange } from '../base/asked-change.ts'
import type { CallContext, StudioHandlers } from '../base/calls.ts'
import type { Clock } from '../base/clock.ts'
import type { Library } from '../library/open-library.ts'
import type { DiskState } from '../storage/disk-state.ts'
import { isContractProcedure } from '@orpc/contract'
import { Fault, isDiskFault, isFault } from '#contract/faults.ts'
import { contract } from '#contract/index.ts'
import { asChange } from '../base/asked-change.ts'
import { withTimeout } from '../base/concurrency.ts'
import { isChangeDone, markChange } from '../storage/done-changes.ts'

export function aroundCalls(
  handlers: StudioHandlers,
  { library, clock, disk }: { readonly library: Library, readonly clock: Clock, readonly disk: Pick<DiskState, 'explain'> },
): FinishingCalls {
  return finishCalls(tellDisk(onceById(refuseWhileDamaged(handlers, library), { library, clock }), disk))
}

type Handle = (...call: unknown[]) => unknown

/** Wraps the handler of every procedure of the contract. */
export function eachHandler(handlers: StudioHandlers, wrap: (meta: Meta, handle: Handle) => Handle): StudioHandlers {
  function walk(part: unknown, within: unknown): unknown {
    if (isContractProcedure(part))
      return wrap(part['~orpc'].meta as Meta, within as Handle) // `define.ts` declares every procedure, `StudioHandlers` has each
    // A contract is objects down to its procedures.
    const parts = Object.entries(part as object)
    return Object.fromEntries(parts.map(([word, inner]) => [word, walk(inner, Reflect.get(within as object, word))]))
  }
  // The walk follows the contract and returns each procedure under its own name.
  return walk(contract, handlers) as StudioHandlers
}

/** While the library is damaged, refuses every procedure that declares the fault `library-read-only`. */
function refuseWhileDamaged(handlers: StudioHandlers, library: Pick<Library, 'damage'>): StudioHandlers {
  return eachHandler(handlers, ({ faults }, handle) => {
    if (!faults.includes('library-read-only'))
      return handle
    return async (...call) => {
      const damage = library.damage()
      if (damage !== null)
        throw new Fault('library-read-only', { trouble: damage.trouble })
      return handle(...call)
    }
  })
}

/** A page that is reconnected asks again within seconds. */
const mostAnswers = 60

/**
 * Makes a change that has an id once, however often it is asked for: a page asks again when the answer was lost. The id is written with
 * the change. Answers are remembered for a while; after a restart of the studio only the fact is known, which is the fault `already-done`.
 */
export function onceById(handlers: StudioHandlers, { library, clock }: { library: Library, clock: Clock }): StudioHandlers {
  const answers = new Map<string, Promise<unknown>>()
  /** Of calls that are over, the oldest first: one that still runs is never forgotten, because it would be made again. */
  const over = new Set<string>()

  async function make(id: string, work: () => Promise<unknown>): Promise<unknown> {
    if (library.damage() === null && await isChangeDone(library, id))
      throw new Fault('already-done', {})
    const change: AskedChange = { id, isMarked: false }
    const answer = await asChange(change, work)
    // It had nothing to write, and must not find something to write later.
    if (!change.isMarked && library.damage() === null)
      await markChange(library, id, clock.now())
    return answer
  }

  function remember(id: string, answer: Promise<unknown>): Promise<unknown> {
    answers.set(id, answer)
    // What broke, was cut off or met a full disk may be tried again; a refusal stays. What it wrote until then keeps its id in the library.
    // So work of several writes takes them back together with the id, see `takeBackChange`.
    answer.then(() => keep(id), thrown => isFault(thrown) && !isDiskFault(thrown.code) ? keep(id) : answers.delete(id))
    return answer
  }

  function keep(id: string): void {
    over.add(id)
    const [oldest] = over
    if (over.size > mostAnswers && oldest !== undefined) {
      over.delete(oldest)
      answers.delete(oldest)
    }
  }

  return eachHandler(handlers, ({ effect }, handle) => effect !== 'writes'
    ? handle
    : (...call) => {
        const { changeId } = call[1] as CallContext // Every handler is called with its input and this.
        if (changeId === undefined)
          return handle(...call)
        return answers.get(changeId) ?? remember(changeId, make(changeId, async () => handle(...call)))
      })
}

/** Tells each call that met a full, read-only or failing disk as what it is. */
function tellDisk(handlers: StudioHandlers, { explain }: Pick<DiskState, 'explain'>): StudioHandlers {
  return eachHandler(handlers, ({ effect }, handle) => effect === 'watches'
    ? handle
    : async (...call) => {
      try {
        return await handle(...call)
      }
      catch (error) {
        throw await explain(error)
      }
    })
}

export interface FinishingCalls {
  readonly handlers: StudioHandlers
  /** Resolves when no call is running any more, at the latest after `longestMs`. Streams do not count: they end with their caller. */
  finish: (longestMs: number) => Promise<void>
}

/** Lets calls that are running finish before the studio closes: a call cut off in the middle would leave half a change. */
export function finishCalls(handlers: StudioHandlers): FinishingCalls {
  const running = new Set<Promise<unknown>>()

  async function allOver(): Promise<void> {
    // A call may begin while others end.
    while (running.size > 0)
      await Promise.all(running)
  }

  return {
    handlers: eachHandler(handlers, (_, handle) => (...call) => {
      const answer = handle(...call)
      if (answer instanceof Promise) {
        const ended = answer.then(() => {}, () => {}).finally(() => running.delete(ended))
        running.add(ended)
      }
      return answer
    }),
    finish: longestMs => withTimeout(allOver(), longestMs),
  }
}
