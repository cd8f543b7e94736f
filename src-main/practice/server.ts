/** The HTTP side: one request in, one answer out, by way of the key, the route, the rules and the fault switches. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answers/answer.ts'
import type { Route } from './endpoints/routes.ts'
import type { Match } from './faults.ts'
import type { Workshop } from './workshop.ts'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { HungUp, jsonAnswer, Refusal, refusalAnswer } from './answers/answer.ts'
import { refusedBy } from './answers/fault-answers.ts'
import { send } from './answers/sending.ts'
import { routes } from './endpoints/routes.ts'
import { parseBody, readBody } from './request/http-body.ts'
import { validate } from './request/validate.ts'
import { hashOf } from './seed.ts'
import { openSocket } from './socket.ts'
import { wait } from './waiting.ts'

export interface PracticeServer {
  readonly port: number
  close: () => Promise<void>
}

export interface ServerOptions {
  readonly port: number
  readonly key: string
  readonly maxBodyBytes: number
}

/** A request on its way; what is known of the call grows as it is read. */
interface Visit {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly url: URL
  call: Match & { path: string, method: string }
}

/** Listens on 127.0.0.1 only; port 0 takes any free one. Throws when the port is taken. */
export async function openServer(workshop: Workshop, options: ServerOptions): Promise<PracticeServer> {
  const visits = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const visit = serve(workshop, options, request, response).finally(() => visits.delete(visit))
    visits.add(visit)
  })
  // Longer than any client keeps an idle line, so that a reused line is never closed under a new request.
  server.keepAliveTimeout = 120_000
  const socket = openSocket(workshop, { isKey: said => isSame(said, options.key) })
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
      await Promise.all([closed, ...visits])
    },
  }
}

async function serve(workshop: Workshop, options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://practice')
  const model = url.searchParams.get('model')
  const call = { path: url.pathname, method: request.method ?? 'GET', ...(model === null ? {} : { model }) }
  const visit: Visit = { requestId: randomUUID(), request, url, call }
  request.on('error', () => {}) // A reader of the body hears of it too; without one it says nothing new.
  try {
    const answer = await answerTo(visit, workshop, options).catch(error => declined(error, workshop.signal))
    response.setHeader('x-request-id', visit.requestId)
    response.setHeader('x-credits-remaining', String(workshop.ledger.creditsRemaining()))
    await send(answer, { response, call: visit.call, faults: workshop.faults, signal: workshop.signal })
  }
  catch (error) {
    if (response.headersSent || !(error instanceof HungUp))
      request.socket.destroy()
    else
      request.socket.resetAndDestroy()
  }
}

/** Refusals and breakages are answers too; only a cut line, and work that was stopped by closing, is none. */
function declined(error: unknown, { aborted }: AbortSignal): Answer {
  if (error instanceof Refusal)
    return refusalAnswer(error)
  if (error instanceof HungUp || aborted)
    throw error
  return jsonAnswer({ detail: `The practice service broke: ${error instanceof Error ? error.message : String(error)}` }, 500)
}

async function answerTo(visit: Visit, workshop: Workshop, options: ServerOptions): Promise<Answer> {
  const { faults, signal } = workshop
  await wait(faults.take('delay', visit.call, trouble => trouble.at === 'arrival')?.ms ?? 0, signal)
  if (faults.take('reset', visit.call, trouble => trouble.at === 'arrival'))
    throw new HungUp()
  const early = faults.take('refuse', visit.call, trouble => trouble.early === true)
  if (early)
    return refusedBy(early)
  if (!isSame(bearerOf(visit.request), options.key))
    throw new Refusal(401, 'Invalid API key', { 'www-authenticate': 'Bearer' })
  const route = routes.get(visit.call.path)
  if (!route)
    throw new Refusal(404, 'Not Found')
  if (route.method !== visit.call.method)
    throw new Refusal(405, 'Method Not Allowed', { allow: route.method })
  return route.method === 'GET' ? look(visit, workshop, route) : order(visit, workshop, options, route)
}

async function look(visit: Visit, workshop: Workshop, route: Route & { method: 'GET' }): Promise<Answer> {
  const refused = workshop.faults.take('refuse', visit.call)
  return refused ? refusedBy(refused) : route.answer(workshop, { ...visit.call, query: visit.url.searchParams, headers: visit.request.headers })
}

async function order(visit: Visit, workshop: Workshop, options: ServerOptions, route: Route & { method: 'POST' }): Promise<Answer> {
  const { requestId, request } = visit
  const body = await readBody(request, options.maxBodyBytes)
  const submission = await parseBody(request.headers['content-type'], body)
  const model = submission.fields.get('model')
  if (typeof model === 'string')
    visit.call = { ...visit.call, model }
  const rules = typeof model === 'string' && model !== '' ? route.rulesFor(model, submission) : null
  if (rules)
    visit.call = { ...visit.call, kind: rules.kind }
  const refused = workshop.faults.take('refuse', visit.call)
  if (refused)
    return refusedBy(refused)
  if (!rules || typeof model !== 'string')
    throw new Refusal(400, 'model: Field required')
  const checked = validate(rules, submission)
  return route.answer(workshop, { requestId, ...visit.call, model, kind: rules.kind, rules, checked })
}

function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function isSame(said: string | undefined, key: string): boolean {
  // Hashes have one length, which timingSafeEqual needs.
  return said !== undefined && timingSafeEqual(Buffer.from(hashOf(said)), Buffer.from(hashOf(key)))
}
