/**
 * Makes a change that has an id once, however often it is asked for: a page asks again when the answer was lost. The id is written with
 * the change. Answers are remembered for a while; after a restart of the studio only the fact is known, which is the fault `already-done`.
 */
import type { AskedChange } from '../base/asked-change.ts'
import type { Clock } from '../base/clock.ts'
import type { Library } from '../library/open-library.ts'
import type { CallContext, StudioHandlers } from './ports.ts'
import { Fault, isDiskFault, isFault } from '#contract/faults.ts'
import { asChange } from '../base/asked-change.ts'
import { isChangeDone, markChange } from '../storage/done-changes.ts'
import { eachHandler } from './each-handler.ts'

/** A page that is reconnected asks again within seconds. */
const mostAnswers = 60

export function onceById(handlers: StudioHandlers, { library, clock }: { library: Library, clock: Clock }): StudioHandlers {
  const answers = new Map<string, Promise<unknown>>()

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
    const [oldest] = answers.keys()
    if (answers.size > mostAnswers && oldest !== undefined)
      answers.delete(oldest)
    // What broke, was cut off or met a full disk may be tried again; a refusal stays.
    answer.catch(thrown => (isFault(thrown) && !isDiskFault(thrown.code)) || answers.delete(id))
    return answer
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
