/** Tests of base/log.ts and base/redact.ts: events are written, secrets never are. */
import { Buffer } from 'node:buffer'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, openFileLog } from '../../../src-main/base/log.ts'
import { createRedactor, redact } from '../../../src-main/base/redact.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

const apiKey = 'amsk_live_9f8e7d6c5b4a39281706'

describe('redaction', () => {
  it.each([
    `Authorization: Bearer ${apiKey}`,
    `authorization=Basic ${apiKey}`,
    `{"api_key":"${apiKey}"}`,
    `https://api.example.com/v1?key=${apiKey}&model=x`,
    `https://user:${apiKey}@example.com/`,
    `refused: ${apiKey} is not active`,
    `refused: sk-proj-${apiKey} is not active`,
    `password = '${apiKey}'`,
    `x-auth-token: ${apiKey}`,
    `eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiYSJ9.${apiKey}`,
    `-----BEGIN PRIVATE KEY-----\n${apiKey}\n-----END PRIVATE KEY-----`,
  ])('removes a key from: %s', (text) => {
    expect(redact(text)).not.toContain(apiKey.slice(-12))
    expect(redact(text)).toContain('[redacted]')
  })

  it.each([
    'Your API key is invalid',
    'the token has expired',
    'take 12 of 30 keyframes at 24 fps',
    'POST https://api.example.com/v1/audio/speech took 812 ms',
    'speaker: Anna, model: speech-2, characters: 412',
    '漢字 key 無効',
  ])('keeps harmless text: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('removes a value by the name of its field, however the name is written', () => {
    const secret = 'hunter2'
    const names = [
      'authorization',
      'Proxy-Authorization',
      'apiKey',
      'api_key',
      'X-API-KEY',
      'access_token',
      'refreshToken',
      'password',
      'clientSecret',
      'Set-Cookie',
      'key',
    ]
    for (const name of names)
      expect(redact({ [name]: secret }), name).toEqual({ [name]: '[redacted]' })
    expect(redact({ headers: ['Authorization', secret, 'Accept', 'audio/mpeg'] })).toEqual({
      headers: ['Authorization', '[redacted]', 'Accept', 'audio/mpeg'],
    })
    expect(redact(new Map([['token', secret]]))).toEqual({ token: '[redacted]' })
    expect(redact({ token: { value: secret } })).toEqual({ token: '[redacted]' })
    const harmless = { maxTokens: 100, keyState: 'ok', hasKey: true, key: null, keyframe: 'I', taskId: 'task_1' }
    expect(redact(harmless)).toEqual(harmless)
  })

  it('covers errors, their causes and their own fields', () => {
    const error = Object.assign(new Error(`401 for Bearer ${apiKey}`, { cause: new Error(apiKey) }), { request: { apiKey } })
    const text = JSON.stringify(redact({ error }))
    expect(text).not.toContain(apiKey)
    expect(text).toContain('401 for Bearer [redacted]')
  })

  it('never throws and always returns something that can be logged, whatever it is given', () => {
    const cycle: Record<string, unknown> = {
      bytes: new Uint8Array(3),
      when: new Date(Number.NaN),
      big: 1n,
      call: () => 1,
      set: new Set([1]),
    }
    cycle.self = cycle
    Object.defineProperty(cycle, 'trap', { enumerable: true, get: () => {
      throw new Error('trap')
    } })
    expect(JSON.stringify(redact({ cycle, url: new URL('https://example.com/?token=abcdefgh') }))).toContain('token=[redacted]')
    fc.assert(fc.property(fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
      withSparseArray: true,
    }), (value) => {
      JSON.stringify(redact(value))
    }))
  })

  it('finds a known secret anywhere, in any encoding and at any depth', () => {
    const around = fc.string({ unit: fc.constantFrom(...'ab :=/"\n漢{') })
    const secrets = fc.string({ minLength: 10, maxLength: 60, unit: fc.constantFrom(...'xyz0189-_+/=%"\\é') })
    fc.assert(fc.property(secrets, around, around, (secret, before, after) => {
      const known = createRedactor([secret])
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
      for (const writing of [secret, encodeURIComponent(secret), base64]) {
        const text = String(known(before + writing + after))
        expect(text.includes(writing)).toBe(false)
        expect(JSON.stringify(known({ list: [{ [writing]: writing }] }))).not.toContain(writing)
      }
    }))
  })

  it('recognises a secret that is added later', () => {
    const secrets = new Set<string>()
    const known = createRedactor(secrets)
    secrets.add('plain-looking-word')
    expect(known('this plain-looking-word')).toBe('this [redacted]')
  })
})

describe('the log', () => {
  it('writes one line per event, all with the same first fields, and no value can forge a line', () => {
    const lines: string[] = []
    const log = createLog({ write: line => lines.push(line), clock: createTestClock(Date.UTC(2026, 4, 1)) })
    log.with({ jobId: 'j1', at: 'never' }).warn('job-waited', { level: 'info', note: 'two\nlines', apiKey })
    expect(lines).toEqual([
      '{"at":"2026-05-01T00:00:00.000Z","level":"warn","event":"job-waited","jobId":"j1","note":"two\\nlines","apiKey":"[redacted]"}',
    ])
  })

  it('keeps every line in order over rotations, and no file exceeds its limit', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'studio.log')
    const log = openFileLog(path, { maxBytes: 1000, kept: 3 })
    for (let number = 100; number < 160; number += 1) {
      log.write(JSON.stringify({ number, padding: 'x'.repeat(20) }))
      if (number % 7 === 0)
        await log.flush()
    }
    await log.close()
    log.write('after the end')
    const names = (await readdir(folder)).sort().reverse()
    expect(names).toEqual(['studio.log.3', 'studio.log.2', 'studio.log.1', 'studio.log'])
    const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
    for (const text of texts)
      expect(text.length).toBeLessThanOrEqual(1000)
    const numbers = texts.join('').trim().split('\n').map(line => JSON.parse(line).number)
    expect(numbers.at(-1)).toBe(159)
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0] + index))
  })

  it('appends to an existing file', async () => {
    const path = join(await makeFolder(), 'studio.log')
    for (const line of ['first run', 'second run']) {
      const log = openFileLog(path, { maxBytes: 1000 })
      log.write(line)
      await log.close()
    }
    expect(await readFile(path, 'utf8')).toBe('first run\nsecond run\n')
  })

  it('loses lines when the disk refuses them, reports it later, and never stops the studio', async () => {
    const path = join(await makeFolder(), 'studio.log')
    await mkdir(path)
    await chmod(path, 0o700)
    const log = openFileLog(path, { maxBytes: 10_000 })
    log.write('lost')
    await log.flush()
    await rm(path, { recursive: true })
    log.write('kept')
    await log.close()
    expect(await readFile(path, 'utf8')).toBe('{"event":"log-lines-lost","count":1}\nkept\n')
  })
})
