/** One moment for all parts of a step: an act on very many things is several calls. */
import type { StepId } from '#contract/words.ts'
import type { Clock } from './clock.ts'
import { recordedStep } from './recorded-step.ts'

/** Steps whose parts may still come; more than there are pages. */
const mostSteps = 50

/** That of the first call of the step; now, where a call is part of none. */
export function createStepMoment(clock: Pick<Clock, 'now'>): () => number {
  const begun = new Map<StepId, number>()
  return () => {
    const id = recordedStep()?.id
    const moment = (id && begun.get(id)) ?? clock.now()
    if (id) {
      begun.delete(id)
      begun.set(id, moment)
      for (const oldest of [...begun.keys()].slice(0, -mostSteps))
        begun.delete(oldest)
    }
    return moment
  }
}
