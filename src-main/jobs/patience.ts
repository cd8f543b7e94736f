/**
 * How long the result of a paid job is asked for in vain before the job ends without it. When the trouble began, and how often
 * it came, stands in the job's answer facts, so that a restart does not begin anew.
 */
import type { JobRow } from './rows.ts'
import { z } from 'zod'

/** When the first of an unbroken row of failures came, in milliseconds since the epoch, and how many there were. */
export const Trouble = z.object({ since: z.number(), times: z.int() })
export type Trouble = z.infer<typeof Trouble>

const Facts = z.looseObject({ trouble: Trouble.optional() })
type Facts = z.infer<typeof Facts>

export interface Patience { readonly leastTimes: number, readonly leastMs: number }

/** The service itself says that the task or its result is gone. One such word may be that of a machine which does not know yet. */
export const patienceWithService: Patience = { leastTimes: 4, leastMs: 5 * 60_000 }
/** A file that an answer names is refused, or something else comes instead. Such addresses expire, and are rarely mended. */
export const patienceWithFile: Patience = { leastTimes: 6, leastMs: 30 * 60_000 }
/** Nothing answers at the address of such a file: the network here may be down as well. */
export const patienceWithNetwork: Patience = { leastTimes: 6, leastMs: 24 * 3_600_000 }

export function factsOf({ answer }: Pick<JobRow, 'answer'>): Facts {
  return answer === null ? {} : Facts.parse(JSON.parse(answer))
}

/** The facts with one more failure, and whether that is enough. A clock that was set back begins the row again. */
export function afterFailure(facts: Facts, now: number, { leastTimes, leastMs }: Patience): { facts: Facts, isEnough: boolean } {
  const before = facts.trouble && facts.trouble.since <= now ? facts.trouble : { since: now, times: 0 }
  const trouble = { ...before, times: before.times + 1 }
  return { facts: { ...facts, trouble }, isEnough: trouble.times >= leastTimes && now - trouble.since >= leastMs }
}

/** The facts after an answer that shows that all is well, or when the user asks to look again. */
export function forgetTrouble(answer: string): object {
  const { trouble: _, ...facts } = Facts.parse(JSON.parse(answer))
  return { ...facts, gaveUp: false }
}
