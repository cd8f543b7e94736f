/** Serves media to the page by id, whole or by range: files of the library, of deliveries and of running jobs. */
import type { FileHandle } from 'node:fs/promises'
import type { MediaRef } from '#contract/studio.ts'
import type { AssetId } from '#contract/words.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Renditions } from '../library/renditions.ts'
import type { OpenedFiles } from './opened-files.ts'
import type { Saving } from './saving.ts'
import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFault } from '#contract/faults.ts'
import { mimeOf } from '#rules/deliver/formats.ts'
import { shownName } from '#rules/deliver/frames.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { errnoOf } from '../base/errno.ts'
import { OutsideFolder } from '../base/inside.ts'
import { livePath } from '../kinds/live-sound.ts'
import { pathOfDelivered } from '../library/deliveries.ts'
import { rangeOf } from './byte-range.ts'
import { downloadOf } from './saved-media.ts'

interface Found { readonly path: InsidePath, readonly mime: string, readonly etag: string }

/** What is sent: a file of the studio, or one that the user has opened. */
type Sent = Omit<Found, 'path'> & { readonly path: string, readonly caching?: string }

/** The response to a media request. The body is pulled, and its file is closed when the reader stops. */
export interface MediaAnswer {
  readonly status: 200 | 206 | 304 | 404 | 405 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReadableStream<Uint8Array> | null
}

/** The headers that decide which bytes are sent. */
export interface MediaRequest {
  readonly method: string
  readonly range: string | null
  readonly ifRange: string | null
  readonly ifNoneMatch: string | null
}

export type OpenMedia = (ref: MediaRef, request: MediaRequest) => Promise<MediaAnswer>

const notFound: MediaAnswer = { status: 404, headers: {}, body: null }
const chunkBytes = 256 * 1024
const liveLookMs = 60

export function createMediaServer(ports: {
  assets: Assets
  renditions: Pick<Renditions, 'find'>
  deliveries: Deliveries
  ledger: Ledger
  saving: Pick<Saving, 'find'>
  opened: Pick<OpenedFiles, 'find'>
  workFolder: string
  /** It is about to be seen. */
  onPoster?: (assetId: AssetId) => void
  /** The file of this asset is not there, or may be there again: the library says otherwise. */
  onDoubt?: (assetId: AssetId) => void
}): OpenMedia {
  async function find(ref: Exclude<MediaRef, { of: 'live' | 'saved' | 'opened' }>): Promise<Found | null> {
    if (ref.of === 'asset') {
      const asset = await ports.assets.get(ref.assetId)
      if (!asset)
        return null
      if (ref.variant === 'poster')
        ports.onPoster?.(asset.id)
      if (ref.variant === 'original' && asset.isMissing)
        ports.onDoubt?.(asset.id)
      const mime = { original: asset.mime, poster: 'image/jpeg', peaks: 'application/octet-stream' }[ref.variant]
      const path = ports.assets.pathOf(asset, ref.variant)
      // What was made of it may be made again.
      const madeAt = ref.variant === 'original' ? '' : `-${Math.trunc((await stat(path)).mtimeMs)}`
      return { path, mime, etag: `"${asset.id.slice(0, 32)}-${ref.variant}${madeAt}"` }
    }
    if (ref.of === 'rendition') {
      const found = await ports.renditions.find(ref, ref.part, ref.madeAt)
      const pace = ref.along ?? ref.speed
      return found && { ...found, etag: `"${ref.assetId.slice(0, 32)}-${ref.part}-${pace}-${heardKey(ref.heard)}-${ref.madeAt}"` }
    }
    const delivery = await ports.deliveries.get(ref.deliveryId)
    const file = delivery.files.find(each => each.role === ref.role)
    const path = file ? pathOfDelivered(delivery, { name: shownName(file) }) : null
    return file && path !== null
      ? {
          path,
          mime: ref.role === 'captions' ? 'text/plain; charset=utf-8' : mimeOf(extname(file.name).slice(1)),
          etag: `"${delivery.id}-${file.sizeBytes}"`,
        }
      : null
  }

  async function answerLive(jobId: Extract<MediaRef, { of: 'live' }>['jobId'], method: string): Promise<MediaAnswer> {
    await ports.ledger.row(jobId)
    const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' }
    const hasJobEnded = async (): Promise<boolean> => isEnded((await ports.ledger.row(jobId)).state)
    return {
      status: 200,
      headers,
      body: method === 'HEAD' ? null : streamOf(hungUp => followFile(livePath(ports.workFolder, jobId), hasJobEnded, hungUp)),
    }
  }

  function answerSaved(ticket: Extract<MediaRef, { of: 'saved' }>['ticket'], method: string): MediaAnswer {
    const saved = ports.saving.find(ticket)
    if (!saved)
      return notFound
    const { headers, read } = downloadOf(saved)
    return { status: 200, headers, body: method === 'HEAD' ? null : streamOf(() => read()) }
  }

  async function findOpened(openedId: Extract<MediaRef, { of: 'opened' }>['openedId']): Promise<Sent | null> {
    const found = await ports.opened.find(openedId)
    return found && { ...found, mime: 'application/octet-stream', caching: 'no-store' }
  }

  return async (ref, request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return { status: 405, headers: { Allow: 'GET, HEAD' }, body: null }
    try {
      if (ref.of === 'live')
        return await answerLive(ref.jobId, request.method)
      if (ref.of === 'saved')
        return answerSaved(ref.ticket, request.method)
      const found = ref.of === 'opened' ? await findOpened(ref.openedId) : await find(ref)
      return found ? await answerFile(found, request) : notFound
    }
    catch (error) {
      const isGone = errnoOf(error) === 'ENOENT'
      if (isGone && ref.of === 'asset' && ref.variant === 'original')
        ports.onDoubt?.(ref.assetId)
      if (isGone || isFault(error, 'not-found') || error instanceof OutsideFolder)
        return notFound
      throw error
    }
  }
}

