/** A badly behaved server: waits for a request, then answers anything in the form of an HTTP response, or nearly so. */
import type { Socket } from 'node:net'
import type { Sort } from './answers.ts'
import type { Dice } from './dice.ts'
import { Buffer } from 'node:buffer'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { asEvents, body, cut, headersOf, sound, spoil, warp, wav } from './answers.ts'

export interface RudeServer {
  readonly url: string
  /** Defines the answer to the case with this name; its URL is `${url}/${name}`. */
  expect: (name: string, dice: Dice, sort: Sort) => void
}

/** Each case has its own path, so that many can run at once and each is still answered by its own dice. */
export async function openRudeServer(): Promise<RudeServer> {
  const cases = new Map<string, { dice: Dice, sort: Sort }>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // The client may disconnect in the middle of a message.
    socket.on('error', () => {})
    let received = ''
    let hasAnswered = false
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      const known = cases.get(/^\w+ \/(\w+)\//.exec(received)?.[1] ?? '')
      if (hasAnswered || !known || !(isWhole(received) || known.dice.chance(0.03)))
        return
      hasAnswered = true
      answer(socket, known.dice, known.sort).catch(() => socket.destroy())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    open.forEach(socket => socket.destroy())
    await new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    expect: (name, dice, sort) => cases.set(name, { dice, sort }),
  }
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  return end >= 0 && received.length - end - 4 >= Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1] ?? 0)
}

async function answer(socket: Socket, dice: Dice, sort: Sort): Promise<void> {
  if (dice.chance(0.02))
    return void socket.resetAndDestroy()
  const bytes = answerBytes(dice, sort)
  for (const piece of cut(dice, dice.chance(0.04) ? spoil(dice, bytes) : bytes)) {
    if (!socket.writable)
      return
    socket.write(piece)
    if (dice.chance(0.05))
      await new Promise(resolve => setImmediate(resolve))
  }
  if (dice.chance(0.05))
    socket.resetAndDestroy()
  else
    socket.end()
}

/** A head and a body that more or less match. */
function answerBytes(dice: Dice, sort: Sort): Buffer {
  const status = dice.chance(0.7)
    ? 200
    : dice.pick([201, 204, 206, 301, 302, 304, 307, 400, 401, 402, 404, 409, 416, 422, 429, 500, 502, 503, 504, 100, 199, 600, 0])
  const content = body(dice, sort)
  const headers = { ...headersOf(dice), ...lengthOf(dice, content) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = `HTTP/1.1 ${status} ${dice.pick(['OK', '', 'Odd'])}\r\n${lines.join('\r\n')}\r\n${dice.chance(0.02) ? 'no header at all\r\n' : ''}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), 'transfer-encoding' in headers ? asChunks(dice, content) : content])
}

function lengthOf(dice: Dice, content: Buffer): Record<string, string> {
  const how = dice.below(10)
  if (how < 5)
    return { 'content-length': String(content.length) }
  if (how < 7)
    return {}
  return how < 9
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': dice.pick([
        String(content.length + 9),
        String(Math.max(0, content.length - 9)),
        '-1',
        '1e3',
        '99999999999999999999',
      ]) }
}

function asChunks(dice: Dice, content: Buffer): Buffer {
  const chunks = cut(dice, content).filter(piece => piece.length > 0)
  const end = dice.chance(0.9) ? '0\r\n\r\n' : dice.pick(['', '0\r\n', 'zz\r\n', 'FFFFFFFFFF\r\n'])
  return Buffer.concat([
    ...chunks.flatMap(chunk => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    Buffer.from(end),
  ])
}

/** The same for speech over a WebSocket: greetings, events and sound in any order, and every way to disconnect. */
export async function openRudeSocket(): Promise<RudeServer> {
  const cases = new Map<string, Dice>()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (line, request) => {
    line.on('error', () => {})
    const dice = cases.get(/^\/(\w+)\//.exec(request.url ?? '')?.[1] ?? '')
    if (!dice)
      return line.terminate()
    let messages = 0
    line.on('message', () => {
      messages += 1
      if (messages === 1 && dice.chance(0.8))
        line.send(dice.chance(0.8) ? '{"status":"authenticated"}' : body(dice, 'error').toString())
      if (messages === 2 || dice.chance(0.05))
        speak(dice, frame => line.send(frame))
      if (messages === 2)
        leave(dice, code => line.close(code), () => line.terminate())
    })
  })
  await new Promise<void>(resolve => server.once('listening', resolve))
  onTestFinished(async () => {
    server.clients.forEach(client => client.terminate())
    await new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    expect: (name, dice) => cases.set(name, dice),
  }
}

function speak(dice: Dice, send: (frame: string | Buffer) => void): void {
  const values = dice.chance(0.6) ? warp(dice, sound(dice, 'frames')) : sound(dice, 'frames')
  for (const value of Array.isArray(values) ? values : [values]) {
    send(typeof value === 'string' ? value : JSON.stringify(value) ?? '')
    if (dice.chance(0.4))
      send(spoil(dice, wav))
    if (dice.chance(0.05))
      send(asEvents(dice, [value]))
  }
}

function leave(dice: Dice, close: (code: number) => void, terminate: () => void): void {
  if (dice.chance(0.15))
    terminate()
  else
    close(dice.pick([1000, 1000, 1001, 1008, 1009, 1011, 1013, 3000, 4001, 4402, 4429, 4999]))
}
