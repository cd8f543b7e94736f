/** Free requests: the status of video jobs, and the check of an account. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { reasonOf } from '../../../src-main/service/check-connection.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { readVideoStatus } from '../../../src-main/service/poll.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { createTestClock } from '../../kit/clock.ts'
import { failureOf, openAnsweringServer, openRawServer, silentLog, untilFailed } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const client = createServiceClient({ clock: systemClock, log: silentLog })
const signal = new AbortController().signal
const task = { taskId: 't-1', modelId: 'wan' }

describe('the status of a video job', () => {
  it.each([
    [
      { task_id: 't-1', status: 'pending', start_time: null, end_time: null, error: null },
      { state: 'pending', said: 'pending', error: null, startedAt: null, endedAt: null },
    ],
    [
      { status: 'completed', start_time: '2026-01-01T00:00:00.500Z', end_time: '2026-01-01T00:01:00.000Z' },
      { state: 'completed', startedAt: 1_767_225_600_500, endedAt: 1_767_225_660_000 },
    ],
    [{ task_status: 'IN_PROGRESS' }, { state: 'processing', said: 'IN_PROGRESS' }],
    [{ data: { state: 'in queue' } }, { state: 'pending', said: 'in queue' }],
    [{ status: 'succeeded' }, { state: 'completed' }],
    [{ status: 'failed', error: { message: 'NSFW' } }, { state: 'failed', error: 'NSFW' }],
    [{ status: 'canceled', detail: 'by operator' }, { state: 'failed', error: 'by operator' }],
    [{ status: 'defrosting' }, { state: 'unknown', said: 'defrosting' }],
    [{ status: { state: 'running', percent: 3 } }, { state: 'processing', said: 'running' }],
    [{ data: { status: { status: 'Done' } } }, { state: 'completed' }],
    [{ status: 2 }, { state: 'unknown', said: '2' }],
    [{ status: 'success', data: { status: 'processing' } }, { state: 'processing' }],
    [{ status: 200, result: { state: 'completed' } }, { state: 'completed' }],
    [{ status: 'success' }, { state: 'completed' }],
    [{ name: 'operations/7', done: false }, { state: 'processing' }],
    [{ name: 'operations/7', done: true, response: {} }, { state: 'completed' }],
  ])('is read from %j', async (body, status) => {
    const server = await openAnsweringServer(() => [200, { 'content-type': 'application/json' }, JSON.stringify(body)])
    expect(await client.pollVideo({ baseUrl: server.url, key }, task, signal)).toMatchObject(status)
    expect(server.visits[0]?.head()).toMatch(/^GET \/api\/v1\/generate\/status\?jobId=t-1&model=wan /)
  })

  it.each([
    [404, '{"detail":"Job not found"}', 'not-found'],
    [401, '{"detail":"Invalid API key"}', 'auth'],
    [429, '{}', 'rate'],
    [502, '<html><h1>Bad gateway</h1></html>', 'server'],
    [200, '<html></html>', 'undecodable'],
    [200, '{"detail":"Job not found"}', 'server'],
  ])('is a ServiceError for %i %s', async (status, body, kind) => {
    const server = await openAnsweringServer(() => [status, {}, body])
    expect(await failureOf(client.pollVideo({ baseUrl: server.url, key }, task, signal))).toMatchObject({ kind, charged: 'no' })
  })

  const ids = ['1234567890123456789', 'x'.repeat(65_536), 'a/b?c#d&e %']
  it.each(ids)('is asked by exactly the id that was given: %.30s', async (taskId) => {
    const server = await openAnsweringServer(() => [200, {}, '{"status":"pending"}'])
    await client.pollVideo({ baseUrl: server.url, key }, { ...task, taskId }, signal)
    const [, path = ''] = (server.visits[0]?.head() ?? '').split(' ')
    expect(new URL(path, server.url).searchParams.get('jobId')).toBe(taskId)
  })

  it('is requested with a timeout', async () => {
    const clock = createTestClock()
    const server = await openRawServer(() => {})
    const asked = createServiceClient({ clock, log: silentLog }).pollVideo({ baseUrl: server.url, key }, task, signal)
    asked.catch(() => {})
    await expect.poll(() => server.visits.length).toBe(1)
    expect(await untilFailed(asked, clock)).toMatchObject({ kind: 'timeout', charged: 'no' })
  })

  it('can be aborted', async () => {
    const stop = new AbortController()
    const server = await openRawServer(() => stop.abort())
    expect(await failureOf(client.pollVideo({ baseUrl: server.url, key }, task, stop.signal))).toMatchObject({
      kind: 'interrupted',
      charged: 'no',
    })
  })

  it('is null or a status for any text', () => {
    fc.assert(fc.property(fc.oneof(
      fc.json(),
      fc.string(),
      fc.record({ status: fc.jsonValue(), error: fc.jsonValue(), start_time: fc.jsonValue() }).map(value => JSON.stringify(value)),
    ), (text) => {
      const status = readVideoStatus(text, [])
      expect(status === null || ['pending', 'processing', 'completed', 'failed', 'unknown'].includes(status.state)).toBe(true)
    }), { numRuns: 2000 })
  })
})

type Said = [status: number, headers: Record<string, string>, body?: string]

describe('the check of an account', () => {
  const json = { 'content-type': 'application/json' }
  it.each([
    [
      'lists its models',
      () => [200, { ...json, 'x-credits-remaining': '41' }, '{"object":"list","data":[{"id":"a"},{"id":"b"}]}'],
      { answer: 'accepted', models: 2, creditsRemaining: 41 },
    ],
    ['lists bare names', () => [200, json, '["a"]'], { answer: 'accepted', models: 1 }],
    [
      'refuses the key',
      () => [401, json, `{"detail":"Invalid API key ${key}"}`],
      { answer: 'wrong-key', status: 401, said: expect.stringContaining('Invalid API key') },
    ],
    [
      'is a web page',
      () => [200, { 'content-type': 'text/html' }, '<html><title>Welcome</title></html>'],
      { answer: 'not-this-service', said: 'Welcome' },
    ],
    ['speaks other JSON', () => [200, json, '{"hello":"world"}'], { answer: 'not-this-service' }],
    ['is behind a proxy that asks for a password', () => [407, {}, 'Who?'], { answer: 'no-network', status: 407, said: 'Who?' }],
    ['is down', () => [503, {}, ''], { answer: 'service-trouble', status: 503 }],
    ['redirects elsewhere', () => [302, { location: 'https://login.example/in?key=1' }], { answer: 'redirected', said: 'https://login.example' }],
    ['knows neither address', () => [404, json, '{"detail":"Not Found"}'], { answer: 'cannot-tell', status: 404, said: 'Not Found' }],
    ['fails without a word', () => [404, {}, ''], { answer: 'not-this-service', status: 404, said: '' }],
  ] satisfies [string, () => Said, object][])('when it %s', async (_name, respond, answer) => {
    const server = await openAnsweringServer(respond)
    const found = await client.checkConnection({ baseUrl: server.url, key }, signal)
    expect(found).toMatchObject(answer)
    expect(JSON.stringify(found)).not.toContain(key.slice(3))
  })

  it.each([
    [404, '{"detail":"Job not found"}', 'accepted'],
    [400, '{"detail":"bad job id"}', 'accepted'],
    [401, '{"detail":"Invalid API key"}', 'wrong-key'],
    [403, '', 'wrong-key'],
    [404, '<html></html>', 'not-this-service'],
    [500, '{}', 'cannot-tell'],
    [500, '', 'service-trouble'],
    [429, '{}', 'service-trouble'],
  ])('without a list of models polls a task that does not exist: %i %s is %s', async (status, body, answer) => {
    const server = await openAnsweringServer((_visit, index) => index === 0 ? [404, json, '{"detail":"Not Found"}'] : [status, json, body])
    expect(await client.checkConnection({ baseUrl: server.url, key }, signal)).toMatchObject({ answer })
    expect(server.visits[1]?.head()).toContain('jobId=00000000-0000-0000-0000-000000000000')
    expect(server.visits.every(visit => visit.head().startsWith('GET '))).toBe(true)
  })

  const refused: Said = [401, json, '{"detail":"Invalid API key"}']
  /** A service that looks at the key first, and then answers these. */
  const gated = (list: Said, status: Said, result: Said) => openAnsweringServer((visit) => {
    if (!/^authorization: Bearer sk-/im.test(visit.head()))
      return refused
    return visit.head().startsWith('GET /api/v1/models') ? list : visit.head().includes('/generate/status') ? status : result
  })
  const notFound: Said = [404, json, '{"detail":"Not Found"}']
  const withdrawn: Said = [500, json, '{"detail":"Unsupported category"}']
  const page: Said = [200, { 'content-type': 'text/html' }, '<html><title>Welcome</title></html>']
  const forbidden: Said = [403, json, '{"detail":"Forbidden"}']

  it.each([
    ['has no list and knows no such job', notFound, [404, json, '{"detail":"Job not found"}'], notFound],
    ['may not show its list', forbidden, [404, json, '{"detail":"Job not found"}'], notFound],
    ['breaks over its list', [500, {}, ''], [404, json, '{"detail":"Job not found"}'], notFound],
    ['has a web page for a list', page, [422, json, '{"detail":"jobId"}'], notFound],
    ['has withdrawn the model that is asked about', notFound, withdrawn, withdrawn],
    ['says the same to everything', notFound, notFound, notFound],
    ['says the same to everything, as a page', page, page, page],
    ['does not let the account use this model', forbidden, [403, json, '{"detail":"No access to this model"}'], forbidden],
    ['is out of credits', notFound, [402, json, '{"detail":"Insufficient credits"}'], notFound],
  ] satisfies [string, Said, Said, Said][])('a good key is accepted though the service %s', async (_name, list, status, result) => {
    const server = await gated(list, status, result)
    expect(await client.checkConnection({ baseUrl: server.url, key }, signal)).toMatchObject({ answer: 'accepted' })
    const wrong = { baseUrl: server.url, key: 'another' }
    expect(await client.checkConnection(wrong, signal)).toMatchObject({ answer: 'wrong-key', status: 401 })
    expect(server.visits.every(visit => visit.head().startsWith('GET '))).toBe(true)
  })

  it('a list that anybody may read does not vouch for a key that the documented calls refuse', async () => {
    const server = await openAnsweringServer(visit => visit.head().startsWith('GET /api/v1/models') ? [200, json, '{"data":[]}'] : refused)
    expect(await client.checkConnection({ baseUrl: server.url, key }, signal)).toMatchObject({ answer: 'wrong-key' })
  })

  it('no model is special: it asks about one that the service lists', async () => {
    const server = await openAnsweringServer(visit => visit.head().startsWith('GET /api/v1/models') ? [200, json, '["mine"]'] : notFound)
    await client.checkConnection({ baseUrl: server.url, key }, signal)
    expect(server.visits.map(visit => visit.head()).filter(head => head.includes('jobId'))[0]).toContain('model=mine')
  })

  it('a closed port is a wrong address', async () => {
    expect(await client.checkConnection({ baseUrl: 'http://127.0.0.1:9', key }, signal)).toMatchObject({
      answer: 'wrong-address',
      status: null,
    })
  })

  it('a key with invalid characters for a header is a wrong key', async () => {
    expect(await client.checkConnection({ baseUrl: 'http://127.0.0.1:9', key: 'schlüssel' }, signal)).toMatchObject({ answer: 'wrong-key' })
  })

  it.each([
    ['ENOTFOUND', true, 'wrong-address'],
    ['ENOTFOUND', false, 'no-network'],
    ['EAI_AGAIN', true, 'no-network'],
    ['ENETUNREACH', true, 'no-network'],
    ['ERR_PROXY_REFUSED', true, 'no-network'],
    ['ERR_NOT_HTTP', true, 'not-this-service'],
    ['ECONNREFUSED', true, 'wrong-address'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true, 'not-this-service'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', true, 'not-this-service'],
    ['ECONNRESET', true, 'service-trouble'],
  ])('%s with a network: %s means %s', (code, isOnNetwork, reason) => {
    const cause = new AggregateError([Object.assign(new Error(code), { code })], 'all attempts failed')
    expect(reasonOf(
      new ServiceError({ kind: 'network', said: code, charged: 'no' }, { cause }),
      'https://a.example',
      isOnNetwork,
    )).toBe(reason)
  })
})
