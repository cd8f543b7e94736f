/** Speech over a WebSocket. */
import type { Asking } from './asking.ts'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { askPractice, bytesOf, clip, generate } from './asking.ts'

interface Heard {
  readonly frames: readonly unknown[]
  readonly sound: Buffer
  readonly pieces: readonly number[]
  readonly code: number
}

/** Sends everything at once without waiting, and closes when the service reports completion. */
function talk({ practice }: Asking, messages: readonly (object | string)[], path = '/api/v1/generate/ws'): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const line = new WebSocket(practice.url.replace('http', 'ws') + path)
    const frames: unknown[] = []
    const sound: Buffer[] = []
    line.on('open', () => messages.forEach(message => line.send(typeof message === 'string' ? message : JSON.stringify(message))))
    line.on('message', (data: Buffer, isBinary) => {
      if (isBinary)
        return void sound.push(data)
      const frame: unknown = JSON.parse(data.toString())
      frames.push(frame)
      if (Reflect.get(frame as object, 'type') === 'complete')
        line.close(1000)
    })
    line.on('error', reject)
    line.on('close', code => resolve({ frames, sound: Buffer.concat(sound), pieces: sound.map(piece => piece.length), code }))
  })
}

const request = { text: 'Hello there. Who left the lamp on?', seed: 3 }

it('answers the authentication, then sends the format, the exact samples of the file in raw frames, and complete', async () => {
  const asking = await askPractice()
  const heard = await talk(asking, [{ token: asking.practice.key, model: 'chatterbox' }, request])
  expect(heard.frames).toEqual([
    { status: 'authenticated', model: 'chatterbox' },
    { type: 'metadata', sample_rate: 24_000, channels: 1, format: 'pcm16' },
    { type: 'complete' },
  ])
  const wav = await bytesOf(await asking.form(generate, { model: 'chatterbox', ...request }))
  expect(heard.sound.equals(wav.subarray(44, 44 + heard.sound.length))).toBe(true)
  expect(wav.readUInt32LE(40)).toBe(heard.sound.length)
  expect(heard.pieces.slice(0, -1).every(size => size >= 4_800 && size <= 9_600)).toBe(true)
  expect(asking.practice.ledger().map(({ kind, model, values }) => ({ kind, model, values }))).toEqual([
    { kind: 'speech', model: 'chatterbox', values: request },
    { kind: 'speech', model: 'chatterbox', values: request },
  ])
})

it('accepts settings as objects and a clip as base64', async () => {
  const asking = await askPractice()
  const audio = Buffer.from(await clip(1).arrayBuffer()).toString('base64')
  expect(
    (await talk(asking, [{ token: asking.practice.key, model: 'higgs2p5' }, { text: 'Hi.', voice_settings: { speed: 1.2 } }])).sound.length,
  ).toBeGreaterThan(0)
  expect(
    (await talk(asking, [{ token: asking.practice.key, model: 'chatterbox' }, { text: 'Hi.', audio_prompt_file: audio }])).sound.length,
  ).toBeGreaterThan(0)
  expect(asking.practice.ledger()[1]?.files).toMatchObject([{ field: 'audio_prompt_file' }])
})

it('closes with 1008 and a reason when the key, the model or the request is wrong', async () => {
  const asking = await askPractice()
  const key = asking.practice.key
  const hello = { token: key, model: 'higgs2p5' }
  const wrong: [readonly (object | string)[], string][] = [
    [[{ token: 'nonsense', model: 'higgs2p5' }], 'Invalid API key'],
    [[{ token: key, model: 'eigen-image' }], 'Unknown speech model'],
    [[{ token: key }], 'model: Field required'],
    [['not JSON'], 'JSON object'],
    [[hello, {}], 'text: Field required'],
    [[hello, { text: 'Hi.', voice_id: 'f'.repeat(32) }], 'Voice not found'],
    [[{ token: key, model: 'qwen3-tts' }, { text: 'Hi.', voice: 'Nobody' }], 'voice: Input should be one of'],
  ]
  for (const [messages, detail] of wrong) {
    const heard = await talk(asking, messages)
    expect(heard.code).toBe(1008)
    expect(heard.frames.at(-1)).toEqual({ type: 'error', detail: expect.stringContaining(detail) as string })
  }
  expect(asking.practice.ledger()).toEqual([])
})

it('speaks once on each connection', async () => {
  const asking = await askPractice()
  const line = new WebSocket(`${asking.practice.url.replace('http', 'ws')}/api/v1/generate/ws`)
  const frames: unknown[] = []
  const code = await new Promise<number>((resolve) => {
    line.on('open', () => [
      { token: asking.practice.key, model: 'higgs2p5' },
      { text: 'One.' },
      { text: 'Two.' },
    ].forEach(message => line.send(JSON.stringify(message))))
    line.on('message', (data: Buffer, isBinary) => isBinary || frames.push(JSON.parse(data.toString())))
    line.on('close', resolve)
  })
  expect(code).toBe(1008)
  expect(frames.at(-1)).toMatchObject({ type: 'error', detail: 'One request per connection' })
  expect(asking.practice.ledger()).toHaveLength(1)
})

it('applies the faults: refused, cut when accepted, cut in the middle, failing, unfinished', async () => {
  const asking = await askPractice()
  const messages = [{ token: asking.practice.key, model: 'higgs2p5' }, request]
  const { faults } = asking.practice
  faults.set({ do: 'refuse', status: 429, message: 'Slow down', times: 1 })
  expect((await talk(asking, messages)).frames.at(-1)).toEqual({ type: 'error', detail: 'Slow down' })
  expect(asking.practice.ledger()).toHaveLength(0)
  faults.set({ do: 'reset', at: 'accepted', times: 1 })
  expect(await talk(asking, messages)).toMatchObject({ code: 1006, pieces: [] })
  expect(asking.practice.ledger()).toHaveLength(1)
  faults.set({ do: 'reset', at: 'mid-answer', times: 1 })
  expect(await talk(asking, messages)).toMatchObject({ code: 1006 })
  faults.set({ do: 'stream', as: 'error', times: 1 })
  expect(await talk(asking, messages)).toMatchObject({
    code: 1011,
    frames: expect.arrayContaining([expect.objectContaining({ type: 'error' })]) as unknown[],
  })
  faults.set({ do: 'stream', as: 'no-end', times: 1 })
  const unfinished = await talk(asking, messages)
  expect(unfinished.sound.length).toBeGreaterThan(0)
  expect(unfinished.frames).not.toContainEqual({ type: 'complete' })
})

it('opens on no other path, and closes with the service', async () => {
  const asking = await askPractice()
  await expect(talk(asking, [], '/api/v1/elsewhere')).rejects.toThrow('404')
  const waiting = talk(asking, [{ token: asking.practice.key, model: 'higgs2p5' }])
  await expect.poll(() => asking.practice.ledger().length).toBe(0)
  await asking.practice.close()
  expect(await waiting.then(({ code }) => code, () => 1006)).toBe(1006)
})
