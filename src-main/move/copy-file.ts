/** Copies a file of the studio to another disk, flushes it, and reads it back: what differs is no copy. */
import type { FileHandle } from 'node:fs/promises'
import type { InsidePath } from '../base/inside.ts'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { open, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../base/atomic-file.ts'
import { sha256File } from '../base/hash.ts'

/** The copy, read back, is not what was read. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'

  constructor() {
    super('A copied file differs from its original')
  }
}

export interface CopyHow {
  readonly signal: AbortSignal
  /** Bytes that were written or read back: twice the size for a whole file. */
  readonly onBytes: (bytes: number) => void
}

const pieceBytes = 1024 * 1024

/** Keeps the time of its last change, by which backups are sorted. @throws CopyDiffers */
export async function copyVerified(from: InsidePath, to: InsidePath, { signal, onBytes }: CopyHow): Promise<void> {
  await makeFolder(dirname(to), { mode: 0o700 })
  // One that an earlier, interrupted attempt has left may not be writable.
  await rm(to, { force: true })
  const { atime, mtime, size } = await stat(from)
  const source = await open(from)
  try {
    const copy = await open(to, 'wx')
    try {
      const written = await copyBytes(source, copy, { signal, onBytes })
      await copy.utimes(atime, mtime)
      await copy.sync()
      if (await sha256File(to, signal) !== written)
        throw new CopyDiffers()
      onBytes(size)
    }
    finally {
      await copy.close()
    }
  }
  finally {
    await source.close()
  }
  // Some file systems set it when the file is closed.
  await utimes(to, atime, mtime)
}

/** The SHA-256 of what was read. */
async function copyBytes(source: FileHandle, copy: FileHandle, { signal, onBytes }: CopyHow): Promise<string> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(piece)
    if (bytesRead === 0)
      return hash.digest('hex')
    const bytes = piece.subarray(0, bytesRead)
    hash.update(bytes)
    await copy.writeFile(bytes)
    onBytes(bytesRead)
  }
}
