/** A service whose every answer to a paid request the test writes itself: wrong, cut off or both. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Answering {
  readonly url: string
  /** How many paid requests came. */
  readonly paid: () => number
  /** How the next paid requests are answered; their body has been read. */
  answer: (how: (response: ServerResponse, request: IncomingMessage) => void) => void
  /** How free requests are answered; by default with a list of models. */
  answerFree: (how: (response: ServerResponse, request: IncomingMessage) => void) => void
}

export async function openAnswering(): Promise<Answering> {
  let paid = 0
  let how: Parameters<Answering['answer']>[0] = response => response.writeHead(500).end()
  let free: Parameters<Answering['answerFree']>[0] = response =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"higgs2p5"}]}')
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST')
        return free(response, request)
      paid += 1
      how(response, request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    paid: () => paid,
    answer(next) {
      how = next
    },
    answerFree(next) {
      free = next
    },
  }
}

/** Sends these bytes and then cuts the connection, like an unplugged cable. */
export function sendAndCut(response: ServerResponse, headers: Record<string, string | number>, bytes: Uint8Array): void {
  response.writeHead(200, headers)
  // The bytes must be on their way before the reset, which throws away what was not sent yet.
  response.write(bytes, () => setTimeout(() => response.socket?.resetAndDestroy(), 20))
}
