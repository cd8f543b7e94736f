/** SHA-256 as lower-case hexadecimal, the name under which content is stored. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** With the usual 64 kB, handing the pieces on takes longer than hashing them. */
const pieceBytes = 256 * 1024

/** Hashes a file as a stream, in constant memory. */
export async function sha256File(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: pieceBytes }), hash, { ...(signal && { signal }) })
  return hash.digest('hex')
}
