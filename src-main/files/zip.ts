/** ZIP archives as a stream, without compressing: media are compressed already. Sizes are known before, so the whole length is, too. */
import { createHash } from 'node:crypto'
import { makeZip, predictLength } from 'client-zip'

export interface ZipEntry {
  /** Valid on every system, different from all others of the archive; with slashes where it is in a folder. */
  readonly name: string
  readonly sizeBytes: number
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
  readonly read: () => AsyncIterable<Uint8Array>
  /** What its bytes must have; absent where nothing is known of them. */
  readonly sha256?: string | undefined
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

/** Its bytes. @throws Error where they are not as many as was said, or not those of its hash */
export async function* wholeOf({ name, sizeBytes, read, sha256 }: ZipEntry): AsyncGenerator<Uint8Array, void, void> {
  const hash = sha256 === undefined ? null : createHash('sha256')
  let readBytes = 0
  for await (const piece of read()) {
    readBytes += piece.byteLength
    hash?.update(piece)
    yield piece
  }
  if (readBytes !== sizeBytes)
    throw new Error(`${name} has changed while it was read`)
  if (hash && hash.digest('hex') !== sha256)
    throw new Error(`${name} is damaged`)
}
