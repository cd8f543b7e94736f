/** Undo in the queue is of the queue, whatever project is open: by its own notice, by key, and in another room not at all. */
import type { RequestId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { stepWords, useUndo } from '../../../src-renderer/actions/undo.ts'
import { useQueueActs } from '../../../src-renderer/parts/jobs/use-queue-acts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('jobs that were moved and cleared come back one after another, or each by its own notice', async () => {
  const studio = await openTestStudio()
  await studio.parts.order.pauseAll(true)
  const { id: projectId } = await studio.parts.projects.create('Harbour')
  const queued = await studio.parts.ledger.enqueue(['A', 'B', 'C', 'D'].map((title, requestPart) =>
    ({ requestId: newId<RequestId>(), requestPart, kind: 'render' as const, title, plan: {} })))
  await studio.handlers.jobs.cancel({ jobId: queued[3]!.id }, { signal: new AbortController().signal, origin: 'page' })
  const page = openPage(studio)
  const [undo, jobs, notices] = [useUndo(), useJobs(), useNotices()]
  const acts = page.run(useQueueActs)
  useProject().open(projectId)
  undo.enter('queue')
  await expect.poll(() => jobs.all).toHaveLength(4)
  const waiting = () => jobs.grouped.waiting.map(job => job.title).join('')
  const families = () => jobs.grouped.waiting.map(head => ({ head, parts: [] }))
  const next = async () => {
    await undo.refresh()
    return undo.next && stepWords(undo.next, textsOf.en)
  }

  await acts.move(families()[2]!, families(), 0)
  await expect.poll(waiting).toBe('CAB')
  await acts.run('next', families()[2]!.head, families()[2]!)
  await expect.poll(waiting).toBe('BCA')
  await acts.clear(jobs.all.filter(job => job.title === 'D'))
  await expect.poll(() => jobs.all).toHaveLength(3)
  expect(await next()).toBe('remove a job from the list')
  const { act } = notices.shown.find(notice => notice.text(textsOf.en) === textsOf.en.queue.moved)!
  await act?.run()
  await expect.poll(waiting).toBe('BAC')
  await undo.undo()
  await expect.poll(() => jobs.all).toHaveLength(4)
  expect(await next()).toBe('run “B” next')
  await undo.undo()
  await expect.poll(waiting).toBe('ABC')
  expect(await next()).toBeNull()
  await undo.redo()
  await expect.poll(waiting).toBe('BAC')

  // Of a key that is held.
  for (const gap of [1, 0])
    await acts.move(families().find(({ head }) => head.title === 'C')!, families(), gap, 'one series')
  await expect.poll(waiting).toBe('CBA')
  expect(await next()).toBe('move “C” in the queue')
  await undo.undo()
  await expect.poll(waiting).toBe('BAC')

  undo.enter('script')
  expect(await next()).toBeNull()
  await undo.undo()
  expect(waiting()).toBe('BAC')
})
