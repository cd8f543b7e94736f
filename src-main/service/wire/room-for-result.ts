/** How large a fetched result may become: by what it is, and by what the disk has left. A service may send without end. */
import type { NamedMedium } from '../references.ts'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '../service-error.ts'
import { DiskError } from './transport.ts'

const mebibyte = 2 ** 20
/** Far more than any of them has. Sound and film that an answer contains itself have the same limits. */
const most: Readonly<Record<NamedMedium, number>> = { picture: 512 * mebibyte, audio: 4096 * mebibyte, video: 32_768 * mebibyte }
const names: Readonly<Record<NamedMedium, string>> = { picture: 'picture', audio: 'sound', video: 'film' }
/** So that the databases can still be written. */
const leftFreeBytes = 256 * mebibyte
/** How much may arrive before the disk is asked again. */
const stepBytes = 32 * mebibyte

export interface RoomForResult {
  /**
   * Call it before a piece is written, and once before the first with what is declared. What was written stays.
   * @throws ServiceError for more than the medium can have; DiskError where the disk would become full
   */
  check: (sizeBytes: number, declaredBytes?: number | null) => Promise<void>
}

export function createRoom(
  path: string,
  medium: NamedMedium,
  { mostBytes = most[medium], freeBytes = freeAt }: { mostBytes?: number, freeBytes?: (path: string) => Promise<number> } = {},
): RoomForResult {
  let askedAt = -Infinity
  return {
    async check(sizeBytes, declaredBytes = null) {
      if (Math.max(sizeBytes, declaredBytes ?? 0) > mostBytes)
        throw tooLarge(medium, mostBytes)
      if (sizeBytes - askedAt < stepBytes)
        return
      askedAt = sizeBytes
      const free = await freeBytes(dirname(path))
      const coming = Math.max((declaredBytes ?? 0) - sizeBytes, 0)
      if (free - coming < leftFreeBytes)
        throw new DiskError(`The disk has ${megabytes(free)} left${coming > 0 ? `, and ${megabytes(coming)} are still to come` : ''}. Free some space: the result is then fetched again, for free`)
    },
  }
}

/** Asking again gives no other. */
export class ResultTooLarge extends ServiceError {}

function tooLarge(medium: NamedMedium, mostBytes: number): ResultTooLarge {
  return new ResultTooLarge({
    kind: 'undecodable',
    said: `The service sends more than ${megabytes(mostBytes)} as one ${names[medium]}, so no more was fetched. What came is kept; ask the service what it made`,
    charged: 'no',
  })
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`
}

/** A folder that cannot be asked is judged when it is written to. */
async function freeAt(folder: string): Promise<number> {
  return statfs(folder).then(({ bavail, bsize }) => bavail * bsize, () => Infinity)
}
