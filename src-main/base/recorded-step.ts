/** The step of undo that a call is part of: whoever writes on its behalf finds it here. */
import type { AskedStep, StepAuthor } from '#contract/journal.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

export interface RecordedStep extends AskedStep { readonly author: StepAuthor }

const calls = new AsyncLocalStorage<{ step: RecordedStep | null }>()

/** What is begun in `work` and goes on after it is no longer part of the step. */
export async function asStep<T>(step: RecordedStep, work: () => Promise<T>): Promise<T> {
  const call: { step: RecordedStep | null } = { step }
  try {
    return await calls.run(call, work)
  }
  finally {
    call.step = null
  }
}

/** Null outside such a call. */
export function recordedStep(): RecordedStep | null {
  return calls.getStore()?.step ?? null
}
