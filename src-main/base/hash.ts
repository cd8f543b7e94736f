/** SHA-256 as lower-case hexadecimal, the name under which content is kept. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Reads the file once as a stream; memory does not grow with its size. */
export async function sha256File(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { ...(signal && { signal }) })
  return hash.digest('hex')
}
