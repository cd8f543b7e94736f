/**
 * Handles file uploads for both hosts: reads the file's name, joins its slices, passes the bytes on, and builds the response.
 *
 * The page sends a file in slices, one request each, so that neither side has more than a slice in memory. A slice says its place in
 * `Content-Range`; all but the first name their upload in `X-Upload`. A request without `Content-Range` is a whole file.
 */
import type { FaultCode } from '#contract/faults.ts'
import type { Log } from '../base/log.ts'
import type { Studio } from '../studio/ports.ts'
import { isFault } from '#contract/faults.ts'
import { newId } from '../base/ids.ts'
import { newReference, stackOf } from './wire.ts'

export interface ReceiveAnswer { readonly status: number, readonly body: unknown }

export interface Incoming {
  /** A header of the request; null when it is missing. `x-file-name` is percent-encoded. */
  readonly header: (name: 'x-file-name' | 'x-upload' | 'content-range' | 'content-length') => string | null
  readonly bytes: AsyncIterable<Uint8Array>
  /** Whether the client hung up, so that a broken stream is expected. */
  readonly isGone: () => boolean
}

export interface FileReceiver {
  /** Answers `{ ticket }`, `{ upload }` while slices are missing, or `{ code, data }` of a fault. Never throws. */
  receive: (incoming: Incoming) => Promise<ReceiveAnswer>
  /** Ends the uploads that still wait for slices. */
  close: () => void
}

export interface ReceiverOptions {
  readonly studio: Studio
  readonly log: Log
  /** How long an upload waits for its next slice, in ms. A page that has gone sends none. */
  readonly sliceWithinMs?: number
}

interface Part { readonly start: number, readonly end: number, readonly size: number }

interface Upload {
  readonly writer: WritableStreamDefaultWriter<Uint8Array>
  readonly answer: Promise<ReceiveAnswer>
  readonly size: number
  /** Bytes received so far; null while a slice is being received. */
  at: number | null
  isGone: boolean
  timer?: NodeJS.Timeout
}

const statuses: Partial<Record<FaultCode, number>> = { 'unsupported-file': 415, 'file-too-large': 413, 'disk-full': 507 }
/** A person drops many files, but the page sends one after another. */
const mostUploads = 32

export function createFileReceiver({ studio, log, sliceWithinMs = 60_000 }: ReceiverOptions): FileReceiver {
  const uploads = new Map<string, Upload>()

  async function file(
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    sizeBytes: number | null,
    isGone: () => boolean,
  ): Promise<ReceiveAnswer> {
    try {
      return { status: 200, body: { ticket: await studio.receiveFile(name, bytes, sizeBytes) } }
    }
    catch (thrown) {
      const status = isFault(thrown) ? statuses[thrown.code] : undefined
      if (isFault(thrown) && status !== undefined)
        return { status, body: { code: thrown.code, data: thrown.data } }
      const reference = newReference()
      if (!isGone())
        log.error('import-failed', { reference, error: stackOf(thrown) })
      return { status: 500, body: { code: 'internal', data: { reference } } }
    }
  }

  function begin(name: string, size: number): string {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const upload: Upload = {
      writer: writable.getWriter(),
      answer: file(name, readable, size, () => upload.isGone),
      size,
      at: 0,
      isGone: false,
    }
    // A stream that the studio refused rejects this as well; the refusal is in the answer.
    upload.writer.closed.catch(() => {})
    const id = newId()
    uploads.set(id, upload)
    return id
  }

  function end(id: string): void {
    const upload = uploads.get(id)
    if (!upload)
      return
    clearTimeout(upload.timer)
    uploads.delete(id)
    upload.isGone = true
    // Rejects only when the stream has already ended, which is what is wanted.
    upload.writer.abort(new Error('The rest of the file never came')).catch(() => {})
  }

  async function takeSlice(id: string, upload: Upload, part: Part, bytes: AsyncIterable<Uint8Array>): Promise<ReceiveAnswer> {
    clearTimeout(upload.timer)
    if (upload.at !== part.start || upload.size !== part.size) {
      end(id)
      return refuse(409)
    }
    upload.at = null
    let at = part.start
    for await (const piece of bytes) {
      at += piece.byteLength
      if (at > part.end + 1)
        break
      // Resolves when the studio takes the piece; rejects when it wants no more.
      const isTaken = await upload.writer.write(piece).then(() => true, () => false)
      if (!isTaken) {
        uploads.delete(id)
        return upload.answer
      }
    }
    if (at !== part.end + 1) {
      end(id)
      return refuse(400)
    }
    if (at === upload.size) {
      uploads.delete(id)
      await upload.writer.close().catch(() => {}) // As above: a refusal is in the answer.
      return upload.answer
    }
    upload.at = at
    upload.timer = setTimeout(end, sliceWithinMs, id)
    upload.timer.unref()
    return { status: 202, body: { upload: id } }
  }

  return {
    async receive({ header, bytes, isGone }) {
      const encoded = header('x-file-name')
      const name = readFileName(encoded)
      if (name === null)
        return { status: 400, body: { code: 'unsupported-file', data: { name: encoded ?? '', found: 'a file without a usable name' } } }
      const range = header('content-range')
      if (range === null) {
        const size = header('content-length')
        return file(name, bytes, size === null ? null : Number(size), isGone)
      }
      const part = readPart(range)
      const known = header('x-upload')
      if (!part || (known === null) !== (part.start === 0))
        return refuse(400)
      if (known === null && uploads.size >= mostUploads)
        return refuse(503)
      const id = known ?? begin(name, part.size)
      const upload = uploads.get(id)
      if (!upload)
        return refuse(404)
      try {
        return await takeSlice(id, upload, part, bytes)
      }
      catch (thrown) {
        // The client's body broke off.
        end(id)
        if (!isGone())
          log.error('import-failed', { reference: newReference(), error: stackOf(thrown) })
        return refuse(400)
      }
    },
    close: () => [...uploads.keys()].forEach(end),
  }
}

/** The page sends the file again from its start. */
function refuse(status: number): ReceiveAnswer {
  return { status, body: { code: 'disconnected', data: {} } }
}

/** RFC 9110 §14.4, with both ends and the whole length known. */
function readPart(range: string): Part | null {
  const [, start = 0, end = 0, size = 0] = (/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range) ?? []).map(Number)
  return start <= end && end < size ? { start, end, size } : null
}

/**
 * What a system lets a file be called is for display alone, so nothing of it is refused: names of devices and paths do no harm here, and
 * files that leave get safe names. Null for a header that is missing or broken, which our page never sends.
 */
function readFileName(encoded: string | null): string | null {
  if (encoded === null || encoded === '')
    return null
  try {
    return decodeURIComponent(encoded).replaceAll(/[/\\]/g, '_').replaceAll(/\p{Cc}/gu, ' ')
  }
  catch {
    return null
  }
}
