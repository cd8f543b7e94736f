/**
 * The folder that a person chose for backups. A mark in it tells the disk that was chosen from the empty folder that is there while the
 * disk is not connected: without it, backups would be written to another disk silently.
 */
import type { BackupFolderProblem } from '#contract/backup-words.ts'
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { fileExists, writeFileAtomic } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { isWithin } from '../base/within.ts'
import { freeBytes } from '../storage/disk.ts'

const markName = '.takeroom-backups'

/** Marks it, and answers its path. @throws Fault backup-folder-refused */
export async function markBackupFolder(
  asked: string,
  { studioFolder, neededBytes }: { readonly studioFolder: string, readonly neededBytes: number },
): Promise<string> {
  const refuse = (because: BackupFolderProblem): never => {
    throw new Fault('backup-folder-refused', { because, folder: asked })
  }
  if (!isAbsolute(asked) || asked.includes('\0'))
    return refuse('not-absolute')
  const folder = resolve(asked)
  if (!await isFolder(folder))
    return refuse('not-there')
  if (isWithin(await realpath(folder), await realpath(studioFolder)))
    return refuse('in-studio')
  if (await freeBytes(folder) < neededBytes)
    return refuse('no-room')
  try {
    await writeFileAtomic(join(folder, markName), 'Takeroom writes backups to this folder.\n')
  }
  catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error)))
      return refuse('not-writable')
    throw error
  }
  return folder
}

/** False also where its disk does not answer. */
export async function isBackupFolderThere(folder: string): Promise<boolean> {
  return fileExists(join(folder, markName)).catch(() => false)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
