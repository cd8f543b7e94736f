/** A server on raw sockets: it records exactly which bytes were sent, and answers or disconnects when a test says so. */
import type { AddressInfo, Socket } from 'node:net'
import type { ServiceError } from '../../../src-main/service/service-error.ts'
import type { TestClock } from '../../kit/clock.ts'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'

export interface Visit {
  readonly socket: Socket
  readonly head: () => string
  /** Value of a request header, or null. */
  readonly header: (name: string) => string | null
  readonly body: () => Buffer
  /** True once as many body bytes have arrived as the head announced. */
  readonly isComplete: () => boolean
  /** Resolves when that is so; never when the connection breaks first. */
  readonly complete: Promise<void>
  readonly closed: Promise<void>
  answer: (status: number, headers: Record<string, string | number>, body?: string | Uint8Array) => void
}

export interface RawServer { readonly url: string, readonly visits: Visit[] }

/** Calls `serve` with each connection as it opens. Closed, with all its connections, when the test is over. */
export async function openRawServer(serve: (visit: Visit, index: number) => void | Promise<void>): Promise<RawServer> {
  const visits: Visit[] = []
  const server = createServer((socket) => {
    const visit = createVisit(socket)
    visits.push(visit)
    void serve(visit, visits.length - 1)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    visits.forEach(visit => visit.socket.destroy())
    await new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, visits }
}

/** Answers every complete request with the result of `respond`. */
export function openAnsweringServer(
  respond: (visit: Visit, index: number) => readonly [status: number, headers: Record<string, string | number>, body?: string | Uint8Array],
): Promise<RawServer> {
  return openRawServer(async (visit, index) => {
    await visit.complete
    visit.answer(...respond(visit, index))
  })
}

function createVisit(socket: Socket): Visit {
  let received = Buffer.alloc(0)
  let settle = (): void => {}
  const complete = new Promise<void>((resolve) => {
    settle = resolve
  })
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  const headEnd = (): number => received.indexOf('\r\n\r\n')
  const head = (): string => received.toString('latin1', 0, Math.max(0, headEnd()))
  const header = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'im').exec(head())?.[1]?.trim() ?? null
  const body = (): Buffer => headEnd() < 0 ? Buffer.alloc(0) : received.subarray(headEnd() + 4)
  const isComplete = (): boolean => headEnd() >= 0 && body().length >= Number(header('content-length') ?? 0)
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    if (isComplete())
      settle()
  })
  return {
    socket,
    head,
    header,
    body,
    isComplete,
    complete,
    closed,
    answer(status, headers, answered = '') {
      const bytes = Buffer.from(answered)
      const lines = Object.entries({
        'content-length': bytes.length,
        'connection': 'close',
        ...headers,
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n`), bytes]))
    },
  }
}

export const silentLog = createLog({ write: () => {}, clock: { now: () => 0, awake: () => 0, sleep: async () => {} } })

/** The reason of a rejected promise; fails if it was not rejected. */
export async function failureOf(promise: Promise<unknown>): Promise<ServiceError> {
  const outcome = await promise.then(value => ({ value }), (error: unknown) => ({ error }))
  if (!('error' in outcome))
    throw new Error(`Resolved with ${JSON.stringify(outcome.value)}`)
  // Tests check the members of the error; any other error lacks those and fails them.
  return outcome.error as ServiceError
}

/** Advances the clock minute by minute until the promise has failed, whatever part of the exchange the clock finds it in. */
export async function untilFailed(promise: Promise<unknown>, clock: TestClock): Promise<ServiceError> {
  const failed = failureOf(promise)
  const over = failed.then(() => true)
  while (!await Promise.race([over, settled().then(() => false)]))
    await clock.advance(61_000)
  return failed
}

/**
 * Lets everything arrive that sockets of this process have sent to each other, and what is sent in reply. A message over the loopback
 * interface is readable before one that is sent after it, so each round trip of a later message also delivers the earlier ones.
 */
export async function settled(): Promise<void> {
  const { socket, close } = await openEcho()
  for (let trip = 0; trip < 40; trip += 1) {
    socket.write('.')
    await once(socket, 'data')
  }
  await close()
}

async function openEcho(): Promise<{ socket: Socket, close: () => Promise<void> }> {
  const server = createServer(echoing => echoing.setNoDelay().pipe(echoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A listening TCP server has an address with a port.
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return {
    socket,
    async close() {
      socket.end()
      server.close()
      await once(server, 'close')
    },
  }
}
