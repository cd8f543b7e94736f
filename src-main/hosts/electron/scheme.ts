/** `takeroom://studio/…`: serves the page's files, media by reference, and file imports, to our own session only. */
import type { CustomScheme, Session } from 'electron'
import type { MediaRef } from '#contract/studio.ts'
import type { RefusalCode } from '#rules/text/refusal-words.ts'
import type { Log } from '../../base/log.ts'
import type { Studio } from '../../studio/ports.ts'
import type { PageFiles } from '../page.ts'
import type { FileReceiver } from '../receive-file.ts'
import { refusalIn } from '#rules/text/refusal-words.ts'
import { readMediaRef, writeMediaRef } from '../media-address.ts'
import { contentSecurityPolicy, inertPolicy, securityHeaders } from '../page.ts'
import { createFileReceiver } from '../receive-file.ts'
import { newReference, stackOf } from '../wire.ts'
import { isOwn, ownOrigin, scheme } from './origin.ts'

/**
 * Registered once, before the app is ready. `standard` gives it an origin, `stream` lets media seek, and `codeCache` keeps the compiled
 * page in the profile: without it, more than a megabyte of JavaScript is compiled at each start.
 * bypassCSP, corsEnabled and allowServiceWorkers stay out.
 */
export const schemes: CustomScheme[] = [
  { scheme, privileges: { standard: true, secure: true, stream: true, supportFetchAPI: true, codeCache: true } },
]

/** These addresses need no signature, because no other page can be opened. They are good for a day, since the page expects an end. */
export function mediaUrl(ref: MediaRef): { url: string, goodForMs: number } {
  return { url: `${ownOrigin}/media/${writeMediaRef(ref)}`, goodForMs: 24 * 3_600_000 }
}

export interface SchemeOptions { readonly studio: Studio, readonly page: PageFiles, readonly log: Log }

type SchemeParts = SchemeOptions & { readonly files: FileReceiver }

/** Returns what is to be closed with the studio. */
export function serveScheme(session: Session, options: SchemeOptions): FileReceiver {
  const files = createFileReceiver(options)
  const parts = { ...options, files }
  session.protocol.handle(scheme, async (request) => {
    try {
      return await answer(request, parts)
    }
    catch (thrown) {
      const reference = newReference()
      parts.log.error('request-failed', { reference, error: stackOf(thrown) })
      return say(request, 500, 'internal', reference)
    }
  })
  return files
}

async function answer(request: Request, parts: SchemeParts): Promise<Response> {
  const origin = request.headers.get('origin')
  if (!isOwn(request.url) || (origin !== null && origin !== ownOrigin))
    return say(request, 403, 'other-host')
  const { pathname } = new URL(request.url)
  if (pathname === '/import')
    return request.method === 'POST' ? answerImport(request, parts) : say(request, 405, 'method')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return say(request, 405, 'method')
  return pathname.startsWith('/media/')
    ? answerMedia(request, pathname.slice('/media/'.length), parts)
    : answerPage(request, pathname, parts)
}

async function answerPage(request: Request, pathname: string, { page }: SchemeParts): Promise<Response> {
  const file = page.get(pathname)
  if (!file)
    return say(request, 404, 'not-found')
  // Our origin is spelled out as well: whether 'self' covers an app's own scheme has differed between versions.
  const policy = contentSecurityPolicy({ own: `'self' ${ownOrigin}` })
  return new Response(request.method === 'HEAD' ? null : await file.read(), {
    headers: { ...securityHeaders, ...file.headers, 'Content-Security-Policy': policy },
  })
}

async function answerMedia(request: Request, reference: string, { studio }: SchemeParts): Promise<Response> {
  const ref = readMediaRef(reference)
  if (!ref)
    return say(request, 404, 'not-found')
  const { status, headers, body } = await studio.openMedia(ref, {
    method: request.method,
    range: request.headers.get('range'),
    ifRange: request.headers.get('if-range'),
    ifNoneMatch: request.headers.get('if-none-match'),
  })
  return new Response(body, { status, headers: { ...securityHeaders, ...headers, 'Content-Security-Policy': inertPolicy } })
}

/** A refusal to read the rest would stay unseen here: Electron hands over a slice whole, and never aborts `request.signal`. */
async function answerImport(request: Request, { files }: SchemeParts): Promise<Response> {
  if (request.headers.get('content-type') !== 'application/octet-stream')
    return say(request, 415, 'content-type', 'application/octet-stream')
  const { status, body } = await files.receive({
    header: name => request.headers.get(name),
    // An empty file arrives without a body.
    bytes: request.body ?? new Blob([]).stream(),
    isGone: () => false,
  })
  return Response.json(body, {
    status,
    headers: { ...securityHeaders, 'Cache-Control': 'no-store', 'Content-Security-Policy': inertPolicy },
  })
}

function say(request: Request, status: number, reason: RefusalCode, data = ''): Response {
  return new Response(`${refusalIn(request.headers.get('accept-language') ?? '', reason, data)}\n`, { status, headers: {
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': inertPolicy,
  } })
}
