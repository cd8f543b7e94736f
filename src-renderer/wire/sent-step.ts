/** A step that may be sent late is sent with the time by this page's clock: main finds out how long ago it was done, whatever its own says. */
import { isPlain } from './expected.ts'

/** For each time that it is sent: what is kept has no such time. */
export function sentNow(input: unknown, now: () => number): unknown {
  return isPlain(input) && isPlain(input.step) && input.step.at !== undefined
    ? { ...input, step: { ...input.step, sentAt: now() } }
    : input
}
