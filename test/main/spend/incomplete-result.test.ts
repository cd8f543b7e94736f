/** What is paid for in part only, since the rest is damaged, cut or missing, costs what was asked for. */
import type { SharedStudio } from '../../kit/studio.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openOwnModel, withCountField } from '../../kit/own-model.ts'
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

/** A service that gives these pictures, however many are asked for. */
function drawing(...bodies: readonly Uint8Array[]) {
  const answer = { body: { data: bodies.map(body => ({ b64_json: Buffer.from(body).toString('base64') })) } }
  return openOwnModel(shared.studio, answer, 'eigen-image', model => withCountField(model), { image: 20_000 })
}

it('of four pictures of which one is damaged, four are paid for', async () => {
  const broken = Buffer.concat([still.subarray(0, 60), Buffer.alloc(200)])
  const { make, cost } = await drawing(still, still, still, broken)
  const job = await ended(shared.studio, await make({ prompt: 'sea', n: 4 }))
  expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'undecodable' } })
  expect(job.takeIds).toHaveLength(3)
  expect(await cost(job.id)).toMatchObject({ leastMicros: 80_000, mostMicros: 80_000, micros: 80_000 })
})

it('three whole pictures where four were asked for are three', async () => {
  const { make, cost } = await drawing(still, still, still)
  const job = await ended(shared.studio, await make({ prompt: 'sea', n: 4 }))
  expect(job).toMatchObject({ state: 'done' })
  expect(await cost(job.id)).toMatchObject({ micros: 60_000 })
})

it('speech that was cut is not as cheap as what came of it', async () => {
  const wav = wavOfPcm16(Buffer.alloc(24_000, 7), { sampleRate: 24_000, channels: 1 })
  const answer = { headers: { 'content-type': 'audio/wav' }, body: wav.subarray(0, 4844) }
  const { make, cost } = await openOwnModel(shared.studio, answer, 'higgs2p5', () => ({}), { resultSecond: 1_000_000 })
  const job = await ended(shared.studio, await make({ text: 'a'.repeat(110) }))
  expect(job).toMatchObject({ state: 'failed', charged: 'yes', takeIds: [expect.any(String)] })
  expect(await cost(job.id)).toMatchObject({ leastMicros: 5_500_000, mostMicros: 10_000_000, micros: null })
})

it('of a chat that was cut, the tokens that were counted so far are not all', async () => {
  const piece = { choices: [{ delta: { content: 'Once' } }], usage: { prompt_tokens: 100, completion_tokens: 3 } }
  const answer = { headers: { 'content-type': 'text/event-stream' }, body: `data: ${JSON.stringify(piece)}\n\n` }
  const { ask, cost } = await openOwnModel(shared.studio, answer, 'gpt-oss-120b', () => ({}), { millionTokensOut: 1_000_000 })
  const job = await ended(shared.studio, await ask('Write a scene.'))
  expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
  expect(await cost(job.id)).toMatchObject({ leastMicros: 50, mostMicros: 2000, micros: null })
})
