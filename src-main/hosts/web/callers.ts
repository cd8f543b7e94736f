/** Which browser a call comes from, for what answers it. */
import type { BrowserId } from '#contract/words.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Set while a message of a page is answered, feeds included. */
export const callers = new AsyncLocalStorage<BrowserId>()
