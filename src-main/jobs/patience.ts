/**
 * How long the result of a paid job is asked for before the job ends without it: time in which this machine was awake and the
 * studio open, by a clock that nobody sets. A lid that was closed, or an hour that was skipped, says nothing about the service. What
 * was waited so far is among the job's answer facts, so that a restart does not begin again.
 */
import type { Clock } from '../base/clock.ts'
import type { Ledger } from './ledger-port.ts'
import type { JobRow } from './rows.ts'
import { z } from 'zod'

/** An unbroken row of failures: how many, and how long this machine was awake between the first and the last. */
export const Trouble = z.object({
  times: z.int(),
  /** Milliseconds. */
  awakeMs: z.number().default(0),
  /** The run of the studio that saw the last one, and when, by the clock that counts waking time in that run alone. */
  run: z.string().default(''),
  at: z.number().default(0),
})
export type Trouble = z.infer<typeof Trouble>

const Facts = z.looseObject({ trouble: Trouble.optional() })
type Facts = z.infer<typeof Facts>

export interface Patience { readonly leastTimes: number, readonly leastMs: number }

/** The service says that the task or its result no longer exists. A single answer may come from a machine that does not know it yet. */
export const patienceWithService: Patience = { leastTimes: 4, leastMs: 5 * 60_000 }
/** A file that an answer names is refused, or something else comes instead. Such addresses expire, and rarely work again. */
export const patienceWithFile: Patience = { leastTimes: 6, leastMs: 30 * 60_000 }
/** Nothing answers at the address of such a file: the network here may be down as well. */
export const patienceWithNetwork: Patience = { leastTimes: 6, leastMs: 24 * 3_600_000 }

export function factsOf({ answer }: Pick<JobRow, 'answer'>): Facts {
  return answer === null ? {} : Facts.parse(JSON.parse(answer))
}

/** A moment in a run of the studio; moments of two runs cannot be compared. */
export interface Moment { readonly run: string, readonly at: number }

export function momentOf({ ledger, clock }: { readonly ledger: Pick<Ledger, 'bootId'>, readonly clock: Pick<Clock, 'awake'> }): Moment {
  return { run: ledger.bootId, at: clock.awake() }
}

/** The facts with one more failure, and whether that is enough. */
export function afterFailure(facts: Facts, { run, at }: Moment, { leastTimes, leastMs }: Patience): { facts: Facts, isEnough: boolean } {
  const before = facts.trouble ?? { times: 0, awakeMs: 0, run, at }
  const awakeMs = before.awakeMs + (before.run === run ? Math.max(0, at - before.at) : 0)
  const trouble = { times: before.times + 1, awakeMs, run, at }
  return { facts: { ...facts, trouble }, isEnough: trouble.times >= leastTimes && awakeMs >= leastMs }
}

/** The facts after an answer that shows that all is well, or when the user asks to look again. */
export function forgetTrouble(answer: string): object {
  const { trouble: _, ...facts } = Facts.parse(JSON.parse(answer))
  return { ...facts, gaveUp: false }
}
