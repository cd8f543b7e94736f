/** Whether a studio folder is in use, without opening it. */
import { lockFolder } from '../storage/lock.ts'

/** True while a studio of any version has the folder open, or its lock cannot be asked: opening the studio says why. */
export function isStudioOpen(folder: string): boolean {
  try {
    lockFolder(folder).close()
    return false
  }
  catch {
    return true
  }
}
