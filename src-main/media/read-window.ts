/** Reads many small pieces of a file: each read of the disk brings a window of bytes, from which the next pieces are taken. */
import type { FileHandle } from 'node:fs/promises'

const windowLength = 64 * 1024
/** More boxes or chunks than the longest recording has. Walking on would take long and find nothing. */
export const mostPieces = 500_000

/** The piece at an offset; shorter where the file ends. Valid until the next call. */
export type ReadPiece = (offset: number, length: number) => Promise<Buffer>

/** `length` of a piece is at most 64 KiB. */
export function readThroughWindow(file: Pick<FileHandle, 'read'>): ReadPiece {
  const bytes = Buffer.alloc(windowLength)
  let start = 0
  let end = 0
  return async (offset, length) => {
    if (offset < start || offset + length > end) {
      const { bytesRead } = await file.read(bytes, 0, windowLength, offset)
      start = offset
      end = offset + bytesRead
    }
    return bytes.subarray(offset - start, Math.min(offset + length, end) - start)
  }
}
