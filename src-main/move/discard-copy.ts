/** Removes a copy of the studio folder that did not become the studio. Nothing else in its folder is touched. */
import type { Mark } from '../storage/folder-marks.ts'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inside } from '../base/inside.ts'
import { reserveFileName } from '../storage/disk-reserve.ts'
import { copiedListName, hasArrived, markFileNames, readMark, removeMark } from '../storage/folder-marks.ts'
import { lockFileName, lockFolder } from '../storage/lock.ts'

/** False where its disk is not there. The folder itself goes when the move made it, and it is empty. */
export async function discardCopy(from: string, { id, to, isNew }: Omit<Mark<'moving'>, 'failure'>): Promise<boolean> {
  const names = await readdir(to).catch(() => null)
  if (names === null)
    return readdir(dirname(to)).then(() => true, () => false)
  const arrival = readMark(to, 'arrival')
  if (arrival === null) {
    // Nothing was copied yet, and the lock or half a mark may be there.
    if (names.every(name => [lockFileName, ...markFileNames].includes(wholeName(name))))
      await removeTraces(to, { names, isNew })
    return true
  }
  // Another move has this folder by now, or this one is the studio.
  if (arrival.id !== id || arrival.isSettled || hasArrived(arrival))
    return true
  const lock = lockFolder(to)
  try {
    const own = new Set([...await readdir(from), copiedListName, reserveFileName])
    const marks = new Set([...markFileNames.filter(name => name !== copiedListName), lockFileName])
    for (const name of names.filter(each => own.has(wholeName(each)) && !marks.has(each)))
      await rm(inside(to, name), { recursive: true, force: true })
    // Last, so that an interrupted removal is continued.
    await removeMark(to, 'arrival')
  }
  finally {
    lock.close()
  }
  await removeTraces(to, { names: await readdir(to), isNew })
  return true
}

async function removeTraces(to: string, { names, isNew }: { readonly names: readonly string[], readonly isNew: boolean }): Promise<void> {
  // The mark of a studio that has left this folder before stays, with its lock.
  if (readMark(to, 'moved') === null) {
    for (const name of names.filter(each => each === lockFileName || (each.endsWith('.part') && markFileNames.includes(wholeName(each)))))
      await rm(inside(to, name), { force: true })
  }
  if (isNew)
    await rmdir(to).catch(() => {}) // A person has put something into it.
}

/** A crash leaves files that were being written under a name of their own. */
function wholeName(name: string): string {
  return name.replace(/\.[0-9a-f-]{36}\.part$/, '')
}
