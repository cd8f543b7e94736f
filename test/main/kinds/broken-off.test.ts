/**
 * Requests that something on the way does not let come to their end: bounded, told in words, and nobody else waits for them.
 *
 * @module-tag wide
 */
import type { AccountId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

async function speak(studio: OpenStudio, accountId: AccountId, modelId: string) {
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: modelId as ModelId,
    fields: modelId === 'higgs2p5' ? { text: 'Wait for it.' } : { text: 'Wait for it.', voice: 'Ryan' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  return jobId!
}

it('a request that a proxy refuses each time fails after five, and another job of the account is made in the meantime', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const stop = practice.faults.set({ do: 'refuse', status: 407, when: { model: 'higgs2p5' } })
  const refused = await speak(studio, accountId, 'higgs2p5')
  await until(studio, refused, job => job.blockedBy === 'proxy')
  expect(studio.parts.connectivity.away()).toEqual([])
  expect(await ended(studio, await speak(studio, accountId, 'qwen3-tts'))).toMatchObject({ state: 'done' })
  expect(await ended(studio, refused)).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'proxy', status: 407, times: 5 } })
  stop()
  // Retried by hand it begins again.
  const { job } = await studio.handlers.jobs.retry(
    { requestId: newId<RequestId>(), jobId: refused, acceptsSecondCharge: false },
    { signal: new AbortController().signal, origin: 'page' },
  )
  expect(await ended(studio, job.id)).toMatchObject({ state: 'done' })
  expect(practice.ledger()).toHaveLength(2)
})
