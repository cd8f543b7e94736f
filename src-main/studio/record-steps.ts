/** Lets the journal record what a call changes, where its input says which step it is part of. */
import type { AskedStep } from '#contract/journal.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { Journals } from '../journal/handlers.ts'
import { stepsOf } from '#contract/journal.ts'
import { asStep } from '../base/recorded-step.ts'
import { journalOf } from '../journal/handlers.ts'
import { eachHandler } from './around-calls.ts'

export function recordSteps(handlers: StudioHandlers, journals: Pick<Journals, 'journal' | 'queueJournal'>): StudioHandlers {
  return eachHandler(handlers, ({ effect }, handle) => effect !== 'writes'
    ? handle
    : async (input, ...rest) => {
      const { step, ...asked } = input as { step?: AskedStep } // Inputs are objects, checked against the contract.
      if (step === undefined)
        return handle(input, ...rest)
      try {
        return await asStep({ ...step, author: 'person' }, async () => handle(asked, ...rest))
      }
      finally {
        // The page reads it again before each undo: what was done is done, also where this cannot be read.
        const { journal, projectId } = journalOf(journals, stepsOf(step))
        await journal.announce(projectId).catch(() => {})
      }
    })
}
