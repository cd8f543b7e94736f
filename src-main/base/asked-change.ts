/** The change that a call was asked to make, under the page's id, for the code that writes on its behalf. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface AskedChange {
  readonly id: string
  /** A database contains its id. */
  isMarked: boolean
}

const calls = new AsyncLocalStorage<{ change: AskedChange | null }>()

/** What is begun in `work` and continues after it is no longer part of the change. */
export async function asChange<T>(change: AskedChange, work: () => Promise<T>): Promise<T> {
  const call: { change: AskedChange | null } = { change }
  try {
    return await calls.run(call, work)
  }
  finally {
    call.change = null
  }
}

/** What `work` writes is not part of the change. */
export async function withoutChange<T>(work: () => Promise<T>): Promise<T> {
  return calls.run({ change: null }, work)
}

/** Null outside such a call. */
export function askedChange(): AskedChange | null {
  return calls.getStore()?.change ?? null
}
