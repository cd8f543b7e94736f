/** A voice of a part of a take: cut and levelled once, as a take of its own, and refused where it is no clip. */
import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openSharedStudio } from '../../kit/studio.ts'

type Shared = Awaited<ReturnType<typeof openSharedStudio>>
let shared: Shared
beforeAll(async () => {
  shared = await openSharedStudio()
})
afterAll(() => shared.close())

const rate = 24_000
/** Silence, then a tone from the third second on. */
async function bring() {
  const pcm = Buffer.alloc(rate * 10 * 2)
  for (let at = rate * 3; at < rate * 10; at++)
    pcm.writeInt16LE(Math.round(3000 * Math.sin(at / 10)), at * 2)
  const ticket = await shared.studio.receiveFile('me.wav', (async function* () {
    yield wavOfPcm16(pcm, { sampleRate: rate, channels: 1 })
  })(), null)
  return (await shared.studio.handlers.takes.import({ ticket, projectId: null }, call)).take
}
async function create(takeId: Awaited<ReturnType<typeof bring>>['id'], cut?: { fromSeconds: number, toSeconds: number, gainDb: number }) {
  return (await shared.studio.handlers.voices.create({ takeId, name: 'Me', consent: 'It is me.', ...cut && { cut } }, call)).voice
}

it('has the part as its clip, made once; the take stays as it is', async () => {
  const take = await bring()
  const cut = { fromSeconds: 4, toSeconds: 9, gainDb: 6 }
  const [voice, again] = [await create(take.id, cut), await create(take.id, cut)]
  expect(voice.clip.durationSeconds).toBeCloseTo(5, 1)
  expect(voice.clipTakeId).not.toBe(take.id)
  expect(again.clipTakeId).toBe(voice.clipTakeId)
  expect((await shared.studio.parts.takes.get(voice.clipTakeId)).sourceTakeIds).toEqual([take.id])
  expect((await shared.studio.parts.takes.get(take.id)).asset.durationSeconds).toBeCloseTo(10, 1)
  expect((await create(take.id)).clipTakeId, 'uncut').toBe(take.id)
})

it('is refused when the part is too short, or ends before it begins', async () => {
  const take = await bring()
  await expect(create(take.id, { fromSeconds: 4, toSeconds: 4.5, gainDb: 0 })).rejects.toMatchObject({ code: 'unsuitable-clip' })
  await expect(create(take.id, { fromSeconds: 6, toSeconds: 4, gainDb: 0 })).rejects.toMatchObject({ code: 'unsuitable-clip' })
})
