/** Work that may be interrupted, done in one go. */
import type { Steps } from '../../src-main/base/in-pieces.ts'

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done)
      return value
  }
}
