/** The first two messages of speech over a WebSocket: where they go, and what they contain. */
import type { WireRequest } from './wire/encode.ts'
import type { Connection } from './wire/transport.ts'
import { readFile, stat } from 'node:fs/promises'
import { endpointUrl, isLoopback } from './base-url.ts'
import { isObject } from './json.ts'
import { ServiceError } from './service-error.ts'

export interface ConnectionWithSocket extends Connection {
  /** The WebSocket's URL; null for the standard path under the base URL. */
  readonly socketUrl: string | null
}

const longestClip = 32 * 2 ** 20

/** Throws ServiceError for an unencrypted URL of another machine: the first message contains the key. */
export function socketUrlOf({ baseUrl, socketUrl }: ConnectionWithSocket): URL {
  const url = socketUrl === null ? endpointUrl(baseUrl, '/generate/ws') : new URL(socketUrl)
  if (socketUrl === null)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  if (url.protocol !== 'wss:' && !(url.protocol === 'ws:' && isLoopback(url.hostname))) {
    const said = `Speech is streamed over wss: only, not over ${url.protocol}`
    throw new ServiceError({ kind: 'network', said, charged: 'no', isBeforeCommit: true })
  }
  return url
}

/** The first message. */
export function authenticationOf({ key }: Connection, { parts }: WireRequest): string {
  return JSON.stringify({ token: key, model: parts.find(([name]) => name === 'model')?.[1] })
}

/** The second message: all parameters but the model, files as base64. Throws ServiceError `missing-file`. */
export async function messageOf({ parts, files }: WireRequest): Promise<string> {
  const parameters: Record<string, unknown> = {}
  for (const [name, value] of parts) {
    if (name !== 'model')
      parameters[name] = isObject(value) && typeof value.assetId === 'string' ? await base64Of(files[value.assetId]) : value
  }
  return JSON.stringify(parameters)
}

async function base64Of(file: WireRequest['files'][string] | undefined): Promise<string> {
  if (!file)
    throw new TypeError('No file was given for the clip')
  const missing = (how: string, cause?: unknown): ServiceError =>
    new ServiceError({ kind: 'missing-file', said: `${file.name} ${how}`, charged: 'no', isBeforeCommit: true }, { cause })
  if (file.sizeBytes > longestClip)
    throw missing('is too long to be sent over a WebSocket')
  const found = await stat(file.path).catch((error: unknown) => {
    throw missing('cannot be read', error)
  })
  if (found.size !== file.sizeBytes)
    throw missing('is not the size it was')
  return readFile(file.path, 'base64')
}
