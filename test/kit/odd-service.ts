/** A service made by hand, whose answers a test writes itself: for shapes and refusals that the practice service does not know. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

export interface OddAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body: Uint8Array | string | object
}

export interface OddService {
  readonly url: string
  readonly key: string
  /** What was asked so far, such as `GET /files/a.png`, without the account checks. */
  readonly asked: string[]
}

const prefix = '/api/v1'

/** `answer` gets method and path, without the prefix `/api/v1` and the query, how often that was asked before, and the key. */
export async function openOddService(
  answer: (what: string, before: number, key: string) => OddAnswer | Promise<OddAnswer>,
): Promise<OddService> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for await (const _ of request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://odd')
    const path = pathname.replace(prefix, '')
    const what = `${request.method} ${path}`
    if (path === '/models')
      return send(response, { body: { object: 'list', data: [] } })
    // A check of the account asks for a task that no service has.
    if (/^[0-]+$/.test(searchParams.get('jobId') ?? ''))
      return send(response, { status: 404, body: { detail: 'Job not found' } })
    const before = asked.filter(each => each === what).length
    asked.push(what)
    const key = (request.headers.authorization ?? '').replace('Bearer ', '')
    send(response, await answer(what, before, key))
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, key: 'key-of-an-odd-service', asked }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: OddAnswer): void {
  const isJson = typeof body !== 'string' && !(body instanceof Uint8Array)
  const bytes = Buffer.from(isJson ? JSON.stringify(body) : body)
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), 'content-length': bytes.length, ...headers })
  response.end(bytes)
}
