/** Reads the first bytes of a file: enough for `sniff`. */
import { open } from 'node:fs/promises'
import { sniffLength } from './magic.ts'

/** A shorter file gives all it has. */
export async function readHead(path: string): Promise<{ head: Buffer, sizeBytes: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffLength), 0, sniffLength, 0)
    return { head: buffer.subarray(0, bytesRead), sizeBytes: size }
  }
  finally {
    await file.close()
  }
}
