/** What was done, and how many jobs were cancelled with it. */
import type { Texts } from '../../texts/texts.ts'

export function withCancelled(done: string, cancelledJobs: number, t: Texts): string {
  return cancelledJobs === 0 ? done : `${done} ${t.queue.batch.cancelled(cancelledJobs, 0)}`
}
