/** What is paid for in part only, since the rest is damaged, cut or missing, costs what was asked for. */
import type { Fields, Model } from '#contract/models.ts'
import type { Rates } from '#contract/spend.ts'
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OddAnswer } from '../../kit/odd-service.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openOddService } from '../../kit/odd-service.ts'
import { call } from '../../kit/paid-inputs.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

let shared: SharedStudio
let still: Buffer
beforeAll(async () => {
  shared = await openSharedStudio()
  const media = await openMediaKit()
  still = readFileSync(await media.picture('still.png'))
  await media.close()
})
afterAll(() => shared.close())

/** An account of a service that answers this, with a model of one's own that is made from a built-in one. */
async function open(answer: OddAnswer, builtIn: string, change: (model: Model) => Partial<Model>, rates: Partial<Rates>) {
  const service = await openOddService(() => answer)
  const { parts, handlers } = shared.studio
  const { id: accountId } = await parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: service.key })
  const model = parts.models.all().find(each => each.id === builtIn)!
  const modelId = `own-${newId<JobId>()}` as ModelId
  await parts.models.save({ ...model, ...change(model), id: modelId, isBuiltIn: false })
  await handlers.spend.setPrice({ accountId, modelId, rates: { ...noRates, ...rates } }, call)
  const make = async (fields: Fields): Promise<JobId> => {
    const wish = { requestId: newId<RequestId>(), accountId, modelId, projectId: null, fields }
    const [jobId] = model.kind === 'image'
      ? await parts.make.image(wish)
      : await parts.make.speech({ ...wish, lineId: null, voiceId: null, isOverSocket: false })
    return jobId!
  }
  const ask = async (text: string): Promise<JobId> => {
    const { id: conversationId } = await parts.conversations.create({ title: '', projectId: null, system: '' })
    const wish = { requestId: newId<RequestId>(), accountId, modelId, fields: { stream: true }, conversationId, parentId: null }
    return (await parts.make.send({ ...wish, parts: [{ type: 'text', text }] })).jobId
  }
  const cost = async (jobId: JobId) => (await parts.spend.costsOf([jobId]))[0]
  return { make, ask, cost }
}

/** How many pictures it asks for. */
function withCount({ fields }: Model): Partial<Model> {
  return { fields: [...fields, { ...fields.find(field => field.name === 'seed')!, name: 'n' }] }
}

function pictures(...bodies: readonly Uint8Array[]): OddAnswer {
  return { body: { data: bodies.map(body => ({ b64_json: Buffer.from(body).toString('base64') })) } }
}

it('of four pictures of which one is damaged, four are paid for', async () => {
  const broken = Buffer.concat([still.subarray(0, 60), Buffer.alloc(200)])
  const { make, cost } = await open(pictures(still, still, still, broken), 'eigen-image', withCount, { image: 20_000 })
  const job = await ended(shared.studio, await make({ prompt: 'sea', n: 4 }))
  expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'undecodable' } })
  expect(job.takeIds).toHaveLength(3)
  expect(await cost(job.id)).toMatchObject({ leastMicros: 80_000, mostMicros: 80_000, micros: 80_000 })
})

it('three whole pictures where four were asked for are three', async () => {
  const { make, cost } = await open(pictures(still, still, still), 'eigen-image', withCount, { image: 20_000 })
  const job = await ended(shared.studio, await make({ prompt: 'sea', n: 4 }))
  expect(job).toMatchObject({ state: 'done' })
  expect(await cost(job.id)).toMatchObject({ micros: 60_000 })
})

it('speech that was cut is not as cheap as what came of it', async () => {
  const wav = wavOfPcm16(Buffer.alloc(24_000, 7), { sampleRate: 24_000, channels: 1 })
  const answer = { headers: { 'content-type': 'audio/wav' }, body: wav.subarray(0, 4844) }
  const { make, cost } = await open(answer, 'higgs2p5', () => ({}), { resultSecond: 1_000_000 })
  const job = await ended(shared.studio, await make({ text: 'a'.repeat(110) }))
  expect(job).toMatchObject({ state: 'failed', charged: 'yes', takeIds: [expect.any(String)] })
  expect(await cost(job.id)).toMatchObject({ leastMicros: 5_500_000, mostMicros: 10_000_000, micros: null })
})

it('of a chat that was cut, the tokens that were counted so far are not all', async () => {
  const piece = { choices: [{ delta: { content: 'Once' } }], usage: { prompt_tokens: 100, completion_tokens: 3 } }
  const answer = { headers: { 'content-type': 'text/event-stream' }, body: `data: ${JSON.stringify(piece)}\n\n` }
  const { ask, cost } = await open(answer, 'gpt-oss-120b', () => ({}), { millionTokensOut: 1_000_000 })
  const job = await ended(shared.studio, await ask('Write a scene.'))
  expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
  expect(await cost(job.id)).toMatchObject({ leastMicros: 50, mostMicros: 2000, micros: null })
})
