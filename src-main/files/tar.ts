/** Tar archives as a stream of known length: what a bundle is, so that it is read from the beginning, as it comes. */
import type { ZipEntry } from './zip.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { wholeOf } from './zip.ts'

const block = 512

/** In bytes. Names have at most 100 letters of ASCII, so that each has one header. */
export function tarLength(entries: readonly Pick<ZipEntry, 'sizeBytes'>[]): number {
  return entries.reduce((sum, { sizeBytes }) => sum + block + Math.ceil(sizeBytes / block) * block, 2 * block)
}

/** The same bytes for the same entries, whenever they were made. Breaks off as `zipOf` does. */
export async function* tarOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const tar = pack()
  const filled = fill(tar, entries)
  // It ends the stream with its error, which is thrown there.
  filled.catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    for await (const piece of tar)
      yield piece as Uint8Array // Packs are streams of bytes.
  }
  finally {
    tar.destroy()
  }
}

async function fill(tar: ReturnType<typeof pack>, entries: readonly ZipEntry[]): Promise<void> {
  for (const entry of entries) {
    const { name, sizeBytes } = entry
    await pipeline(Readable.from(wholeOf(entry)), tar.entry({ name, size: sizeBytes, mtime: new Date(0) }))
  }
  tar.finalize()
}
