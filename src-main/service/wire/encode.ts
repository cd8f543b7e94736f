/** Encodes the body of a request, with its last bytes apart: they are held back until the request is recorded. */
import type { FileHandle } from 'node:fs/promises'
import type { Kind } from '#contract/words.ts'
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { ServiceError } from '../service-error.ts'

/** The file of an asset: its path, and its name and type in the request. */
export interface WireFile { readonly path: string, readonly name: string, readonly mime: string, readonly sizeBytes: number }

/**
 * A request as it is sent. In a form, a value with an `assetId` is replaced by the file of that id; in JSON, an object
 * `{ dataUrlOf: id }` at any depth by the file as a `data:` URL.
 */
export interface WireRequest {
  readonly path: '/generate' | '/chat/completions' | '/generate/upload'
  readonly encoding: 'json' | 'multipart'
  readonly parts: readonly (readonly [name: string, value: unknown])[]
  readonly files: Readonly<Record<string, WireFile>>
  readonly kind: Kind | 'upload'
  /** How long the answer may take after the request was sent. */
  readonly timeoutMs: number
}

export interface BodyPlan {
  readonly contentType: string
  readonly sizeBytes: number
  /** All bytes except the tail; files are read while they are sent. Throws ServiceError `missing-file` for one that is not as declared. */
  chunks: () => AsyncGenerator<Uint8Array>
  /** Without these the service cannot have a complete request. */
  readonly tail: Uint8Array
}

type BodyPart = Uint8Array | WireFile | Base64Of
/** The bytes of a file as base64. */
interface Base64Of { readonly base64Of: WireFile }

/** Throws TypeError for a file in a JSON request and for a missing one: those are bugs of the caller. */
export function planBody(request: WireRequest): BodyPlan {
  return request.encoding === 'json' ? planJson(request) : planMultipart(request)
}

function planJson({ parts, files }: WireRequest): BodyPlan {
  if (parts.some(([, value]) => filesIn(value).length > 0))
    throw new TypeError('A JSON request cannot carry a file')
  // No text can contain this random mark. The files themselves are read while they are sent.
  const mark = randomBytes(18).toString('hex')
  const body = JSON.stringify(Object.fromEntries(parts), (_, value: unknown) => {
    const id = dataUrlIn(value)
    return id === null ? value : `${mark}${id}${mark}`
  })
  const chunks = body.slice(0, -1).split(mark).flatMap((chunk, index): BodyPart[] => {
    if (index % 2 === 0)
      return [Buffer.from(chunk)]
    const file = fileOf(files, chunk)
    return [Buffer.from(`data:${file.mime};base64,`), { base64Of: file }]
  })
  return planOf('application/json', chunks, Buffer.from(body.slice(-1)))
}

function planMultipart({ parts, files }: WireRequest): BodyPlan {
  const boundary = `takeroom-${randomBytes(18).toString('hex')}`
  const chunks = parts.flatMap(([name, value]): BodyPart[] => {
    const carried = filesIn(value)
    if (carried.length === 0)
      return [Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${asText(value)}\r\n`)]
    return carried.flatMap((assetId): BodyPart[] => {
      const file = fileOf(files, assetId)
      const disposition = `content-disposition: form-data; name="${quoted(name)}"; filename="${quoted(file.name)}"`
      const head = `--${boundary}\r\n${disposition}\r\ncontent-type: ${file.mime}\r\n\r\n`
      return [Buffer.from(head), file, Buffer.from('\r\n')]
    })
  })
  return planOf(`multipart/form-data; boundary=${boundary}`, chunks, Buffer.from(`--${boundary}--\r\n`))
}

function planOf(contentType: string, chunks: readonly BodyPart[], tail: Uint8Array): BodyPlan {
  return {
    contentType,
    sizeBytes: chunks.reduce((sum, chunk) => sum + sizeOf(chunk), tail.length),
    tail,
    async* chunks() {
      for (const chunk of chunks) {
        if (chunk instanceof Uint8Array)
          yield chunk
        else if ('base64Of' in chunk)
          yield* asBase64(readFile(chunk.base64Of))
        else
          yield* readFile(chunk)
      }
    },
  }
}

function sizeOf(chunk: BodyPart): number {
  if (chunk instanceof Uint8Array)
    return chunk.length
  return 'base64Of' in chunk ? Math.ceil(chunk.base64Of.sizeBytes / 3) * 4 : chunk.sizeBytes
}

async function* asBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let carried: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const all = Buffer.concat([carried, chunk])
    // Three bytes are four base64 characters: only whole groups can be encoded before the end.
    const whole = all.length - all.length % 3
    carried = all.subarray(whole)
    yield Buffer.from(all.toString('base64', 0, whole))
  }
  yield Buffer.from(Buffer.from(carried).toString('base64'))
}

const readBytes = 65_536

async function* readFile(file: WireFile): AsyncGenerator<Uint8Array> {
  const handle = await openOrRefuse(file)
  try {
    let at = 0
    for (;;) {
      // One byte more than declared is requested, so that a file that has grown is noticed.
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(readBytes, file.sizeBytes - at + 1)), 0, null, at)
      at += bytesRead
      if (at > file.sizeBytes || (bytesRead === 0 && at < file.sizeBytes))
        throw missingFile(file, 'changed while it was being sent')
      if (bytesRead === 0)
        return
      yield buffer.subarray(0, bytesRead)
    }
  }
  finally {
    await handle.close()
  }
}

async function openOrRefuse(file: WireFile): Promise<FileHandle> {
  const handle = await open(file.path).catch((cause: unknown) => {
    throw missingFile(file, 'cannot be read', cause)
  })
  const { size } = await handle.stat()
  if (size === file.sizeBytes)
    return handle
  await handle.close()
  throw missingFile(file, 'is not the size it was')
}

function missingFile(file: WireFile, how: string, cause?: unknown): ServiceError {
  return new ServiceError({ kind: 'missing-file', said: `${file.name} ${how}`, charged: 'no', isBeforeCommit: true }, { cause })
}

function fileOf(files: WireRequest['files'], id: string): WireFile {
  const file = Object.hasOwn(files, id) ? files[id] : undefined
  if (!file)
    throw new TypeError(`No file was given for ${id}`)
  return file
}

function dataUrlIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'dataUrlOf' in value && typeof value.dataUrlOf === 'string' ? value.dataUrlOf : null
}

/** The asset ids in a value, in order. */
function filesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'assetId' in entry && typeof entry.assetId === 'string' ? [entry.assetId] : [])
}

/** A form has only text values: objects are sent as JSON (service document 2f). */
function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

// HTML §4.10.21.8, multipart/form-data encoding: exactly these three are escaped.
function quoted(name: string): string {
  return name.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22')
}
