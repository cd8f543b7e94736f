/** The outcome of checking again for a result. */
import type { Job } from '#contract/jobs.ts'
import type { Texts } from '../../texts/texts.ts'
import { hasEnded } from '#rules/jobs/attention.ts'

export function lookedWords(before: Job, after: Job): (t: Texts) => string {
  // What is on the disk was read again at once; anything else is asked for now.
  if (!hasEnded(after))
    return t => t.queue.polledOn
  return after.takeIds.length > before.takeIds.length ? t => t.queue.readMore : t => t.queue.readNothing
}
