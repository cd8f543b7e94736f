/** Why a move failed, as a code that the page has words for. */
import { found } from '#contract/found.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { errnoOf } from '../base/errno.ts'
import { StorageError } from '../storage/storage-error.ts'
import { CopyDiffers } from './copy-file.ts'
import { ChangedMeanwhile } from './prepared-move.ts'

/** Empty for an unexpected error. */
export function whyNotMoved(error: unknown): string {
  if (isDiskFull(error) || (error instanceof StorageError && error.kind === 'full'))
    return found('disk-filled')
  if (error instanceof CopyDiffers)
    return found('copy-differs')
  if (error instanceof ChangedMeanwhile)
    return found('studio-file-changed', error.file)
  if (error instanceof StorageError && error.kind === 'locked')
    return found('studio-in-use')
  const code = errnoOf(error)
  return ['EIO', 'ENXIO', 'ENODEV', 'ENOENT', 'ESTALE', 'EROFS', 'ENOTCONN'].includes(code) ? found('disk-lost', code) : ''
}
