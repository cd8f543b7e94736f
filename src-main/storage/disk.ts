/** Free disk space, checked before anything is paid for. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errnoOf } from '../base/errno.ts'

/** Bytes this user may still write on the volume of `path`; the path itself need not exist yet. */
export async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  }
  catch (error) {
    const isMissing = errnoOf(error) === 'ENOENT'
    const parent = dirname(path)
    if (!isMissing || parent === path)
      throw error
    return freeBytes(parent)
  }
}
