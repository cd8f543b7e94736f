/** Reads a whole request into memory, up to a limit, and parses it into fields and files. */
import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { ConnectionCut, Refusal } from '../answers/answer.ts'

export interface UploadedFile {
  readonly field: string
  readonly name: string
  readonly bytes: Buffer
}

/** A request body of either encoding. Multipart fields are strings; JSON fields keep their types. */
export interface Submission {
  readonly encoding: 'json' | 'multipart'
  readonly fields: ReadonlyMap<string, unknown>
  readonly files: readonly UploadedFile[]
}

/** The bytes of a complete request. Throws Refusal 413 above the limit, ConnectionCut when the client leaves first. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new Refusal(413, `Request body is larger than ${maxBytes} bytes`))
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      return tooLarge()
    // The client may have left before the listeners below were attached; its events are over then.
    if (request.destroyed)
      return reject(new ConnectionCut())
    const chunks: Buffer[] = []
    let sizeBytes = 0
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= maxBytes)
        chunks.push(chunk)
      else
        tooLarge()
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => reject(new ConnectionCut()))
    request.on('close', () => reject(new ConnectionCut()))
  })
}

/** Throws Refusal 415 for other content types and 400 for a body that does not match its type. */
export async function parseBody(contentType: string | undefined, body: Buffer): Promise<Submission> {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json')
    return parseJson(body)
  if (contentType !== undefined && type === 'multipart/form-data')
    return parseMultipart(contentType, body)
  throw new Refusal(415, `Unsupported content type: ${type ?? 'none'}. Send application/json or multipart/form-data`)
}

function parseJson(body: Buffer): Submission {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  }
  catch (cause) {
    throw new Refusal(400, `Request body is not valid JSON: ${cause instanceof Error ? cause.message : ''}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'Request body should be a JSON object')
  return { encoding: 'json', fields: new Map(Object.entries(value)), files: [] }
}

function parseMultipart(contentType: string, body: Buffer): Promise<Submission> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(new Refusal(400, `Error parsing the form: ${error instanceof Error ? error.message : String(error)}`))
    const fields = new Map<string, unknown>()
    const files: UploadedFile[] = []
    try {
      const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { fieldSize: 8 << 20 } })
      parser.on('field', (name, value) => fields.set(name, value))
      parser.on('file', (field, stream, name) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', refuse)
        stream.on('end', () => files.push({ field, name, bytes: Buffer.concat(chunks) }))
      })
      parser.on('finish', () => resolve({ encoding: 'multipart', fields, files }))
      parser.on('error', refuse)
      parser.end(body)
    }
    catch (error) {
      refuse(error) // The constructor throws when the boundary is missing.
    }
  })
}
