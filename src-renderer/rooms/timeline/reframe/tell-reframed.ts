/** Says how many clips were reframed, and which could not be. */
import type { useNotices } from '../../../actions/notices.ts'
import type { FoundSubject } from './use-find-subjects.ts'

export function tellReframed(notices: ReturnType<typeof useNotices>, found: readonly FoundSubject[]): void {
  const missing = found.filter(({ subject }) => subject === null).length
  if (missing > 0)
    notices.say(t => t.timeline.reframe.notFound(missing), { tone: 'bad' })
  if (found.length > missing)
    notices.say(t => t.timeline.reframe.done(found.length - missing), { tone: 'good' })
}
