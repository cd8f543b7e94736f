/** A tunnel through a proxy by CONNECT (RFC 9110 §9.3.6). */
import type { Socket } from 'node:net'
import type { AnswerHead } from './answer-parser.ts'
import type { ConnectOptions } from './connect.ts'
import { createAnswerParser } from './answer-parser.ts'
import { connectTo, encrypt } from './connect.ts'

/** The proxy does not let the connection through. */
export class ProxyRefused extends Error {
  override readonly name = 'ProxyRefused'
  readonly code = 'ERR_PROXY_REFUSED'
  readonly status: number

  constructor(status: number) {
    super(`The proxy refused the connection with HTTP ${status}`)
    this.status = status
  }
}

/** `to` is the URL that will be asked through the tunnel. Rejects with ProxyRefused, with the network's error or the signal's reason. */
export async function openTunnel(proxy: URL, to: URL, options: ConnectOptions): Promise<Socket> {
  const isSecure = to.protocol === 'https:' || to.protocol === 'wss:'
  const target = `${to.hostname}:${to.port || (isSecure ? 443 : 80)}`
  const plain = await connectTo(proxy, options)
  const socket = proxy.protocol === 'https:' ? await encrypt(plain, proxy, options) : plain
  const lines = [`CONNECT ${target} HTTP/1.1`, `host: ${target}`, ...credentialsOf(proxy)]
  const { status } = await answerTo(socket, `${lines.join('\r\n')}\r\n\r\n`, options)
  if (status >= 200 && status <= 299)
    return socket
  socket.destroy()
  throw new ProxyRefused(status)
}

function credentialsOf({ username, password }: URL): string[] {
  if (username === '')
    return []
  return [`proxy-authorization: Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`]
}

/** A percent sign in a password is often not written as `%25`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  }
  catch {
    return text
  }
}

/** Sends the question and reads the head of the answer; bytes after it stay with the socket. */
function answerTo(socket: Socket, question: string, { connectMs, signal }: ConnectOptions): Promise<AnswerHead> {
  return new Promise((resolve, reject) => {
    let head: AnswerHead | null = null
    const after: Uint8Array[] = []
    const sink = { onHead: (found: AnswerHead) => head = found, onBody: (bytes: Uint8Array) => after.push(bytes), onEnd: () => {} }
    const parser = createAnswerParser(sink, { isTunnel: true })
    const late = setTimeout(() => fail(Object.assign(new Error('The proxy did not respond in time'), { code: 'ETIMEDOUT' })), connectMs)
    const stop = (): void => fail(signal.reason)
    const settle = (): void => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      // Not by `data` and `pause`: the next owner could not tell that it must resume.
      socket.off('readable', read).off('error', fail).off('end', close).off('close', close)
    }
    function fail(error: unknown): void {
      settle()
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    function close(): void {
      fail(new Error('The proxy closed the connection'))
    }
    function read(): void {
      try {
        for (let bytes: Buffer | null = socket.read(); bytes !== null; bytes = socket.read())
          parser.feed(bytes)
      }
      catch (error) {
        return fail(error)
      }
      if (head === null)
        return
      settle()
      for (const rest of after.reverse())
        socket.unshift(rest)
      resolve(head)
    }
    socket.on('readable', read).on('error', fail).on('end', close).on('close', close)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted)
      return stop()
    socket.write(question)
  })
}
