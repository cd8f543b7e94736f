/** WS /api/v1/generate/ws: speech as raw sound. First the key and the model, then one request, then sound and "complete". */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { ModelRules } from './parameters.ts'
import type { Submission } from './request/http-body.ts'
import type { Order, Workshop } from './workshop.ts'
import { randomUUID } from 'node:crypto'
import { WebSocketServer } from 'ws'
import { HungUp, Refusal } from './answers/answer.ts'
import { takeOnSpeech } from './endpoints/speech.ts'
import { models } from './parameters.ts'
import { validate } from './request/validate.ts'
import { piecesOf } from './voice/speech-stream.ts'
import { speechRate } from './voice/voice.ts'
import { pcmBytes } from './voice/wav.ts'
import { wait } from './waiting.ts'

export interface SpeechSocket {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => Promise<void>
}

const path = '/api/v1/generate/ws'
const frameSeconds = 0.15

export function openSocket(workshop: Workshop, { isKey }: { isKey: (said: string) => boolean }): SpeechSocket {
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 << 20 })
  const talks = new Set<Promise<void>>()
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => {}) // The line may break at any time; whoever waits on it sees it close.
      if (new URL(request.url ?? '/', 'http://practice').pathname !== path)
        return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      server.handleUpgrade(request, socket, head, (line) => {
        const finished = talk(workshop, line, isKey).finally(() => talks.delete(finished))
        talks.add(finished)
      })
    },
    async close() {
      for (const line of server.clients)
        line.terminate()
      await Promise.all(talks)
      server.close()
    },
  }
}

async function talk(workshop: Workshop, line: WebSocket, isKey: (said: string) => boolean): Promise<void> {
  line.on('error', () => {}) // Protocol mistakes close the line, which ends the talk.
  const next = inbox(line)
  try {
    const { model, rules } = greet(await next(), isKey)
    send(line, { status: 'authenticated', model })
    await speakTo(workshop, line, orderOf(await next(), model, rules))
    send(line, { type: 'complete' })
    await next()
    throw new Refusal(400, 'One request per connection')
  }
  catch (error) {
    farewell(line, error)
  }
}

function greet(fields: ReadonlyMap<string, unknown>, isKey: (said: string) => boolean): { model: string, rules: ModelRules } {
  const [token, model] = [fields.get('token'), fields.get('model')]
  if (typeof token !== 'string' || !isKey(token))
    throw new Refusal(401, 'Invalid API key')
  const rules = typeof model === 'string' ? models.get(model)?.find(({ kind }) => kind === 'speech') : undefined
  if (typeof model !== 'string' || !rules)
    throw new Refusal(400, `model: ${typeof model === 'string' ? `Unknown speech model '${model}'` : 'Field required'}`)
  return { model, rules }
}

/** On this line a clip travels as base64 in its field, since there are no files. */
function orderOf(fields: ReadonlyMap<string, unknown>, model: string, rules: ModelRules): Order {
  const values = new Map(fields)
  const files: Submission['files'][number][] = []
  for (const [field, rule] of Object.entries(rules.parameters)) {
    const value = values.get(field)
    if (rule.type === 'file' && typeof value === 'string') {
      files.push({ field, name: 'inline', bytes: Buffer.from(value.replace(/^data:[^,]*,/, ''), 'base64') })
      values.delete(field)
    }
  }
  const checked = validate(rules, { encoding: 'json', fields: values, files })
  return { requestId: randomUUID(), path, method: 'GET', model, kind: 'speech', rules, checked }
}

async function speakTo(workshop: Workshop, line: WebSocket, order: Order): Promise<void> {
  const { faults, signal, pace } = workshop
  const refused = faults.take('refuse', order)
  if (refused)
    throw new Refusal(refused.status, refused.message ?? 'Refused')
  const speech = await (await takeOnSpeech(workshop, order))()
  await wait(faults.take('delay', order)?.ms ?? 0, signal)
  const cut = faults.take('reset', order, trouble => trouble.at === 'mid-answer')
  const dialect = faults.take('stream', order)?.as
  send(line, { type: 'metadata', sample_rate: speechRate, channels: 1, format: 'pcm16' })
  for (const piece of piecesOf(pcmBytes(speech.samples), dialect === 'odd-bytes' ? 4_999 : frameSeconds * speechRate * 2)) {
    await new Promise<void>(resolve => line.send(piece, () => resolve()))
    if (cut)
      throw new HungUp()
    if (dialect === 'error')
      throw new Refusal(500, 'The practice service was told to fail here')
    await wait(piece.length / 2 / speechRate * pace * 1000, signal)
  }
  if (dialect === 'no-end')
    throw new HungUp()
}

function send(line: WebSocket, value: object): void {
  if (line.readyState === line.OPEN)
    line.send(JSON.stringify(value))
}

/** 1008 (policy) for what the client did wrong, 1011 for what broke here; a cut line gets no goodbye. */
function farewell(line: WebSocket, error: unknown): void {
  if (error instanceof HungUp)
    return line.terminate()
  const detail = error instanceof Error ? error.message : String(error)
  send(line, { type: 'error', detail })
  line.close(error instanceof Refusal && error.status < 500 ? 1008 : 1011, detail.slice(0, 100))
}

/** Messages in order, one for each call; the client need not wait for answers between its own. Throws HungUp when it leaves. */
function inbox(line: WebSocket): () => Promise<ReadonlyMap<string, unknown>> {
  const waiting: { message: string | null }[] = []
  let wake = () => {}
  line.on('message', (data: RawData, isBinary: boolean) => {
    waiting.push({ message: isBinary ? null : String(data) })
    wake()
  })
  line.on('close', () => wake())
  return async () => {
    while (waiting.length === 0) {
      if (line.readyState !== line.OPEN)
        throw new HungUp()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return parseMessage(waiting.shift()?.message ?? null)
  }
}

function parseMessage(message: string | null): ReadonlyMap<string, unknown> {
  let value: unknown = null
  try {
    value = JSON.parse(message ?? 'null')
  }
  catch {
    // Refused below, like any other message that is no object.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'Message should be a JSON object in a text frame')
  return new Map(Object.entries(value))
}
