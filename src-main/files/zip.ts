/** ZIP archives as a stream, without compressing: media are compressed already. Sizes are known before, so the whole length is, too. */
import { makeZip, predictLength } from 'client-zip'

export interface ZipEntry {
  /** Valid on every system, different from all others of the archive; with slashes where it is in a folder. */
  readonly name: string
  readonly sizeBytes: number
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
  readonly read: () => AsyncIterable<Uint8Array>
}

/** The length of the whole archive, in bytes. */
export function zipLength(entries: readonly ZipEntry[]): number {
  return Number(predictLength(entries.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }))))
}

/** Each file is opened in its turn. Breaks off when one is not as long as it was said to be: what has been sent is then no whole archive. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  yield* makeZip(entries.map(entry => ({
    name: entry.name,
    lastModified: new Date(entry.at),
    size: entry.sizeBytes,
    input: wholeOf(entry),
  })))
}

async function* wholeOf({ name, sizeBytes, read }: ZipEntry): AsyncGenerator<Uint8Array, void, void> {
  let readBytes = 0
  for await (const piece of read()) {
    readBytes += piece.byteLength
    yield piece
  }
  if (readBytes !== sizeBytes)
    throw new Error(`${name} has changed while it was read`)
}
