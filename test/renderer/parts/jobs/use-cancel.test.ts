/** What was cancelled is queued again in an order in which each finds what it needs. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useCancel } from '../../../../src-renderer/parts/jobs/use-cancel.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { jobOf } from '../../../kit/job.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('queues clips before what is spoken with them, and a join after its parts', async () => {
  const studio = await openTestStudio()
  const retried: JobId[] = []
  const job = (n: number, kind: Job['kind']): Job => jobOf(n, { kind, state: 'queued' })
  // As the queue lists a batch: what a person asked for first.
  const jobs = [job(1, 'join'), job(2, 'speech'), job(3, 'speech'), job(4, 'speech'), job(5, 'upload')]
  const page = openPage({ ...studio, handlers: {
    ...studio.handlers,
    jobs: {
      ...studio.handlers.jobs,
      cancelUnsent: async ({ jobIds }) => ({ cancelled: jobIds.length, sent: 0 }),
      async retryAll({ jobIds }) {
        retried.push(...jobIds)
        // Another page has retried one of them meanwhile.
        return { jobIds: jobIds.slice(1) }
      },
    },
  } })
  await page.run(useCancel).cancelUnsent(jobs)
  const notices = page.run(useNotices)
  const told = notices.shown.find(({ act }) => act?.label(textsOf.en) === textsOf.en.queue.queueAgain)
  await told?.act?.run()
  await expect.poll(() => retried.length).toBe(5)
  expect(retried.map(id => jobs.findIndex(each => each.id === id) + 1)).toEqual([5, 2, 3, 4, 1])
  await expect.poll(() => notices.shown.map(({ text }) => text(textsOf.en))).toContain(textsOf.en.queue.queuedAgain(4))
})
