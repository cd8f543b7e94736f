/**
 * Unpacks answers that a service or gateway compressed although it was asked not to. As the bytes arrive, so that streams stay
 * streams; what arrived before a break is still delivered; and bounded, since a few bytes can unpack to any number.
 */
import type { Transform } from 'node:stream'
import type { Headers } from '../errors.ts'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { headerOf } from '../errors.ts'

/** An answer that cannot be unpacked. Like a broken connection, it says nothing about what the service did. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError'
  readonly code = 'ERR_UNPACK'
}

// Silence and flat pictures compress well, but no large answer compresses this well.
const mostTimesLonger = 250
const alwaysAllowedBytes = 64 * 2 ** 20
/** How many bytes tell a format. */
const headLength = 12
/** More than one is hardly ever seen; each costs memory. */
const mostCodings = 3

const codings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'] as const
type Coding = typeof codings[number]

/** The codings of an answer that can be undone here, outermost first; others, such as `identity`, change nothing. */
export function codingsOf(headers: Headers): readonly Coding[] {
  const named = (headerOf(headers, 'content-encoding') ?? '').toLowerCase().split(',').map(name => name.trim())
  return named.flatMap(name => codings.find(coding => coding === name) ?? []).slice(0, mostCodings).reverse()
}

/** The body without its codings. Throws UnpackError, or the error of the body itself. Can be iterated once. */
export function unpacked(body: AsyncGenerator<Uint8Array>, headers: Headers): AsyncGenerator<Uint8Array> {
  return codingsOf(headers).reduce(undo, body)
}

async function* undo(source: AsyncGenerator<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const head = await readHead(source)
  const transform = transformFor(coding, head)
  if (!transform) {
    yield head
    yield* source
    return
  }
  const feeding = { packedBytes: 0, broke: null as { readonly error: unknown } | null }
  void feed(transform, head, source, feeding)
  let length = 0
  try {
    for await (const chunk of transform as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > alwaysAllowedBytes && length > mostTimesLonger * feeding.packedBytes)
        throw new UnpackError('The answer unpacks to far more than any answer holds')
      yield chunk
    }
  }
  catch (error) {
    throw error instanceof UnpackError
      ? error
      : new UnpackError(`The answer cannot be unpacked (${coding}): ${error instanceof Error ? error.message : String(error)}`)
  }
  finally {
    transform.destroy()
    // Not awaited: it may be waiting for bytes that come no more, until its connection is closed.
    source.return(undefined).catch(() => {})
  }
  if (feeding.broke)
    throw feeding.broke.error
}

async function feed(
  transform: Transform,
  head: Uint8Array,
  source: AsyncGenerator<Uint8Array>,
  feeding: { packedBytes: number, broke: { readonly error: unknown } | null },
): Promise<void> {
  try {
    for (let chunk = head; ;) {
      feeding.packedBytes += chunk.length
      await written(transform, chunk)
      const next = await source.next()
      if (next.done)
        break
      chunk = next.value
    }
    transform.end()
  }
  catch (error) {
    feeding.broke = { error }
    // Ends the unpacked side as well, after everything that came before.
    if (!transform.destroyed)
      transform.push(null)
  }
}

/** The first bytes, as many as tell a format; fewer of a shorter body. */
async function readHead(source: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array()
  while (head.length < headLength) {
    const next = await source.next()
    if (next.done)
      break
    head = Buffer.concat([head, next.value])
  }
  return head
}

/**
 * Null for bytes that are not so coded: some gateways leave the header on an answer that they have unpacked. A cut answer unpacks as
 * far as it goes: whether it is whole is judged by its content, as for any other.
 */
function transformFor(coding: Coding, head: Uint8Array): Transform | null {
  const [first = 0, second = 0] = head
  switch (coding) {
    case 'gzip':
    case 'x-gzip': return first === 0x1F && second === 0x8B ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }) : null
    // RFC 9110 §8.4.1.2 means the zlib format, but some services send the bare one.
    case 'deflate':
      if (isPlain(head))
        return null
      return (first & 0x0F) === 8 && (first * 256 + second) % 31 === 0
        ? createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
        : createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
    case 'br': return isPlain(head) ? null : createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd': return isZstd(head) ? createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }) : null
    default: return coding satisfies never
  }
}

/** A frame, or one to be skipped (RFC 8878 §3.1). */
function isZstd(head: Uint8Array): boolean {
  const magic = head.length >= 4 ? Buffer.from(head).readUInt32LE(0) : 0
  return magic === 0xFD2FB528 || (magic >= 0x184D2A50 && magic <= 0x184D2A5F)
}

/**
 * These formats have no signature of their own: then the content's is looked for. Weak ones could be packed bytes, so text must continue as
 * text: packed, the two bytes E4 10 begin with `{"`.
 */
function isPlain(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1')
  return head.length === 0
    || /^(?:\{"|\[\{|data: |event: |<!doctype|<html)[\t\n\r\x20-\xFF]*$/i.test(text)
    || /^(?:RIFF|fLaC|OggS|ID3|\x89PNG|\xFF\xD8\xFF|.{4}ftyp)/s.test(text)
}

/** Resolves when the bytes are unpacked, which waits until the bytes before them are read. */
function written(transform: Transform, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    transform.write(chunk, error => error ? reject(error) : resolve())
  })
}
