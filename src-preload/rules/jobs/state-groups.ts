/** The states of a job by what they mean for it: named once, for pages, for main and for its statements. */
import type { JobState } from '#contract/jobs.ts'

/** It continues only when something else does: another job, the user, or main after a crash. */
export const endedStates = ['done', 'failed', 'cancelled', 'unsure'] as const
/** It ended without a result that is filed. */
export const endedWithoutResult = ['failed', 'cancelled', 'unsure'] as const
/** It ended without a result, and nobody asked for that: it may have to be done again. */
export const troubledStates = ['failed', 'unsure'] as const
/** Nothing of it is being worked on. */
export const notBegunStates = ['queued', 'blocked'] as const
/** The service cannot have a whole request, so it can still be kept from leaving. */
export const beforeSentStates = ['queued', 'preparing', 'sending', 'blocked'] as const
/** Its request is being written, or waits for the answer that tells whether it was taken. */
export const leavingStates = ['preparing', 'sending', 'committed'] as const
/** The service has it or may have it, and may have charged for it, unless it said otherwise. */
export const maybeChargedStates = ['committed', 'accepted', 'running', 'downloading', 'verifying', 'done', 'unsure'] as const
/** The service named a task: it is paid, and asking for its state and its result is free. */
export const taskStates = ['accepted', 'running', 'downloading'] as const

export const isEnded = among(endedStates)
export const isEndedWithoutResult = among(endedWithoutResult)
export const isTroubled = among(troubledStates)
export const isNotBegun = among(notBegunStates)
export const isBeforeSent = among(beforeSentStates)
export const isLeaving = among(leavingStates)
export const isMaybeCharged = among(maybeChargedStates)
export const isAtService = among(taskStates)

function among<State extends JobState>(states: readonly State[]): (state: JobState) => state is State {
  const known: ReadonlySet<JobState> = new Set(states)
  return (state): state is State => known.has(state)
}
