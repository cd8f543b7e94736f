/** The copy that a move has left at the former place: how much it is, and deleting it. */
import type { StudioFile } from './studio-files.ts'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { inside, insideOrNull } from '../base/inside.ts'
import { reserveFileName } from '../storage/disk-reserve.ts'
import { hasArrived, readMark, removeMark } from '../storage/folder-marks.ts'
import { lockFolder } from '../storage/lock.ts'
import { readCopiedList, removeCopiedList } from './copied-list.ts'
import { stampOf } from './studio-files.ts'

export interface FormerCopy {
  readonly folder: string
  readonly files: readonly StudioFile[]
}

/** Null where there is none, it was deleted, or its disk is not there. */
export async function findFormerCopy(folder: string): Promise<FormerCopy | null> {
  const arrival = readMark(folder, 'arrival')
  if (arrival === null || !arrival.isSettled || !await isThere(arrival))
    return null
  const files = await readCopiedList(folder, arrival.id)
  return files.length === 0 ? null : { folder: arrival.from, files }
}

async function isThere(arrival: { readonly id: string, readonly from: string }): Promise<boolean> {
  try {
    // Main does not wait for a disk that does not answer, as reading a mark would.
    await stat(arrival.from)
    return hasArrived(arrival)
  }
  catch {
    // Its disk does not answer, or its mark cannot be read: nothing of it is deleted.
    return false
  }
}

/**
 * Deletes the files that were copied and are as they were then, with the folders that are empty afterwards. The mark that names the new
 * folder stays: whoever opens the former one gets there. Answers how many files were kept.
 */
export async function removeFormerCopy(folder: string, { folder: former, files }: FormerCopy): Promise<number> {
  // Nobody may have it open, and nobody opens it meanwhile.
  const lock = lockFolder(former)
  let kept = 0
  try {
    for (const { name, stamp } of files) {
      const path = insideOrNull(former, name)
      const now = path === null ? null : await stampOf(path)
      if (path === null || now === null)
        continue
      if (now.stamp !== stamp) {
        kept += 1
        continue
      }
      await rm(path)
    }
    await removeEmptyFolders(former)
    await rm(inside(former, reserveFileName), { force: true })
    await removeMark(former, 'moving')
  }
  finally {
    lock.close()
  }
  // From here on nothing of it is known, and nothing is deleted there any more.
  await removeCopiedList(folder)
  await removeMark(folder, 'arrival')
  return kept
}

/** Those within it. */
async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory())
      continue
    const path = inside(folder, entry.name)
    await removeEmptyFolders(path)
    if ((await readdir(path)).length === 0)
      await rmdir(path)
  }
}
