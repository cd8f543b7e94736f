/** The HTTP server: one request in, one answer out, after key, route, rules and faults. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answers/answer.ts'
import type { PracticeContext } from './context.ts'
import type { Route } from './endpoints/routes.ts'
import type { Match } from './faults.ts'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { ConnectionCut, jsonAnswer, Refusal, refusalAnswer } from './answers/answer.ts'
import { refusedBy } from './answers/fault-answers.ts'
import { sendInterim } from './answers/interim.ts'
import { send } from './answers/send.ts'
import { routes } from './endpoints/routes.ts'
import { parseBody, readBody } from './request/http-body.ts'
import { validate } from './request/validate.ts'
import { hashOf } from './seed.ts'
import { openSocket } from './socket.ts'

export interface PracticeServer {
  readonly port: number
  close: () => Promise<void>
}

export interface ServerOptions {
  readonly port: number
  readonly key: string
  readonly maxBodyBytes: number
}

/** A request in progress; `call` grows as the request is read. */
interface Exchange {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly url: URL
  call: Match & { path: string, method: string }
}

/** Listens on 127.0.0.1 only; port 0 takes any free one. Throws when the port is taken. */
export async function openServer(context: PracticeContext, options: ServerOptions): Promise<PracticeServer> {
  const exchanges = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const exchange = serve(context, options, request, response).finally(() => exchanges.delete(exchange))
    exchanges.add(exchange)
  })
  // Longer than any client keeps an idle connection, so that none is closed while a new request is sent on it.
  server.keepAliveTimeout = 120_000
  const socket = openSocket(context, { isKey: text => isSame(text, options.key) })
  server.on('upgrade', socket.upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async close() {
      const closed = new Promise(resolve => server.close(resolve))
      await socket.close()
      server.closeAllConnections()
      await Promise.all([closed, ...exchanges])
    },
  }
}

async function serve(context: PracticeContext, options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://practice')
  const model = url.searchParams.get('model')
  const call = { path: url.pathname, method: request.method ?? 'GET', ...(model === null ? {} : { model }) }
  const exchange: Exchange = { requestId: randomUUID(), request, url, call }
  // The reader of the body gets the error too; nothing else needs it.
  request.on('error', () => {})
  try {
    sendInterim(response, context.faults, call, 'arrival')
    const answer = await answerTo(exchange, context, options).catch(error => answerForError(error, context.signal))
    sendInterim(response, context.faults, exchange.call, 'answer')
    response.setHeader('x-request-id', exchange.requestId)
    response.setHeader('x-credits-remaining', String(context.ledger.creditsRemaining()))
    await send(answer, { response, call: exchange.call, faults: context.faults, signal: context.signal })
  }
  catch (error) {
    if (response.headersSent || !(error instanceof ConnectionCut))
      request.socket.destroy()
    else
      request.socket.resetAndDestroy()
  }
}

/** Refusals and internal errors are answers too; a cut connection, and work that closing has aborted, get none. */
function answerForError(error: unknown, { aborted }: AbortSignal): Answer {
  if (error instanceof Refusal)
    return refusalAnswer(error)
  if (error instanceof ConnectionCut || aborted)
    throw error
  return jsonAnswer({ detail: `The practice service broke: ${error instanceof Error ? error.message : String(error)}` }, 500)
}

async function answerTo(exchange: Exchange, context: PracticeContext, options: ServerOptions): Promise<Answer> {
  const { faults, signal } = context
  await faults.delay(exchange.call, 'arrival', signal)
  if (faults.take('reset', exchange.call, action => action.at === 'arrival'))
    throw new ConnectionCut()
  const early = faults.take('refuse', exchange.call, action => action.early === true)
  if (early)
    return refusedBy(early)
  if (!isSame(bearerOf(exchange.request), options.key))
    throw new Refusal(401, 'Invalid API key', { 'www-authenticate': 'Bearer' })
  const route = routes.get(exchange.call.path)
  if (!route)
    throw new Refusal(404, 'Not Found')
  if (route.method !== exchange.call.method)
    throw new Refusal(405, 'Method Not Allowed', { allow: route.method })
  return route.method === 'GET' ? answerRead(exchange, context, route) : answerWork(exchange, context, options, route)
}

async function answerRead(exchange: Exchange, context: PracticeContext, route: Route & { method: 'GET' }): Promise<Answer> {
  const refused = context.faults.take('refuse', exchange.call)
  if (refused)
    return refusedBy(refused)
  return route.answer(context, { ...exchange.call, query: exchange.url.searchParams, headers: exchange.request.headers })
}

async function answerWork(
  exchange: Exchange,
  context: PracticeContext,
  options: ServerOptions,
  route: Route & { method: 'POST' },
): Promise<Answer> {
  const { requestId, request } = exchange
  const body = await readBody(request, options.maxBodyBytes)
  const submission = await parseBody(request.headers['content-type'], body)
  const model = submission.fields.get('model')
  if (typeof model === 'string')
    exchange.call = { ...exchange.call, model }
  const rules = typeof model === 'string' && model !== '' ? route.rulesFor(model, submission) : null
  if (rules)
    exchange.call = { ...exchange.call, kind: rules.kind }
  const refused = context.faults.take('refuse', exchange.call)
  if (refused)
    return refusedBy(refused)
  if (!rules || typeof model !== 'string')
    throw new Refusal(400, 'model: Field required')
  const checked = validate(rules, submission)
  return route.answer(context, { requestId, ...exchange.call, model, kind: rules.kind, rules, checked })
}

function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function isSame(text: string | undefined, key: string): boolean {
  // timingSafeEqual needs equal lengths, which hashes have.
  return text !== undefined && timingSafeEqual(Buffer.from(hashOf(text)), Buffer.from(hashOf(key)))
}
