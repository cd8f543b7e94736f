/** WS /api/v1/generate/ws: speech as raw samples. The client sends key and model, then one request; it gets samples and "complete". */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { PracticeContext, WorkRequest } from './context.ts'
import type { ModelRules } from './parameters.ts'
import type { Submission } from './request/http-body.ts'
import { randomUUID } from 'node:crypto'
import { WebSocketServer } from 'ws'
import { ConnectionCut, Refusal } from './answers/answer.ts'
import { acceptSpeech } from './endpoints/speech.ts'
import { models } from './parameters.ts'
import { validate } from './request/validate.ts'
import { chunksOf } from './voice/speech-stream.ts'
import { speechRate } from './voice/voice.ts'
import { pcmBytes } from './voice/wav.ts'
import { wait } from './waiting.ts'

export interface SpeechSocket {
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void
  close: () => Promise<void>
}

const path = '/api/v1/generate/ws'
const frameSeconds = 0.15

export function openSocket(context: PracticeContext, { isKey }: { isKey: (text: string) => boolean }): SpeechSocket {
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 << 20 })
  const sessions = new Set<Promise<void>>()
  return {
    upgrade(request, stream, head) {
      // The connection may break at any time; its users notice that it is closed.
      stream.on('error', () => {})
      if (new URL(request.url ?? '/', 'http://practice').pathname !== path)
        return void stream.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      server.handleUpgrade(request, stream, head, (socket) => {
        const finished = runSession(context, socket, isKey).finally(() => sessions.delete(finished))
        sessions.add(finished)
      })
    },
    async close() {
      for (const socket of server.clients)
        socket.terminate()
      await Promise.all(sessions)
      server.close()
    },
  }
}

async function runSession(context: PracticeContext, socket: WebSocket, isKey: (text: string) => boolean): Promise<void> {
  // A protocol error closes the socket, which ends the session.
  socket.on('error', () => {})
  const nextMessage = messageQueue(socket)
  try {
    const { model, rules } = authenticate(await nextMessage(), isKey)
    send(socket, { status: 'authenticated', model })
    await speakTo(context, socket, workRequestOf(await nextMessage(), model, rules))
    send(socket, { type: 'complete' })
    await nextMessage()
    throw new Refusal(400, 'One request per connection')
  }
  catch (error) {
    closeWith(socket, error)
  }
}

function authenticate(fields: ReadonlyMap<string, unknown>, isKey: (text: string) => boolean): { model: string, rules: ModelRules } {
  const [token, model] = [fields.get('token'), fields.get('model')]
  if (typeof token !== 'string' || !isKey(token))
    throw new Refusal(401, 'Invalid API key')
  const rules = typeof model === 'string' ? models.get(model)?.find(({ kind }) => kind === 'speech') : undefined
  if (typeof model !== 'string' || !rules)
    throw new Refusal(400, `model: ${typeof model === 'string' ? `Unknown speech model '${model}'` : 'Field required'}`)
  return { model, rules }
}

/** A WebSocket request carries its clip as base64 in the field, since there are no files. */
function workRequestOf(fields: ReadonlyMap<string, unknown>, model: string, rules: ModelRules): WorkRequest {
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

async function speakTo(context: PracticeContext, socket: WebSocket, request: WorkRequest): Promise<void> {
  const { faults, signal, pace } = context
  const refused = faults.take('refuse', request)
  if (refused)
    throw new Refusal(refused.status, refused.message ?? 'Refused')
  const speech = await (await acceptSpeech(context, request))()
  await faults.delay(request, 'answer', signal)
  const cut = faults.take('reset', request, action => action.at === 'mid-answer')
  const dialect = faults.take('stream', request)?.as
  send(socket, { type: 'metadata', sample_rate: speechRate, channels: 1, format: 'pcm16' })
  for (const chunk of chunksOf(pcmBytes(speech.samples), dialect === 'odd-bytes' ? 4_999 : frameSeconds * speechRate * 2)) {
    await new Promise<void>(resolve => socket.send(chunk, () => resolve()))
    if (cut)
      throw new ConnectionCut()
    if (dialect === 'cut-event')
      return socket.close(1000)
    if (dialect === 'error')
      throw new Refusal(500, 'The practice service was told to fail here')
    await wait(chunk.length / 2 / speechRate * pace * 1000, signal)
  }
  if (dialect === 'no-end')
    throw new ConnectionCut()
}

function send(socket: WebSocket, value: object): void {
  if (socket.readyState === socket.OPEN)
    socket.send(JSON.stringify(value))
}

/** Closes with 1008 for mistakes of the client and 1011 for our own errors; a cut connection gets no closing handshake. */
function closeWith(socket: WebSocket, error: unknown): void {
  if (error instanceof ConnectionCut)
    return socket.terminate()
  const detail = error instanceof Error ? error.message : String(error)
  send(socket, { type: 'error', detail })
  socket.close(error instanceof Refusal && error.status < 500 ? 1008 : 1011, detail.slice(0, 100))
}

/** Returns the messages in order, one for each call, also when the client sends several at once. Throws ConnectionCut when it leaves. */
function messageQueue(socket: WebSocket): () => Promise<ReadonlyMap<string, unknown>> {
  const waiting: { message: string | null }[] = []
  let wake = () => {}
  socket.on('message', (data: RawData, isBinary: boolean) => {
    waiting.push({ message: isBinary ? null : String(data) })
    wake()
  })
  socket.on('close', () => wake())
  return async () => {
    while (waiting.length === 0) {
      if (socket.readyState !== socket.OPEN)
        throw new ConnectionCut()
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
    // Refused below, like any other message that is not an object.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'Message should be a JSON object in a text frame')
  return new Map(Object.entries(value))
}
