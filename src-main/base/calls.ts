/** The calls of a page or a command, as the studio answers them. */
import type { Handlers } from '#contract/define.ts'
import type { contract } from '#contract/index.ts'

/** Who is calling, a signal that aborts when the caller no longer wants the answer, and the id of a change that is made once. */
export interface CallContext { readonly signal: AbortSignal, readonly origin: 'page' | 'command', readonly changeId?: string }

/** A handler for every procedure of the contract, by room. Each feature has those of its rooms in a `handlers.ts`. */
export type StudioHandlers = Handlers<typeof contract, CallContext>
