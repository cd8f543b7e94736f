/** Access to the practice service: keys, paths, bodies, and what is never accepted. */
import type { Socket } from 'node:net'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createConnection } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { wait } from '../../../src-main/practice/waiting.ts'
import { askPractice, blob, chatPath, clip, detailOf, generate } from './asking.ts'

// As it is, unless a test decides when a delay ends.
vi.mock(import('../../../src-main/practice/waiting.ts'), async original => ({ wait: vi.fn((await original()).wait) }))

const speech = { model: 'higgs2p5', text: 'Hello.' }

describe('access', () => {
  it('accepts only its own key, and answers 401 to every other before reading the request', async () => {
    const { practice } = await askPractice()
    const wrong = [{}, { authorization: 'Bearer nonsense' }, { authorization: practice.key }, { authorization: `Basic ${practice.key}` }]
    for (const path of ['/api/v1/models', generate, chatPath, '/api/v1/generate/status', '/api/v1/nowhere']) {
      for (const headers of wrong) {
        const response = await fetch(practice.url + path, { headers })
        expect(response.status).toBe(401)
        expect(await detailOf(response)).toBe('Invalid API key')
      }
    }
  })

  it('uses the given key, or generates one', async () => {
    const { practice, ask } = await askPractice({ key: 'my own key' })
    expect(practice.key).toBe('my own key')
    expect((await ask('/api/v1/models')).status).toBe(200)
    expect((await askPractice()).practice.key).not.toBe((await askPractice()).practice.key)
  })

  it('listens on the loopback address only', async () => {
    const { practice } = await askPractice()
    expect(practice.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('sends a unique request id and the remaining credits with every answer', async () => {
    const { form } = await askPractice({ credits: 10 })
    const first = await form(generate, speech)
    const second = await form(generate, speech)
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
    expect([first, second].map(response => response.headers.get('x-credits-remaining'))).toEqual(['8', '6'])
  })

  it('refuses work with 402 when the credits are used up, but not free requests', async () => {
    const { form, practice } = await askPractice({ credits: 3 })
    expect((await form(generate, speech)).status).toBe(200)
    const refused = await form(generate, { ...speech, text: 'Again.' })
    expect(refused.status).toBe(402)
    expect(await detailOf(refused)).toBe('Insufficient credits')
    expect((await form('/api/v1/generate/upload', { model: 'higgs2p5', voice_reference_file: clip() })).status).toBe(200)
    expect(practice.ledger().map(work => work.kind)).toEqual(['speech', 'upload'])
  })

  it('knows its paths and their methods', async () => {
    const { ask, json } = await askPractice()
    expect((await ask('/api/v1/generate/voices')).status).toBe(404)
    const wrongMethod = await ask(generate)
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await json('/api/v1/models', {})).status).toBe(405)
  })

  it('answers for an unknown model as the live service does', async () => {
    const { form, json } = await askPractice()
    const unknown = await form(generate, { ...speech, model: 'higgs9' })
    expect([unknown.status, await detailOf(unknown)]).toEqual([500, 'Unsupported category'])
    expect((await form(generate, { model: 'gpt-oss-120b', text: 'x' })).status).toBe(500)
    const chat = await json(chatPath, { model: 'higgs2p5', messages: [{ role: 'user', content: 'x' }] })
    expect([chat.status, await detailOf(chat)]).toEqual([400, 'model: Unknown model \'higgs2p5\''])
  })
})

describe('bodies', () => {
  it('are JSON or a form; anything else is 415', async () => {
    const { ask, form } = await askPractice()
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream']) {
      const response = await ask(generate, { method: 'POST', body: 'model=higgs2p5&text=Hello', headers: { 'content-type': type } })
      expect(response.status).toBe(415)
      expect(await detailOf(response)).toContain(type)
    }
    expect((await form(chatPath, { model: 'gpt-oss-120b', messages: '[]' })).status).toBe(415)
  })

  it('that are not a JSON object, or a form without its end, are 400', async () => {
    const { ask } = await askPractice()
    for (const body of ['{"model":', '[]', '"text"', '']) {
      const response = await ask(generate, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      expect(response.status).toBe(400)
    }
    const torn = '--x\r\ncontent-disposition: form-data; name="model"\r\n\r\nhiggs2p5\r\n'
    for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data'])
      expect((await ask(generate, { method: 'POST', body: torn, headers: { 'content-type': type } })).status).toBe(400)
  })

  it('larger than the limit are 413, with and without a declared length', async () => {
    const { ask, form, practice } = await askPractice({ maxBodyBytes: 10_000 })
    const told = await form('/api/v1/generate/upload', { model: 'higgs2p5', voice_reference_file: clip(1) })
    expect(told.status).toBe(413)
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 20; i++)
          controller.enqueue(new Uint8Array(1000))
        controller.close()
      },
    })
    // `duplex` is needed by fetch for streamed bodies and missing in its types.
    const untold = await ask(
      generate,
      { method: 'POST', body: pieces, headers: { 'content-type': 'application/json' }, duplex: 'half' } as RequestInit,
    )
    expect(untold.status).toBe(413)
    expect(practice.ledger()).toEqual([])
  })

  it('files are recognised by their bytes, not by their names', async () => {
    const { form } = await askPractice()
    const response = await form(generate, {
      model: 'whisper_v3_turbo',
      file: new File([blob(Buffer.from('MZ, not sound'))], 'speech.wav', { type: 'audio/wav' }),
    })
    expect(response.status).toBe(400)
  })

  it('that end too early are never accepted', async () => {
    const { practice, form } = await askPractice()
    const body = `--x\r\ncontent-disposition: form-data; name="model"\r\n\r\n${speech.model}\r\n--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n${speech.text}\r\n--x--\r\n`
    await new Promise<void>((resolve) => {
      const line = createConnection(Number(new URL(practice.url).port), '127.0.0.1', () => {
        line.write(
          `POST ${generate} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${practice.key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
        )
        line.write(body.slice(0, -1), () => line.end())
      })
      line.on('close', resolve).resume()
    })
    expect((await form(generate, { ...speech, text: 'A whole one.' })).status).toBe(200)
    expect(practice.ledger().map(work => work.values)).toEqual([{ text: 'A whole one.' }])
  })
})

describe('closing', () => {
  it('closes every connection at once, frees the port, and can open on it again', async () => {
    const { practice, ask } = await askPractice({
      faults: [{ do: 'delay', ms: 60_000, times: 1 }, { do: 'delay', ms: 60_000, at: 'arrival', times: 1 }],
    })
    const asked = [ask('/api/v1/models'), ask('/api/v1/models')].map(answer => answer.then(() => 'answered', () => 'cut'))
    await expect.poll(() => practice.faults.list().length).toBe(0)
    await practice.close()
    expect(await Promise.all(asked)).toEqual(['cut', 'cut'])
    const again = await openPracticeService({ ffmpeg: async () => null, voice: 'formant', port: Number(new URL(practice.url).port) })
    expect(again.url).toBe(practice.url)
    await expect(openPracticeService({
      ffmpeg: async () => null,
      voice: 'formant',
      port: Number(new URL(again.url).port),
    })).rejects.toThrow('EADDRINUSE')
    await again.close()
  })

  it('does not wait for a client that left before its request was read', async () => {
    const { practice } = await askPractice()
    const delay = Promise.withResolvers<void>()
    vi.mocked(wait).mockReturnValueOnce(delay.promise)
    const arrived = Promise.withResolvers<{ socket: Socket }>()
    const onArrival = (exchange: unknown): void => arrived.resolve(exchange as { socket: Socket }) // Node's documented message.
    subscribe('http.server.request.start', onArrival)
    onTestFinished(() => void unsubscribe('http.server.request.start', onArrival))
    const socket = createConnection({ port: Number(new URL(practice.url).port), host: '127.0.0.1' })
    socket.write(
      `POST ${generate} HTTP/1.1\r\nhost: practice\r\nauthorization: Bearer ${practice.key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    )
    const { socket: incoming } = await arrived.promise
    const closed = new Promise(resolve => incoming.once('close', resolve))
    socket.destroy()
    await closed
    delay.resolve()
    // Lets the server begin to read, before closing aborts whatever is still to come.
    await setImmediate()
    await practice.close()
    expect(practice.ledger()).toEqual([])
  })

  it('can be called twice', async () => {
    const { practice } = await askPractice()
    await practice.close()
    await practice.close()
  })
})
