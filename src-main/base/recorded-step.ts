/** The step of undo that a call is part of, for the code that writes on its behalf. */
import type { AskedStep, StepAuthor } from '#contract/journal.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/** `at` is by the clock of the studio. */
export interface RecordedStep extends Omit<AskedStep, 'sentAt'> { readonly author: StepAuthor }

const calls = new AsyncLocalStorage<{ step: RecordedStep | null }>()

/** What is begun in `work` and continues after it is no longer part of the step. */
export async function asStep<T>(step: RecordedStep, work: () => Promise<T>): Promise<T> {
  const call: { step: RecordedStep | null } = { step }
  try {
    return await calls.run(call, work)
  }
  finally {
    call.step = null
  }
}

/** What `work` writes is part of no step. */
export async function withoutStep<T>(work: () => Promise<T>): Promise<T> {
  return calls.run({ step: null }, work)
}

/** Null outside such a call. */
export function recordedStep(): RecordedStep | null {
  return calls.getStore()?.step ?? null
}
