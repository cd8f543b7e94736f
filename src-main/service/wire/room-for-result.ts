/** How large a fetched result may become: by what it is, and by what the disk has left. A service may send without end. */
import type { NamedMedium } from '../references.ts'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { found } from '#contract/found.ts'
import { ServiceError } from '../service-error.ts'
import { DiskError } from './transport.ts'

const mebibyte = 2 ** 20
/** Far more than any of them has. Sound and film that an answer contains itself have the same limits. */
const most: Readonly<Record<NamedMedium, number>> = { picture: 512 * mebibyte, audio: 4096 * mebibyte, video: 32_768 * mebibyte }
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
        throw tooLarge(mostBytes)
      if (sizeBytes - askedAt < stepBytes)
        return
      askedAt = sizeBytes
      const free = await freeBytes(dirname(path))
      const coming = Math.max((declaredBytes ?? 0) - sizeBytes, 0)
      if (free - coming < leftFreeBytes) {
        throw new DiskError(coming > 0
          ? found('disk-left-coming', `${megabytes(free)}/${megabytes(coming)}`)
          : found('disk-left', megabytes(free)))
      }
    },
  }
}

/** Asking again gives no other. */
export class ResultTooLarge extends ServiceError {}

function tooLarge(mostBytes: number): ResultTooLarge {
  return new ResultTooLarge({
    kind: 'undecodable',
    said: found('result-too-large', megabytes(mostBytes)),
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
