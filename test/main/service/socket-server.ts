/** A WebSocket server scripted by a test, and a client for it. */
import type { WebSocket } from 'ws'
import type { ConnectionWithSocket, ServiceClientOptions, Timeouts, WireRequest } from '../../../src-main/service/client.ts'
import type { Commit, SubmitOptions } from '../../../src-main/service/wire/submit.ts'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { makeFolder } from '../../kit/folder.ts'
import { silentLog } from './raw-server.ts'

export const key = 'sk-0123456789abcdef_fedcba9876543210'

export interface Talk {
  readonly line: WebSocket
  /** Path and query of the client's request, and its headers as one text. */
  readonly address: string
  readonly headers: string
  /** The messages so far, parsed. */
  readonly heard: Record<string, unknown>[]
  /** Resolves with the message of that number, from 0; never when the connection closes first. */
  message: (index: number) => Promise<Record<string, unknown>>
  tell: (...messages: (object | string | Uint8Array)[]) => void
}

export interface SocketServer { readonly url: string, readonly talks: Talk[] }

/** Calls `serve` with each connection as it opens. Closed after the test. */
export async function openSocketServer(serve: (talk: Talk) => void | Promise<void>): Promise<SocketServer> {
  const talks: Talk[] = []
  const http = createServer()
  const server = new WebSocketServer({ server: http })
  server.on('connection', (line, request) => {
    const talk = createTalk(line, { address: request.url ?? '', headers: request.rawHeaders.join('\n') })
    talks.push(talk)
    void serve(talk)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.clients.forEach(line => line.terminate())
    server.close()
    await new Promise(resolve => http.close(resolve))
  })
  const address = http.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, talks }
}

function createTalk(line: WebSocket, about: Pick<Talk, 'address' | 'headers'>): Talk {
  const heard: Record<string, unknown>[] = []
  const wanted: { index: number, resolve: (message: Record<string, unknown>) => void }[] = []
  line.on('error', () => {})
  line.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as Record<string, unknown>) // the client sends objects only
    for (const { index, resolve } of wanted) {
      const message = heard[index]
      if (message)
        resolve(message)
    }
  })
  return {
    ...about,
    line,
    heard,
    message: index => new Promise((resolve) => {
      const there = heard[index]
      if (there)
        resolve(there)
      else
        wanted.push({ index, resolve })
    }),
    tell: (...messages) => messages.forEach(message => line.send(
      message instanceof Uint8Array || typeof message === 'string' ? message : JSON.stringify(message),
    )),
  }
}

/** Longer than a busy machine needs for any answer; a test of a timeout sets its own. */
const patient: Partial<Timeouts> = { endingMs: 100, greetingMs: 20_000, firstSoundMs: 20_000, soundIdleMs: 20_000, connectMs: 20_000 }

export const saying: WireRequest = {
  path: '/generate',
  encoding: 'multipart',
  kind: 'speech',
  files: {},
  timeoutMs: 5000,
  parts: [['model', 'higgs2p5'], ['text', 'Hello.'], ['voice_settings', { speed: 1.2 }]],
}

export interface Speaking {
  readonly options?: Partial<SubmitOptions<Commit>>
  readonly connection?: Partial<ConnectionWithSocket>
  readonly request?: WireRequest
  readonly client?: Partial<ServiceClientOptions>
  readonly timeouts?: Partial<Timeouts>
}

/** Starts speech; `commits` counts how often a request was committed. */
export async function speaking(url: string, { options, connection, request, client, timeouts }: Speaking = {}) {
  const partPath = join(await makeFolder(), 'answer.part')
  const told = { commits: 0, partPath, heard: [] as Uint8Array[] }
  const speaker = createServiceClient({ clock: systemClock, log: silentLog, timeouts: { ...patient, ...timeouts }, ...client })
  const answer = speaker.speakOverSocket({ baseUrl: url, key, socketUrl: null, ...connection }, request ?? saying, {
    commit: async () => {
      told.commits += 1
    },
    partPath,
    signal: new AbortController().signal,
    onAudio: pcm => told.heard.push(pcm),
    ...options,
  })
  answer.catch(() => {})
  return { ...told, told, answer }
}
