/** What the queue says of a job before it makes it again, with a real studio. */
import type { ModelId, RequestId } from '../../../../src-preload/contract/words.ts'
import { expect, it, vi } from 'vitest'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../../../src-main/base/ids.ts'
import { useQuestion } from '../../../../src-renderer/actions/question.ts'
import { useQueueActs } from '../../../../src-renderer/parts/jobs/use-queue-acts.ts'
import { useCosts } from '../../../../src-renderer/stores/costs.ts'
import { useJobs } from '../../../../src-renderer/stores/jobs.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { call } from '../../../kit/paid-inputs.ts'
import { connect, openTestPractice, openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('making again is asked with the price of today, or says that there is none', async () => {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  const accountId = await connect(studio, practice)
  const modelId = 'higgs2p5' as ModelId // a name from the catalogue
  const price = (request: number | null) => studio.handlers.spend.setPrice({ accountId, modelId, rates: { ...noRates, request } }, call)
  await price(1_000_000)
  practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
  const [jobId] = await studio.parts.make.speech({
    ...{ requestId: newId<RequestId>(), accountId, modelId, fields: { text: 'Perhaps.' } },
    ...{ projectId: null, lineId: null, voiceId: null, isOverSocket: false },
  })
  const page = openPage(studio)
  const [jobs, costs, question] = [page.run(useJobs), page.run(useCosts), page.run(useQuestion)]
  await expect.poll(() => jobs.get(jobId)?.state).toBe('unsure')
  await expect.poll(() => costs.get(jobId!)?.mostMicros).toBe(1_000_000)
  const acts = page.run(useQueueActs)
  const job = jobs.get(jobId)!
  async function saidBefore(): Promise<string> {
    const run = acts.run('again', job, { head: job, parts: [] })
    await expect.poll(() => question.now).not.toBe(null)
    const said = String(question.now?.question.body(textsOf.en))
    question.now?.answer(null)
    await run
    return said
  }
  await price(4_000_000)
  expect(await saidBefore()).toMatch(/Cost: about \$4\.00\.$/)
  await price(null)
  expect(await saidBefore()).toMatch(/Cost: 1 without a price\.$/)
  expect(practice.ledger().length).toBe(1)
})
