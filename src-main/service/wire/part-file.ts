/** The file that an answer is written to as it arrives; its errors are DiskErrors, distinct from network errors. */
import type { FileHandle } from 'node:fs/promises'
import type { UntilRoom } from '../../base/until-room.ts'
import { open } from 'node:fs/promises'
import { errnoOf } from '../../base/errno.ts'
import { writeAll } from '../../base/write-all.ts'
import { DiskError } from './transport.ts'

export interface PartFile {
  readonly sizeBytes: number
  append: (bytes: Uint8Array) => Promise<void>
  /** Overwrites existing bytes, such as a header whose sizes were not known. */
  overwrite: (bytes: Uint8Array, at: number) => Promise<void>
  restart: () => Promise<void>
  read: (length: number, at: number) => Promise<Uint8Array>
  sync: () => Promise<void>
  close: () => Promise<void>
}

/**
 * With `keep`, opens the file to append to it; otherwise empties it. `untilRoom` runs what is appended again while the disk is full. All
 * failures are DiskErrors.
 */
export async function openPartFile(
  path: string,
  { keep, untilRoom = write => write() }: { readonly keep: boolean, readonly untilRoom?: UntilRoom | undefined },
): Promise<PartFile> {
  const file = await onDisk(openEither(path, keep))
  let sizeBytes = (await onDisk(file.stat())).size
  return {
    get sizeBytes() {
      return sizeBytes
    },
    async append(bytes) {
      await onDisk(untilRoom(() => writeAll(file, bytes, sizeBytes)))
      sizeBytes += bytes.length
    },
    overwrite: (bytes, at) => onDisk(writeAll(file, bytes, at)),
    async restart() {
      await onDisk(file.truncate(0))
      sizeBytes = 0
    },
    async read(length, at) {
      const { buffer, bytesRead } = await onDisk(file.read(Buffer.alloc(length), 0, length, at))
      return buffer.subarray(0, bytesRead)
    },
    sync: () => onDisk(file.sync()),
    close: () => onDisk(file.close()),
  }
}

async function openEither(path: string, keep: boolean): Promise<FileHandle> {
  if (!keep)
    return open(path, 'w+')
  return open(path, 'r+').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT')
      return open(path, 'w+')
    throw error
  })
}

async function onDisk<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  }
  catch (cause) {
    throw new DiskError(`The answer cannot be kept: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
