/** Compresses an answer as gateways do: a whole one at once, a stream chunk by chunk. */
import type { Transform } from 'node:stream'
import type { Compression } from '../faults.ts'
import type { Answer } from './answer.ts'
import { Readable } from 'node:stream'
import * as zlib from 'node:zlib'

const ways: Readonly<Record<Compression, { whole: (bytes: Uint8Array) => Uint8Array, stream: () => Transform }>> = {
  // Each chunk is flushed, so that the client hears it when it was sent.
  gzip: { whole: zlib.gzipSync, stream: () => zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH }) },
  deflate: { whole: zlib.deflateSync, stream: () => zlib.createDeflate({ flush: zlib.constants.Z_SYNC_FLUSH }) },
  br: { whole: zlib.brotliCompressSync, stream: () => zlib.createBrotliCompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }) },
  zstd: { whole: zlib.zstdCompressSync, stream: () => zlib.createZstdCompress({ flush: zlib.constants.ZSTD_e_flush }) },
}

/** A partial answer stays as it is: its range is one of plain bytes. */
export function compressed(answer: Answer, as: Compression): Answer {
  if (answer.status === 206)
    return answer
  const { 'accept-ranges': _, ...headers } = answer.headers
  const body = answer.body instanceof Uint8Array
    ? ways[as].whole(answer.body)
    : Readable.from(answer.body).compose(ways[as].stream()) as AsyncIterable<Uint8Array>
  return { ...answer, headers: { ...headers, 'content-encoding': as }, body }
}
