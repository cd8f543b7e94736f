/** The table of moves: whatever happens in whatever order, a job ends in an allowed state, and each request is committed only once. */
import type { JobState } from '#contract/jobs.ts'
import type { JobEvent, Nature } from '../../../src-main/jobs/states.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEnded, isMaybeCharged } from '#rules/jobs/state-groups.ts'
import { moveOf, moves, recoveryEvents } from '../../../src-main/jobs/states.ts'

const events = [...new Set(Object.values(moves).flatMap(row => Object.keys(row)))] as JobEvent[]
const natures: Nature[] = ['synchronous', 'asynchronous', 'local']

/** The events that a kind of this nature uses; the engine uses no others. */
const always = ['claim', 'fail', 'cancel', 'block', 'unblock', 'fetch', 'finish'] as const
const used: Record<Nature, readonly JobEvent[]> = {
  synchronous: [...always, 'send', 'commit', 'answer', 'refile', 'doubt', 'requeue'],
  asynchronous: [...always, 'send', 'commit', 'accept', 'run', 'answer', 'refile', 'doubt'],
  local: [...always, 'run', 'remake'],
}

describe('any sequence of events with a crash between any two', () => {
  it.each(natures)('for work that %s ends in an allowed state and never returns to before the commit by itself', (nature) => {
    fc.assert(fc.property(fc.array(fc.oneof(
      fc.constantFrom(...used[nature]),
      fc.constant('crash' as const),
    ), { maxLength: 60 }), (walk) => {
      let state: JobState = 'queued'
      let isCommitted = false
      for (const step of walk) {
        const event: JobEvent | undefined = step === 'crash' ? recoveryEvents[nature][state] : step
        const next: JobState | undefined = event && moveOf(state, event)
        if (!next)
          continue
        if (step === 'crash' && isMaybeCharged(state) && nature !== 'local')
          expect(['unsure', state]).toContain(next)
        if (next === 'committed') {
          expect(isCommitted).toBe(false)
          isCommitted = true
        }
        // Only a refusal, which means that nothing was paid, allows sending the same request again.
        if (state === 'committed' && (next === 'blocked' || next === 'queued' || next === 'failed' || next === 'cancelled'))
          isCommitted = false
        if (isCommitted && nature !== 'local')
          expect(['queued', 'preparing', 'sending']).not.toContain(next)
        state = next
      }
    }), { numRuns: 5000 })
  })
})

const byUser = ['resume', 'reopen', 'attach', 'lose']
const byCrash = ['refile', 'remake']

it('every move leads to a known state, and only the user, or a crash, moves a job out of an ended state', () => {
  for (const [state, row] of Object.entries(moves)) {
    for (const next of Object.values(row))
      expect(Object.keys(moves)).toContain(next)
    if (isEnded(state as JobState))
      expect(state === 'done' ? byCrash : byUser).toEqual(expect.arrayContaining(Object.keys(row)))
  }
  expect(events.length).toBeGreaterThan(10)
})
