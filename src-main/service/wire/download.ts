/** Downloads finished results: resumes where the service allows it, and never sends the key to another origin. */
import type { Headers } from '../errors.ts'
import type { NamedMedium } from '../references.ts'
import type { OpenAnswer } from './get.ts'
import type { PartFile } from './part-file.ts'
import type { Connection, TransportContext } from './transport.ts'
import { found } from '#contract/found.ts'
import { headLength, looksLikeText } from '../answer-format.ts'
import { endpointUrl, mayFetch } from '../base-url.ts'
import { errorInSuccess, errorOfAnswer, headerOf } from '../errors.ts'
import { firstText, parseJson } from '../json.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { referencesIn } from '../references.ts'
import { ServiceError } from '../service-error.ts'
import { isWholeByContent } from '../whole-by-content.ts'
import { codingsOf } from './content-encoding.ts'
import { begun, fetchFree, readErrorText, readText } from './get.ts'
import { openPartFile } from './part-file.ts'
import { createRoom, ResultTooLarge } from './room-for-result.ts'
import { DiskError } from './transport.ts'

/** What must be stored to resume a download later; null where the service does not send it. */
export interface ResumeFacts { readonly etag: string | null, readonly totalBytes: number | null }

export interface DownloadOptions {
  readonly partPath: string
  /** The facts from an earlier download of the same result; null starts from the beginning. */
  readonly resume: ResumeFacts | null
  readonly signal: AbortSignal
  /** Says how large it may become. Default: a film. */
  readonly medium?: NamedMedium
  /** Awaited after the headers have arrived and before any byte is written. */
  readonly onStart?: (facts: ResumeFacts) => Promise<void>
  readonly onProgress?: (receivedBytes: number, totalBytes: number | null) => void
}

export interface Downloaded extends ResumeFacts { readonly sizeBytes: number }

const mostJsonBytes = 64 * 2 ** 20
const mostRedirects = 3

/**
 * Downloads to `partPath`, durable when it resolves. After a failure the partial file is kept for the next attempt.
 * `video` expects a video of any container, also inside JSON or at a URL that the answer contains; of several it stores their list, see
 * `fetchNamed`. `anything` stores the bytes unchanged.
 */
export async function download(
  transport: TransportContext,
  connection: Connection,
  url: URL,
  wanted: 'video' | 'anything',
  options: DownloadOptions,
): Promise<Downloaded> {
  const file = await openPartFile(options.partPath, { keep: options.resume !== null }).catch(throwDiskError)
  try {
    const downloaded = await fetchInto(file, { transport, connection, wanted, options }, url, isResumable(file, options))
    if (wanted === 'video')
      await checkVideo(file)
    await file.sync()
    return downloaded
  }
  catch (error) {
    return throwDiskError(error)
  }
  finally {
    await file.close()
  }
}

interface Fetching {
  readonly transport: TransportContext
  readonly connection: Connection
  readonly wanted: 'video' | 'anything'
  readonly options: DownloadOptions
}

// If-Range needs a strong validator (RFC 9110 §13.1.5); for results, which never change, an equal total size is enough.
function isResumable(file: PartFile, { resume }: DownloadOptions): boolean {
  return file.sizeBytes > 0 && resume !== null && (isStrong(resume.etag) || resume.totalBytes !== null)
}

function isStrong(etag: string | null): etag is string {
  return etag !== null && /^"[^"]*"$/.test(etag)
}

async function fetchInto(file: PartFile, fetching: Fetching, url: URL, resumes: boolean): Promise<Downloaded> {
  const { transport, connection, options } = fetching
  const { resume, signal } = options
  if (resumes && file.sizeBytes === resume?.totalBytes)
    return { sizeBytes: file.sizeBytes, etag: resume.etag, totalBytes: file.sizeBytes }
  const headers = resumes
    ? { range: `bytes=${file.sizeBytes}-`, ...(isStrong(resume?.etag ?? null) && { 'if-range': resume?.etag ?? '' }) }
    : {}
  const result = await fetchFree(transport, connection, {
    url,
    headers,
    signal,
    mostRedirects,
  }, answer => take(file, fetching, answer, resumes))
  if (result.then === 'done')
    return result.downloaded
  return result.then === 'elsewhere'
    ? firstThere(result.urls, each => fetchInto(file, fetching, each, false))
    : fetchInto(file, fetching, url, false)
}

