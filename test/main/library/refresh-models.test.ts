/** Which models an account offers, from every form of list that services have. */
import type { AccountId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { refreshModels } from '../../../src-main/library/refresh-models.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { askPractice } from '../practice/asking.ts'
import { openAnsweringServer, silentLog } from '../service/raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const client = createServiceClient({ clock: systemClock, log: silentLog })
const { signal } = new AbortController()

function refresh(baseUrl: string, withKey = key) {
  const accounts = {
    get: async (id: AccountId) => ({ id }) as never,
    connectionOf: async () => ({ baseUrl, key: withKey, socketUrl: null }),
  }
  return refreshModels(
    { accounts, client, models: { all: () => builtInModels } },
    '00000000-0000-7000-8000-000000000002' as AccountId,
    signal,
  )
}

describe('a list of models', () => {
  const json = { 'content-type': 'application/json' }
  it.each([
    ['{"object":"list","data":[{"id":"higgs2p5"},{"id":"brand-new"}]}', ['higgs2p5', 'brand-new'], ['brand-new']],
    ['{"models":[{"name":"chatterbox"},{"model":"x"}]}', ['chatterbox', 'x'], ['x']],
    ['["qwen3-tts","qwen3-tts"," y "]', ['qwen3-tts', 'y'], ['y']],
    ['[]', [], []],
  ])('is read from %s', async (body, offered, unknown) => {
    const server = await openAnsweringServer(() => [200, json, body])
    expect(await refresh(server.url)).toEqual({ hasList: true, offered, unknown })
    expect(server.visits[0]?.head()).toMatch(/^GET \/api\/v1\/models /)
  })

  it('may be very long', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => ({ id: `model-${at}`, description: 'x'.repeat(200) }))
    const server = await openAnsweringServer(() => [200, json, JSON.stringify({ data: many })])
    expect((await refresh(server.url)).unknown).toHaveLength(3000)
  })

  it.each([403, 404, 405, 501])('that the service does not have (%i) is not an error', async (status) => {
    const server = await openAnsweringServer(() => [status, json, '{"detail":"Not Found"}'])
    expect(await refresh(server.url)).toEqual({ hasList: false, offered: [], unknown: [] })
  })

  it.each([
    [401, '{"detail":"Invalid API key"}', 'wrong-key'],
    [503, '', 'service-trouble'],
    [200, '<html><title>Welcome</title></html>', 'not-this-service'],
    [200, '{"hello":"world"}', 'not-this-service'],
  ])('that is refused (%i %s) is a fault with its reason', async (status, body, reason) => {
    const server = await openAnsweringServer(() => [status, {}, body])
    await expect(refresh(server.url)).rejects.toMatchObject({ code: 'account-refused', data: { reason } })
  })

  it('of the practice service contains only models of the catalogue', async () => {
    const { practice } = await askPractice()
    const found = await refresh(practice.url, practice.key)
    expect(found.offered).toHaveLength(builtInModels.length)
    expect(found.unknown).toEqual([])
  })
})
