/** Finds a free name in the deliveries folder, so that a delivery never replaces a file. */
import { readdir } from 'node:fs/promises'
import { errnoOf } from '../base/errno.ts'
import { freeFileBase, safeFileBase } from '../base/file-name.ts'

/** Without extension. `promised` are names that queued renders will take. The folder may not exist yet. */
export async function freeNameIn(folder: string, name: string, promised: readonly string[]): Promise<string> {
  return freeFileBase(safeFileBase(name), [...await namesIn(folder), ...promised])
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  }
  catch (error) {
    if (errnoOf(error) === 'ENOENT')
      return []
    throw error
  }
}
