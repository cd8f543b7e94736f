/** Faults: each applies when, where and as often as configured, and the ledger records what was accepted. */
import type { ErrorShape, Fault } from '../../../src-main/practice/faults.ts'
import type { Asking } from './asking.ts'
import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import { askPractice, bytesOf, generate, still } from './asking.ts'

const speech = { model: 'higgs2p5', text: 'Hello there.' }
const model = 'wan2p2-i2v-14b-turbo'

/** One POST on a plain socket: all that was received before the connection closed, and whether it was reset. */
function rawPost({ practice }: Asking, fields: object): Promise<{ bytes: Buffer, isReset: boolean }> {
  const parts = Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const body = `${parts.join('')}--x--\r\n`
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let isReset = false
    const line = createConnection(Number(new URL(practice.url).port), '127.0.0.1', () =>
      line.write(
        `POST ${generate} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${practice.key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ))
    line.on('data', chunk => chunks.push(chunk))
    line.on('error', () => {
      isReset = true
    })
    line.on('close', () => resolve({ bytes: Buffer.concat(chunks), isReset }))
  })
}

describe('refusing', () => {
  it('answers any status in every known format, and accepts nothing', async () => {
    const { form, practice } = await askPractice()
    const shapes: Record<ErrorShape, unknown> = {
      'detail': { detail: 'No.' },
      'detail-list': { detail: [expect.objectContaining({ msg: 'No.', loc: ['body', 'text'] })] },
      'detail-error': { detail: { error: expect.objectContaining({ message: 'No.' }) as unknown } },
      'error': { error: 'No.' },
      'error-object': { error: expect.objectContaining({ message: 'No.', code: 503 }) as unknown },
      'flat': expect.objectContaining({ object: 'error', message: 'No.' }),
      'message': { message: 'No.' },
      'success-error': { success: false, error: 'No.' },
      'success-message': { success: false, message: 'No.' },
      'code-msg': { code: 503, msg: 'No.' },
      'text': 'No.',
      'html': expect.stringContaining('<h1>No.</h1>'),
      'empty': '',
    }
    for (const [shape, expected] of Object.entries(shapes)) {
      practice.faults.set({ do: 'refuse', status: 503, shape: shape as ErrorShape, message: 'No.', times: 1 })
      const response = await form(generate, speech)
      expect(response.status).toBe(503)
      const body = await response.text()
      expect(body.startsWith('{') ? JSON.parse(body) : body).toEqual(expected)
    }
    expect(practice.ledger()).toEqual([])
  })

  it('sends Retry-After in seconds or as a date, and stops after its number of times', async () => {
    const { form, practice } = await askPractice()
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 2, times: 2 })
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: { atMs: Date.UTC(2030, 0, 1) }, times: 1 })
    const answers = [await form(generate, speech), await form(generate, speech), await form(generate, speech), await form(generate, speech)]
    expect(answers.map(answer => [answer.status, answer.headers.get('retry-after')])).toEqual([
      [429, '2'],
      [429, '2'],
      [429, 'Tue, 01 Jan 2030 00:00:00 GMT'],
      [200, null],
    ])
  })

  it('can happen before the body is read', async () => {
    const { form, practice } = await askPractice({ faults: [{ do: 'refuse', status: 503, early: true, headers: { 'x-from': 'proxy' } }] })
    const response = await form(generate, speech)
    expect([response.status, response.headers.get('x-from')]).toEqual([503, 'proxy'])
    expect(practice.ledger()).toEqual([])
  })
})

describe('matching', () => {
  it('a fault applies only to its path, method, model and kind, and can be deactivated', async () => {
    const { form, ask, practice } = await askPractice()
    const off = practice.faults.set({
      do: 'refuse',
      status: 500,
      when: { kind: 'speech', model: 'higgs2p5', path: generate, method: 'POST' },
    })
    expect((await form(generate, speech)).status).toBe(500)
    expect((await form(generate, { ...speech, model: 'chatterbox' })).status).toBe(200)
    expect((await ask('/api/v1/models')).status).toBe(200)
    off()
    expect((await form(generate, speech)).status).toBe(200)
    practice.faults.set({ do: 'refuse', status: 500, when: { path: '/api/v1/models' }, times: 3 })
    await ask('/api/v1/models')
    expect(practice.faults.list()).toEqual([{ do: 'refuse', status: 500, when: { path: '/api/v1/models' }, times: 2 }])
    practice.faults.clear()
    expect((await ask('/api/v1/models')).status).toBe(200)
  })
})

describe('cutting the connection', () => {
  it('before the body is read, nothing is accepted; after acceptance, the ledger has the request although no answer was sent', async () => {
    const asking = await askPractice()
    const { practice } = asking
    practice.faults.set({ do: 'reset', at: 'arrival', times: 1 })
    expect(await rawPost(asking, speech)).toMatchObject({ bytes: Buffer.alloc(0), isReset: true })
    expect(practice.ledger()).toHaveLength(0)
    practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    expect(await rawPost(asking, speech)).toMatchObject({ bytes: Buffer.alloc(0), isReset: true })
    expect(practice.ledger()).toMatchObject([{ kind: 'speech', charged: true }])
  })

  it('in the middle of an answer, only a part of it arrives', async () => {
    const asking = await askPractice()
    for (const body of [speech, { ...speech, stream: true }]) {
      asking.practice.faults.set({ do: 'reset', at: 'mid-answer', times: 1 })
      const { bytes } = await rawPost(asking, body)
      const whole = (await bytesOf(await asking.form(generate, body))).length
      expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 200/)
      expect(bytes.length).toBeGreaterThan(1_000)
      expect(bytes.length).toBeLessThan(whole * 0.9)
      asking.practice.faults.set({ do: 'reset', at: 'mid-answer', times: 1 })
      await expect(asking.form(generate, body).then(bytesOf)).rejects.toThrow()
    }
  })
})

describe('wrong answers', () => {
  it('are sent with 200: HTML, nothing, an error, or half of the result', async () => {
    const { form, practice } = await askPractice()
    const wrong = async (fault: Fault) => {
      practice.faults.set({ ...fault, times: 1 })
      const response = await form(generate, { ...speech, voice: 'Linda' })
      expect(response.status).toBe(200)
      return { type: response.headers.get('content-type'), bytes: await bytesOf(response) }
    }
    const html = await wrong({ do: 'wrong-body', as: 'html' })
    expect([html.type, html.bytes.toString()]).toEqual(['text/html; charset=utf-8', expect.stringContaining('<html>')])
    expect(await wrong({ do: 'wrong-body', as: 'empty' })).toMatchObject({ type: 'audio/wav', bytes: Buffer.alloc(0) })
    const error = await wrong({ do: 'wrong-body', as: 'error-json', shape: 'error', message: 'GPU lost' })
    expect(JSON.parse(error.bytes.toString())).toEqual({ error: 'GPU lost' })
    const half = await wrong({ do: 'wrong-body', as: 'truncated' })
    expect(half.bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect(half.bytes.readUInt32LE(4)).toBeGreaterThan(half.bytes.length)
    expect(practice.ledger()).toHaveLength(4)
    practice.faults.set({ do: 'wrong-body', as: 'truncated', times: 1 })
    expect(await (await form(generate, { ...speech, stream: true })).text()).not.toContain('"done"')
  })

  it('slow ones are complete in the end', async () => {
    const { form, practice } = await askPractice()
    practice.faults.set({ do: 'drip', chunkBytes: 20_000, everyMs: 1, times: 1 })
    practice.faults.set({ do: 'delay', ms: 5, times: 1 })
    practice.faults.set({ do: 'delay', ms: 5, at: 'arrival', times: 1 })
    const wav = await bytesOf(await form(generate, speech))
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(practice.faults.list()).toEqual([])
  })

  it('delayed ones come at once when the delay is over, and wait no longer once it is deactivated', async () => {
    const { form, practice } = await askPractice()
    for (const at of ['arrival', 'answer'] as const) {
      const hurry = practice.faults.set({ do: 'delay', ms: 3_600_000, at, times: 1 })
      const answer = form(generate, speech)
      await expect.poll(() => practice.faults.list()).toEqual([])
      hurry()
      expect((await answer).status).toBe(200)
    }
    practice.faults.set({ do: 'delay', ms: 3_600_000, times: 1 })
    const last = form(generate, speech)
    await expect.poll(() => practice.faults.list()).toEqual([])
    practice.faults.clear()
    expect((await last).status).toBe(200)
  })

  it('compressed ones hold the same, streamed or not', async () => {
    const { form, practice } = await askPractice()
    for (const as of ['gzip', 'deflate', 'br'] as const) {
      practice.faults.set({ do: 'compress', as, times: 2 })
      const answer = await form(generate, speech)
      expect(answer.headers.get('content-encoding')).toBe(as)
      expect((await bytesOf(answer)).toString('latin1', 0, 4)).toBe('RIFF')
      const events = await (await form(generate, { ...speech, stream: true })).text()
      expect(events).toMatch(/"done"\}\n\n$/)
    }
  })
})

describe('faults of video jobs', () => {
  it('an unknown state, and a video job that is not found for a while', async () => {
    const { form, ask, practice } = await askPractice()
    const { task_id: id } = await (await form(generate, {
      model,
      prompt: 'zoom',
      image: await still(),
      frame_num: '2',
    })).json() as { task_id: string }
    const path = `${generate}/status?jobId=${id}&model=${model}`
    practice.faults.set({ do: 'status', value: 'warming_up', times: 1 })
    expect(await (await ask(path)).json()).toMatchObject({ task_id: id, status: 'warming_up' })
    practice.faults.set({ do: 'job-missing', times: 1, when: { path: `${generate}/status` } })
    expect((await ask(path)).status).toBe(404)
    expect((await ask(path)).status).toBe(200)
  })
})

describe('the ledger', () => {
  it('has every accepted request once, in order, and one hash for equal requests, however they were sent', async () => {
    const { form, practice } = await askPractice()
    const requestId = (await form(generate, { ...speech, voice_settings: { speed: 1.5 }, stream: false })).headers.get('x-request-id')
    await form(generate, { stream: 'false', voice_settings: '{"speed":1.5}', ...speech })
    await form(generate, { ...speech, voice_settings: { speed: 1.6 } })
    const works = practice.ledger()
    expect(works[0]).toMatchObject({
      id: requestId,
      requestId,
      kind: 'speech',
      model: 'higgs2p5',
      values: { text: 'Hello there.', voice_settings: { speed: 1.5 } },
    })
    expect(works.map(work => work.requestHash === works[0]?.requestHash)).toEqual([true, true, false])
    expect(new Set(works.map(work => work.id)).size).toBe(3)
    expect(practice.ledger()).not.toBe(works)
  })

  it('identifies files by their bytes, not their names', async () => {
    const { form, practice } = await askPractice()
    const image = await still()
    for (const name of ['a.png', 'b.png'])
      await form(generate, { model: 'flux-1-kontext', prompt: 'warm', image: new File([image], name) })
    const [first, second] = practice.ledger()
    expect(first?.requestHash).toBe(second?.requestHash)
    expect([first?.files[0]?.name, second?.files[0]?.name]).toEqual(['a.png', 'b.png'])
  })
})
