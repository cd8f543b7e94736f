/** Retrying a job from its card: one new job for each time it is asked for, with a real studio. */
import type { AccountId, ModelId, RequestId } from '../../../../src-preload/contract/words.ts'
import { expect, it, vi } from 'vitest'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../../../src-main/base/ids.ts'
import { useQuestion } from '../../../../src-renderer/actions/question.ts'
import { useJobActs } from '../../../../src-renderer/parts/jobs/use-job-acts.ts'
import { useJobs } from '../../../../src-renderer/stores/jobs.ts'
import { useSpend } from '../../../../src-renderer/stores/spend.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { call } from '../../../kit/paid-inputs.ts'
import { connect, openTestPractice, openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

function speech(accountId: AccountId) {
  const modelId = 'higgs2p5' as ModelId // a name from the catalogue
  const requestId = newId<RequestId>()
  return { requestId, accountId, modelId, fields: { text: 'One' }, projectId: null, lineId: null, voiceId: null, isOverSocket: false }
}

it('a retry whose answer was lost is not made again by the next press, nor by two presses at once', async () => {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  const accountId = await connect(studio, practice)
  practice.faults.set({ do: 'refuse', status: 400, times: 1, when: { kind: 'speech' } })
  const [jobId] = await studio.parts.make.speech(speech(accountId))
  let isLost = true
  const { jobs: handlers } = studio.handlers
  const page = openPage({ ...studio, handlers: { ...studio.handlers, jobs: {
    ...handlers,
    async retry(input, context) {
      const answer = await handlers.retry(input, context)
      if (isLost) {
        isLost = false
        throw new Error('The answer was lost')
      }
      return answer
    },
  } } })
  const jobs = page.run(useJobs)
  await expect.poll(() => jobs.get(jobId)?.state).toBe('failed')
  const job = jobs.get(jobId)!
  const acts = page.run(() => useJobActs(() => job))
  expect(acts.mayRetryFreely.value).toBe(true)
  await acts.retry()
  expect(acts.fault.value?.code).toBe('internal')
  await expect.poll(() => jobs.all.filter(each => each.state === 'done').length).toBe(1)
  await Promise.all([acts.retry(), acts.retry()])
  expect(acts.fault.value).toBe(null)
  expect(practice.ledger().map(work => work.values.text)).toEqual(['One'])
})

it('asks at the soft limit by the price of what is sent now, where the attempt that failed had none', async () => {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  const accountId = await connect(studio, practice)
  practice.faults.set({ do: 'refuse', status: 400, times: 1, when: { kind: 'speech' } })
  const asked = speech(accountId)
  const [jobId] = await studio.parts.make.speech(asked)
  const page = openPage(studio)
  const [jobs, spend, question] = [page.run(useJobs), page.run(useSpend), page.run(useQuestion)]
  await expect.poll(() => jobs.get(jobId)?.state).toBe('failed')
  await studio.handlers.spend.setPrice({ accountId, modelId: asked.modelId, rates: { ...noRates, request: 3_000_000 } }, call)
  await studio.handlers.spend.setBudget({ period: 'day', projectId: null, currency: 'USD', softMicros: 1_000_000, hardMicros: null }, call)
  await expect.poll(() => spend.budgets.length).toBe(1)
  const acts = page.run(() => useJobActs(() => jobs.get(jobId)!))
  const retried = acts.retry()
  await expect.poll(() => question.now?.question.body(textsOf.en)).toContain('$3.00')
  question.now?.answer(null)
  await retried
  expect(practice.ledger()).toEqual([])
})
