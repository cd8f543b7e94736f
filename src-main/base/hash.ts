/** SHA-256 as lower-case hexadecimal, the name under which content is stored. */
import type { Hash } from 'node:crypto'
import type { InsidePath } from './inside.ts'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** With 64 kB, asking for the pieces takes longer than hashing them. */
const pieceBytes = 256 * 1024

/** Hashes a file in constant memory: a stream would take new memory for each piece, which takes as long as hashing. */
export async function sha256File(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await addFile(hash, path, { piece: Buffer.allocUnsafe(pieceBytes), signal })
  return hash.digest('hex')
}

/** The same of several files, one after another. */
export async function sha256Files(paths: readonly InsidePath[], signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  for (const path of paths)
    await addFile(hash, path, { piece, signal })
  return hash.digest('hex')
}

async function addFile(
  hash: Hash,
  path: string,
  { piece, signal }: { readonly piece: Buffer, readonly signal: AbortSignal | undefined },
): Promise<void> {
  const file = await open(path)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(piece)
      if (bytesRead === 0)
        return
      hash.update(piece.subarray(0, bytesRead))
    }
  }
  finally {
    await file.close()
  }
}