/** Tries the addresses in turn while the service does not know one. */
export async function firstThere<T>([url, ...others]: readonly [URL, ...URL[]], fetchOne: (url: URL) => Promise<T>): Promise<T> {
  try {
    return await fetchOne(url)
  }
  catch (error) {
    const isUnknown = error instanceof ServiceError && ['not-found', 'expired', 'undecodable'].includes(error.kind)
    const [next, ...rest] = others
    if (!isUnknown || !next)
      throw error
    // The first answer is about the address that is meant; the others are guesses.
    return firstThere([next, ...rest], fetchOne).catch(() => {
      throw error
    })
  }
}

type Taken
  = | { readonly then: 'done', readonly downloaded: Downloaded }
    | { readonly then: 'restart' }
    | { readonly then: 'elsewhere', readonly urls: readonly [URL, ...URL[]] }

async function take(file: PartFile, fetching: Fetching, answer: OpenAnswer, resumes: boolean): Promise<Taken> {
  const { transport, connection, wanted, options } = fetching
  const etag = headerOf(answer.headers, 'etag')
  // A range of a compressed answer is one of its compressed bytes, which are not kept.
  const isPacked = codingsOf(answer.headers).length > 0
  if (resumes && (answer.status === 416 || (answer.status === 206 && (isPacked || !continues(file, answer.headers, options)))))
    return { then: 'restart' }
  if (answer.status !== 206 && answer.status !== 200) {
    const text = await readErrorText(answer.body)
    throw errorOfAnswer({ status: answer.status, headers: answer.headers, text }, {
      ...contextOf(fetching),
      isElsewhere: !answer.isOwnAnswer,
    })
  }
  const isContinued = answer.status === 206 && resumes
  const mayBeJson = wanted === 'video' && !isContinued && /json|^text\/(?!html)/i.test(headerOf(answer.headers, 'content-type') ?? '')
  // Some services declare a film as text: its bytes are believed.
  const { head, body } = await begun(answer.body, mayBeJson ? headLength : 0)
  if (mayBeJson && (head.length === 0 || looksLikeText(head.subarray(0, headLength))))
    return takeJson(file, fetching, { ...answer, body })
  // Not before there is something better: the part may be all that ever comes.
  if (answer.status === 200 || !resumes)
    await file.restart()
  const totalBytes = isPacked ? null : totalOf(answer)
  const facts = { etag: isPacked ? null : etag, totalBytes }
  const room = createRoom(options.partPath, options.medium ?? 'video')
  await room.check(file.sizeBytes, totalBytes)
  await options.onStart?.(facts)
  try {
    for await (const chunk of body) {
      await room.check(file.sizeBytes + chunk.length, totalBytes)
      await file.append(chunk)
      options.onProgress?.(file.sizeBytes, totalBytes)
    }
    if (totalBytes !== null && file.sizeBytes !== totalBytes) {
      const said = found('download-cut', `${file.sizeBytes}/${totalBytes}`)
      throw new ServiceError({ kind: 'network', status: answer.status, said, charged: 'no' })
    }
  }
  catch (error) {
    // A wrong length, or a missing last chunk, of a file that is whole would be downloaded for ever.
    if (error instanceof DiskError || error instanceof ResultTooLarge || options.signal.aborted || !await isWholeByContent(file))
      throw error
  }
  transport.log.debug('result-downloaded', {
    sizeBytes: file.sizeBytes,
    host: answer.url.host,
    isOwnHost: answer.url.origin === new URL(connection.baseUrl).origin,
  })
  return { then: 'done', downloaded: { sizeBytes: file.sizeBytes, ...facts } }
}

/** Whether a 206 continues exactly at the end of the file, in a result of the recorded size. */
function continues(file: PartFile, headers: Headers, { resume }: DownloadOptions): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headerOf(headers, 'content-range') ?? '')
  const etag = headerOf(headers, 'etag')
  return range !== null && Number(range[1]) === file.sizeBytes
    && (resume?.totalBytes == null || Number(range[2]) === resume.totalBytes)
    && (etag === null || resume?.etag == null || etag === resume.etag)
}

function totalOf({ status, headers }: OpenAnswer): number | null {
  const text = status === 206 ? /\/(\d+)$/.exec(headerOf(headers, 'content-range') ?? '')?.[1] : headerOf(headers, 'content-length')
  return text !== undefined && text !== null && /^\d+$/.test(text) ? Number(text) : null
}

