/**
 * A proxy between a studio and the practice service. Passes every byte on in both directions, and
 * reports when a request is complete and how far its answer is. What a killed studio has sent still arrives.
 */
import type { Socket } from 'node:net'
import type { WireMoment } from './plan.ts'
import { Buffer } from 'node:buffer'
import { connect, createServer } from 'node:net'

export interface Seen { readonly moment: WireMoment, readonly isPaid: boolean, readonly path: string }

export interface Wire {
  readonly url: string
  /** Called synchronously, before anything else is passed on. */
  onSeen: (seen: Seen) => void
  /** When the service last refused a request with this marker or cut its connection. WebSocket frames are not read. */
  readonly refusedAt: ReadonlyMap<string, number>
  close: () => Promise<void>
}

/** One request with its answer on a connection, with the bytes still to come. */
interface Exchange {
  readonly path: string
  readonly isPaid: boolean
  readonly isSocket: boolean
  left: number
  messages: number
  marker: string | null
}

const nothing = Buffer.alloc(0)

export async function openWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const listener: Pick<Wire, 'onSeen'> = { onSeen: () => {} }
  const refusedAt = new Map<string, number>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (studio) => {
    const service = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    for (const socket of [studio, service]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    join(studio, service, seen => listener.onSeen(seen), marker => refusedAt.set(marker, Date.now()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The proxy has no port')
  return Object.assign(listener, {
    refusedAt,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets)
        socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  })
}

function join(studio: Socket, service: Socket, tell: (seen: Seen) => void, onRefusal: (marker: string) => void): void {
  const exchanges: Exchange[] = []
  const refused = (): void => {
    const marker = exchanges[0]?.marker
    if (marker)
      onRefusal(marker)
  }
  const see = (moment: WireMoment, { isPaid, path }: Exchange): void => tell({ moment, isPaid, path })
  const hearRequest = requestReader(exchanges, see)
  const hearAnswer = answerReader(exchanges, see)

  studio.on('data', (bytes) => {
    service.write(bytes)
    hearRequest(bytes)
  })
  service.on('data', (bytes) => {
    if (/^HTTP\/1.1 [45]/.test(bytes.toString('latin1', interimLength(bytes), interimLength(bytes) + 12)))
      refused()
    for (const { piece, after } of hearAnswer(bytes)) {
      if (!studio.destroyed)
        studio.write(piece)
      after()
    }
  })
  // What a killed studio has sent is still passed on; a connection closed by the service is closed for the studio too.
  studio.on('end', () => service.end())
  studio.on('error', () => service.end())
  service.on('end', () => studio.end())
  service.on('error', () => {
    refused()
    studio.resetAndDestroy()
  })
  service.on('close', () => studio.end())
}

function requestReader(exchanges: Exchange[], see: (moment: WireMoment, exchange: Exchange) => void): (bytes: Buffer) => void {
  let head = nothing
  let current: Exchange | null = null
  return (bytes) => {
    let rest = bytes
    while (rest.length > 0) {
      if (current?.isSocket) {
        // The greeting, then the request.
        if (++current.messages === 2)
          see('request whole', current)
        return
      }
      if (!current) {
        head = Buffer.concat([head, rest])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0)
          return
        current = exchangeOf(head.subarray(0, end).toString('latin1'))
        exchanges.push(current)
        rest = head.subarray(end + 4)
        head = nothing
      }
      const taken = Math.min(current.left, rest.length)
      current.marker ??= /q\d+x\d+z/.exec(rest.toString('latin1', 0, taken))?.[0] ?? null
      current.left -= taken
      rest = rest.subarray(taken)
      if (current.left > 0 || current.isSocket)
        continue
      see('request whole', current)
      current = null
    }
  }
}

function exchangeOf(head: string): Exchange {
  const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? []
  const isSocket = /^upgrade: *websocket/im.test(head)
  return {
    path,
    isSocket,
    isPaid: method === 'POST' || isSocket,
    left: Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0),
    messages: 0,
    marker: null,
  }
}

interface Answer { length: number | null, had: number, pieces: number, isHalfSeen: boolean }

function answerReader(
  exchanges: Exchange[],
  see: (moment: WireMoment, exchange: Exchange) => void,
): (bytes: Buffer) => { piece: Buffer, after: () => void }[] {
  let answer: Answer | null = null
  return (bytes) => {
    const [exchange] = exchanges
    if (!exchange)
      return [{ piece: bytes, after: () => {} }]
    const isNew = answer === null
    const headAt = isNew ? interimLength(bytes) : 0
    if (isNew && headAt === bytes.length)
      return [{ piece: bytes, after: () => {} }]
    const bodyAt = isNew ? bytes.indexOf('\r\n\r\n', headAt) + 4 : 0
    const now = answer ??= { length: lengthOf(bytes.subarray(headAt, bodyAt).toString('latin1')), had: 0, pieces: 0, isHalfSeen: false }
    now.pieces++
    const body = bytes.length - bodyAt
    const halfAt = now.length === null ? (now.pieces === 3 ? body : Number.POSITIVE_INFINITY) : Math.floor(now.length / 2) - now.had
    const isWhole = now.length === null
      ? !exchange.isSocket && bytes.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : now.had + body >= now.length
    now.had += body
    const after = (): void => {
      if (isNew)
        see('answer begins', exchange)
      if (isWhole)
        see('answer whole', exchange)
    }
    if (isWhole) {
      answer = null
      exchanges.shift()
    }
    if (now.isHalfSeen || halfAt > body)
      return [{ piece: bytes, after }]
    now.isHalfSeen = true
    const cut = bodyAt + Math.max(0, halfAt)
    return [{ piece: bytes.subarray(0, cut), after: () => see('answer half', exchange) }, { piece: bytes.subarray(cut), after }]
  }
}

/** How long the interim answers are with which these bytes begin. */
function interimLength(bytes: Buffer): number {
  let length = 0
  while (/^HTTP\/1.1 1(?!01)/.test(bytes.toString('latin1', length, length + 12)))
    length = bytes.indexOf('\r\n\r\n', length) + 4
  return length
}

function lengthOf(head: string): number | null {
  const said = /^content-length: *(\d+)/im.exec(head)?.[1]
  return said === undefined ? null : Number(said)
}
