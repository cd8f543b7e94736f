/** A few megabytes reserved on the disk, so that a paid request can be recorded even when the disk is full. */
import type { Database } from './database.ts'
import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { placeFile } from '../base/atomic-file.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { freeBytes } from './disk.ts'
import { StorageError } from './storage-error.ts'

export interface DiskReserve {
  readonly isHeld: () => boolean
  /** Frees the reserved space. Returns true if there was any. */
  free: () => Promise<boolean>
  /** Reserves the space again if the disk has `spareBytes` beyond it. Returns true if the reserve is held afterwards. */
  restore: () => Promise<boolean>
  /**
   * Runs `work`; when the disk is full, frees the reserve and runs it again. A failed `work` must have undone itself,
   * as a transaction does.
   */
  rescue: <T>(work: () => Promise<T>) => Promise<T>
}

export interface DiskReserveOptions {
  /** Default 8 MiB: some thousand rows with their journal. */
  readonly sizeBytes?: number
  /** Free space required beyond the reserve before it is taken again. Default 64 MiB. */
  readonly spareBytes?: number
}

export const reserveFileName = 'ballast.bin'

/** Finds or creates the folder's reserve. A disk without room is not an error: `isHeld()` is then false. */
export async function createDiskReserve(
  folder: string,
  { sizeBytes = 8 * 2 ** 20, spareBytes = 64 * 2 ** 20 }: DiskReserveOptions = {},
): Promise<DiskReserve> {
  const path = join(folder, reserveFileName)
  let isHeld = await sizeOf(path) >= sizeBytes
  let timesFreed = 0

  async function restore(): Promise<boolean> {
    if (isHeld || await freeBytes(folder) < sizeBytes + spareBytes)
      return isHeld
    isHeld = await fill(path, sizeBytes)
    return isHeld
  }

  async function free(): Promise<boolean> {
    const wasThere = await sizeOf(path) > 0
    await rm(path, { force: true })
    isHeld = false
    timesFreed += wasThere ? 1 : 0
    return wasThere
  }

  await restore()
  return {
    isHeld: () => isHeld,
    free,
    restore,
    async rescue(work) {
      const before = timesFreed
      try {
        return await work()
      }
      catch (error) {
        const causes = [error, error instanceof Error ? error.cause : null]
        const isFull = causes.some(each => each instanceof StorageError && each.kind === 'full')
        // Another write may have freed it in the meantime.
        if (!isFull || !(await free() || timesFreed > before))
          throw error
        return work()
      }
    },
  }
}

/** The same database, each write of which is rescued. */
export function withReserve<Db extends Database>(db: Db, { rescue }: Pick<DiskReserve, 'rescue'>): Db {
  return { ...db, run: query => rescue(() => db.run(query)), transaction: work => rescue(() => db.transaction(work)) }
}

// Random bytes: setting the length alone reserves nothing, and some disks store zeros without using space.
async function fill(path: string, sizeBytes: number): Promise<boolean> {
  const partPath = `${path}.part`
  try {
    const file = await open(partPath, 'w')
    try {
      for (let left = sizeBytes; left > 0; left -= 2 ** 20)
        await file.writeFile(randomBytes(Math.min(left, 2 ** 20)))
    }
    finally {
      await file.close()
    }
    await placeFile(partPath, path)
    return true
  }
  catch (error) {
    await rm(partPath, { force: true })
    if (isDiskFull(error))
      return false
    throw error
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
