/** What the formats ask of a file, and what they answer: pieces of it, with new bytes between them. */
import type { FileHandle } from 'node:fs/promises'
import { Buffer } from 'node:buffer'

export interface FileBytes {
  readonly size: number
  /** Fewer than asked where the file ends. */
  readonly read: (at: number, length: number) => Promise<Buffer>
}

/** Bytes of the file from `from` up to `to`, or bytes that are new. */
export type Piece = { readonly from: number, readonly to: number } | { readonly bytes: Buffer }

/** `settings` is JSON that Takeroom reads again; `words` is what any other program shows: the prompt, or the words that are spoken. */
export interface EmbeddedNote { readonly settings: string, readonly words: string }

/** All answer null where a file of this format is not what it seems. */
export interface Format {
  /** Also null where the file has a signature that another byte would break. */
  readonly put: (file: FileBytes, note: EmbeddedNote) => Promise<Piece[] | null>
  readonly find: (file: FileBytes) => Promise<string | null>
  /** What `put` was given: the file without the settings, and without the words where `put` has written them. Null without settings. */
  readonly strip: (file: FileBytes, words: string) => Promise<Piece[] | null>
}

/** Longer ones are neither written nor read: they would not be settings. */
export const mostSettingsBytes = 1024 * 1024
/** A damaged file may claim any number of parts. */
export const mostParts = 20_000

export async function bytesOf(file: FileHandle): Promise<FileBytes> {
  const { size } = await file.stat()
  return {
    size,
    async read(at, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, Math.min(length, size - at))), 0, undefined, at)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** The length of what the pieces make, in bytes. */
export function lengthOfPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + ('bytes' in piece ? piece.bytes.length : piece.to - piece.from), 0)
}