async function takeJson(file: PartFile, fetching: Fetching, answer: OpenAnswer): Promise<Taken> {
  const { head, body } = await begun(answer.body, 1)
  const isOwnJson = answer.isOwnAnswer && /^\s*[{[]/.test(Buffer.from(head).toString('latin1'))
  const text = await readText(body, mostJsonBytes).catch((error: unknown) => {
    throw error instanceof ServiceError && error.kind === 'undecodable' ? error.with({ isServiceWord: isOwnJson }) : error
  })
  const [first, ...others] = referencesIn(text, 'video')
  if (first && others.length > 0) {
    await keepList(file, text)
    return { then: 'done', downloaded: { sizeBytes: file.sizeBytes, etag: null, totalBytes: null } }
  }
  if (first && 'bytes' in first) {
    await file.restart()
    await file.append(first.bytes)
    return { then: 'done', downloaded: { sizeBytes: first.bytes.length, etag: null, totalBytes: first.bytes.length } }
  }
  if (first)
    return { then: 'elsewhere', urls: fetchableUrls(fetching.connection, first.address) }
  const json = parseJson(text)
  const failure = errorInSuccess(text, answer.headers, contextOf(fetching))
  const word = firstText(json, 'status', 'task_status', 'state')
  throw failure ?? new ServiceError({
    kind: word === null ? 'undecodable' : 'not-ready',
    status: answer.status,
    said: word ?? found('no-video'),
    charged: 'no',
    isServiceWord: isOwnJson && json !== undefined,
  })
}

/** Several videos: their list is kept as the answer, and `fetchNamed` downloads each. */
async function keepList(file: PartFile, text: string): Promise<void> {
  await file.restart()
  await file.append(Buffer.from(text))
}

/**
 * The URL of a result that the service names. One that is relative to something has several meanings: to the answer (RFC 3986 §5.1), and
 * to the service, which many mean. Throws ServiceError for one that must not be fetched.
 */
export function fetchableUrls(connection: Connection, address: string): readonly [URL, ...URL[]] {
  const isAbsolute = URL.canParse(address) || address.startsWith('/')
  const from = isAbsolute
    ? [connection.baseUrl]
    : [`${connection.baseUrl}/`, ...['/generate/result', '/generate'].map(path => endpointUrl(connection.baseUrl, path).href)]
  const [first, ...others] = [...new Set(from)].map(base => fetchableUrl(connection, address, base))
  if (!first)
    throw new TypeError('A relative address needs a base')
  return [first, ...others]
}

function fetchableUrl(connection: Connection, address: string, from: string): URL {
  const base = new URL(connection.baseUrl)
  const url = URL.canParse(address, from) ? new URL(address, from) : null
  if (!url || !mayFetch(base, url)) {
    throw new ServiceError({
      kind: 'undecodable',
      said: found('address-not-allowed', url ? shownHost(url, address, connection.key) : ''),
      charged: 'no',
    })
  }
  return url
}

/** Only the beginning: the rest may be signed. The text as it arrived decides about the key, since a URL's host is in lower case. */
function shownHost(url: URL, address: string, key: string): string {
  return redactSecrets(address, [key]) === address ? `${url.protocol}//${url.host}` : url.protocol
}

async function isList(file: PartFile, head: Uint8Array): Promise<boolean> {
  if (!looksLikeText(head.subarray(0, 1)) || file.sizeBytes > mostJsonBytes)
    return false
  return referencesIn(Buffer.from(await file.read(file.sizeBytes, 0)).toString(), 'video').length > 1
}

async function checkVideo(file: PartFile): Promise<void> {
  const head = await file.read(512, 0)
  // Any container may hold it: what is no text is kept, and probed when it is filed.
  if ((head.length > 0 && !looksLikeText(head.subarray(0, 32))) || await isList(file, head))
    return
  // Emptied, so that the next attempt starts over instead of resuming what is not a video.
  await file.restart()
  const said = found(head.length === 0 ? 'result-empty' : 'result-text')
  throw new ServiceError({ kind: 'undecodable', said, charged: 'no' })
}

function contextOf({ transport, connection }: Fetching): { secrets: string[], nowMs: number, mayBeCharged: false } {
  return { secrets: [connection.key], nowMs: transport.clock.now(), mayBeCharged: false }
}

/** Rethrows a DiskError as a ServiceError, any other error unchanged. */
function throwDiskError(error: unknown): never {
  throw error instanceof DiskError ? new ServiceError({ kind: 'internal', said: error.message, charged: 'no' }, { cause: error }) : error
}
