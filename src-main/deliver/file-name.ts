/** Finds a name in the deliveries folder that no file has, so that a delivery never takes the place of another. */
import { readdir } from 'node:fs/promises'
import { freeFileBase, safeFileBase } from '../base/file-name.ts'

/** Without extension. `promised` are names that work under way will take. The folder may be yet to be made. */
export async function freeNameIn(folder: string, name: string, promised: readonly string[]): Promise<string> {
  return freeFileBase(safeFileBase(name), [...await namesIn(folder), ...promised])
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  }
  catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return []
    throw error
  }
}