async function answerFile(found: Sent, request: MediaRequest): Promise<MediaAnswer> {
  const { size } = await stat(found.path)
  const headers = {
    'Content-Type': found.mime,
    'Accept-Ranges': 'bytes',
    'ETag': found.etag,
    'Cache-Control': found.caching ?? 'private, max-age=3600',
  }
  if (request.ifNoneMatch === found.etag)
    return { status: 304, headers, body: null }
  const range = rangeOf(request.range, size, { ifRange: request.ifRange, etag: found.etag })
  if (range.status === 416)
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` }, body: null }
  return {
    status: range.status,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start + 1),
      ...(range.status === 206 && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
    },
    body: request.method === 'HEAD' || size === 0 ? null : streamOf(() => readFile(found.path, range.start, range.end)),
  }
}

// A pull source of our own: Readable.toWeb can throw an uncaught error when the player cancels (nodejs/node#64529).
function streamOf(pieces: (hungUp: AbortSignal) => AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  const stop = new AbortController()
  const source = pieces(stop.signal)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next()
      if (stop.signal.aborted)
        return
      if (done)
        controller.close()
      else
        controller.enqueue(value)
    },
    async cancel() {
      stop.abort()
      // Waits for the read in progress, then closes the file.
      await source.return()
    },
  }, { highWaterMark: 0 })
}

async function* readFile(path: string, start: number, end: number): AsyncGenerator<Uint8Array, void, void> {
  const file = await open(path, 'r')
  try {
    for (let at = start; at <= end;) {
      const piece = await readAt(file, at, Math.min(chunkBytes, end - at + 1))
      if (piece.length === 0)
        return
      at += piece.length
      yield piece
    }
  }
  finally {
    await file.close()
  }
}

/** Reads a file that is still being written, from the start until `isOver` is true and no more bytes follow. */
async function* followFile(path: string, isOver: () => Promise<boolean>, hungUp: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  let file: FileHandle | undefined
  try {
    for (let at = 0; !hungUp.aborted;) {
      // Checked before the read, so that everything written before the end is read.
      const wasOver = await isOver()
      file ??= await open(path, 'r').catch(() => undefined)
      const piece = file && await readAt(file, at, chunkBytes)
      if (piece && piece.length > 0) {
        at += piece.length
        yield piece
      }
      else if (wasOver) {
        return
      }
      else {
        await sleep(liveLookMs)
      }
    }
  }
  finally {
    await file?.close()
  }
}

async function readAt(file: FileHandle, at: number, mostBytes: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await file.read(new Uint8Array(mostBytes), 0, mostBytes, at)
  return buffer.subarray(0, bytesRead)
}
