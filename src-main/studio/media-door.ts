/** Serves bytes to the page by id: whole or by range, from files that the library, a delivery or a live job names. */
import type { MediaRef } from '#contract/studio.ts'
import type { Ledger } from '../jobs/ledger.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { MediaAnswer, Studio } from './ports.ts'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { livePath } from '../jobs/kinds/speech.ts'
import { hasEnded } from '../jobs/states.ts'
import { rangeOf } from './byte-range.ts'

interface Found { readonly path: string, readonly mime: string, readonly etag: string }

const notFound: MediaAnswer = { status: 404, headers: {}, body: null }
const chunkBytes = 256 * 1024
const liveLookMs = 60

export function createMediaDoor(ports: {
  assets: Assets
  deliveries: Deliveries
  ledger: Ledger
  workFolder: string
}): Studio['openMedia'] {
  async function find(ref: Exclude<MediaRef, { of: 'live' }>): Promise<Found | null> {
    if (ref.of === 'asset') {
      const asset = await ports.assets.get(ref.assetId)
      if (!asset)
        return null
      const mime = { original: asset.mime, poster: 'image/jpeg', peaks: 'application/octet-stream' }[ref.variant]
      return { path: ports.assets.pathOf(asset, ref.variant), mime, etag: `"${asset.id.slice(0, 32)}-${ref.variant}"` }
    }
    const delivery = await ports.deliveries.get(ref.deliveryId)
    const file = delivery.files.find(each => each.role === ref.role)
    return file
      ? { path: join(delivery.folder, file.name), mime: ref.role === 'video' ? 'video/mp4' : 'text/plain; charset=utf-8', etag: `"${delivery.id}-${file.sizeBytes}"` }
      : null
  }

  async function answerLive(jobId: Extract<MediaRef, { of: 'live' }>['jobId'], method: string): Promise<MediaAnswer> {
    await ports.ledger.row(jobId)
    const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' }
    const hasJobEnded = async (): Promise<boolean> => hasEnded((await ports.ledger.row(jobId)).state)
    return { status: 200, headers, body: method === 'HEAD' ? null : followFile(livePath(ports.workFolder, jobId), hasJobEnded) }
  }

  return async (ref, request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return { status: 405, headers: { Allow: 'GET, HEAD' }, body: null }
    try {
      if (ref.of === 'live')
        return await answerLive(ref.jobId, request.method)
      const found = await find(ref)
      return found ? await answerFile(found, request) : notFound
    }
    catch (error) {
      if (isFault(error, 'not-found') || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
        return notFound
      throw error
    }
  }
}

async function answerFile(found: Found, request: Parameters<Studio['openMedia']>[1]): Promise<MediaAnswer> {
  const { size } = await stat(found.path)
  const headers = {
    'Content-Type': found.mime,
    'Accept-Ranges': 'bytes',
    'ETag': found.etag,
    'Cache-Control': 'private, max-age=3600',
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
    body: request.method === 'HEAD' || size === 0 ? null : readFile(found.path, range.start, range.end),
  }
}

// Pulled piece by piece and closed in `cancel`: Readable.toWeb can throw uncaught when a player lets go (nodejs/node#64529).
function readFile(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let file: Awaited<ReturnType<typeof open>> | undefined
  let at = start
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      file ??= await open(path, 'r')
      const buffer = new Uint8Array(Math.min(chunkBytes, end - at + 1))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      at += bytesRead
      if (bytesRead > 0)
        controller.enqueue(buffer.subarray(0, bytesRead))
      if (bytesRead === 0 || at > end) {
        await file.close()
        controller.close()
      }
    },
    async cancel() {
      await file?.close()
    },
  }, { highWaterMark: 1 })
}

/** Reads a file that is still being written, from its beginning until `isOver` and nothing more has come. */
function followFile(path: string, isOver: () => Promise<boolean>): ReadableStream<Uint8Array> {
  let file: Awaited<ReturnType<typeof open>> | undefined
  let at = 0
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        // Asked before reading: what was written before the end is then certainly read.
        const wasOver = isCancelled || await isOver()
        file ??= await open(path, 'r').catch(() => undefined)
        const buffer = new Uint8Array(chunkBytes)
        const bytesRead = file ? (await file.read(buffer, 0, buffer.length, at)).bytesRead : 0
        if (bytesRead > 0) {
          at += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
          return
        }
        if (wasOver) {
          await file?.close()
          controller.close()
          return
        }
        await new Promise(resolve => setTimeout(resolve, liveLookMs))
      }
    },
    async cancel() {
      isCancelled = true
      await file?.close()
    },
  }, { highWaterMark: 0 })
}
