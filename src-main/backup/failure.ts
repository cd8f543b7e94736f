/** Why a backup or a restore failed, as a code that the page and the command line have words for. */
import { isFault } from '#contract/faults.ts'
import { found } from '#contract/found.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { StorageError } from '../storage/storage-error.ts'
import { BadBackupError } from './archive.ts'

/** Empty for an unexpected error. */
export function whyItFailed(error: unknown): string {
  if (error instanceof BadBackupError)
    return error.message
  if (isFault(error, 'disk-full'))
    return found('no-room', `${Math.ceil(error.data.neededBytes / 2 ** 20)}/${Math.floor(error.data.freeBytes / 2 ** 20)}`)
  return isOfFullDisk(error) ? found('disk-filled') : ''
}

function isOfFullDisk(error: unknown): boolean {
  if (error instanceof StorageError)
    return error.kind === 'full'
  return isDiskFull(error)
}
