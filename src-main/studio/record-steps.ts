/** Lets the journal record what a call changes, where its input says which step it is part of. */
import type { AskedStep } from '#contract/journal.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { Clock } from '../base/clock.ts'
import type { RecordedStep } from '../base/recorded-step.ts'
import type { Journals } from '../journal/handlers.ts'
import { stepsOf } from '#contract/journal.ts'
import { asStep } from '../base/recorded-step.ts'
import { journalOf } from '../journal/handlers.ts'
import { eachHandler } from './around-calls.ts'

export function recordSteps(
  handlers: StudioHandlers,
  ports: Pick<Journals, 'journal' | 'queueJournal'> & { readonly clock: Pick<Clock, 'now'> },
): StudioHandlers {
  return eachHandler(handlers, ({ effect }, handle) => effect !== 'writes'
    ? handle
    : async (input, ...rest) => {
      const { step, ...asked } = input as { step?: AskedStep } // Inputs are objects, checked against the contract.
      if (step === undefined)
        return handle(input, ...rest)
      try {
        return await asStep(recorded(step, ports.clock.now()), async () => handle(asked, ...rest))
      }
      finally {
        // The page reads it again before each undo: what was done is done, also where this cannot be read.
        const { journal, projectId } = journalOf(ports, stepsOf(step))
        await journal.announce(projectId).catch(() => {})
      }
    })
}

/**
 * When it was done, by the clock of the studio: a page's may be wrong by hours. How long ago it was, the page knows by its own clock, also
 * of what it kept over a restart: that is the clock of the same machine.
 */
function recorded({ at, sentAt, ...step }: AskedStep, nowMs: number): RecordedStep {
  return { ...step, author: 'person', ...at !== undefined && { at: nowMs - Math.max(0, (sentAt ?? nowMs) - at) } }
}
