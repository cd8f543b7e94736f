/** Writes bytes at a place in a file, all of them or with an error. A disk that fills up takes the first ones and says nothing yet. */
import type { FileHandle } from 'node:fs/promises'

export async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten
}
