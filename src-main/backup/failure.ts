/** Explains a failed backup or restore in a sentence for the person. */
import { isFault } from '#contract/faults.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { StorageError } from '../storage/storage-error.ts'
import { BadBackupError } from './archive.ts'

/** Empty for an unexpected error. */
export function whyItFailed(error: unknown): string {
  if (error instanceof BadBackupError)
    return error.message
  if (isFault(error, 'disk-full'))
    return `There is too little room: ${Math.ceil(error.data.neededBytes / 2 ** 20)} MB are needed, ${Math.floor(error.data.freeBytes / 2 ** 20)} MB are free.`
  return isOfFullDisk(error) ? 'The disk became full on the way. Make room and try again.' : ''
}

function isOfFullDisk(error: unknown): boolean {
  if (error instanceof StorageError)
    return error.kind === 'full'
  return isDiskFull(error)
}
