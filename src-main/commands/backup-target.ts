/** Whether the `backup` command may write to a path: nothing of the studio folder is replaced, and elsewhere only a backup unasked. */
import { Buffer } from 'node:buffer'
import { open, stat } from 'node:fs/promises'
import { wouldBeWithin } from '../base/within.ts'
import { CannotOpenStudio } from '../databases/cannot-open.ts'

/** `path` is absolute. @throws CannotOpenStudio */
export async function assertBackupTarget(path: string, { folder, replaces }: { folder: string, replaces: boolean }): Promise<void> {
  if (await wouldBeWithin(path, folder))
    throw new CannotOpenStudio('target-in-studio', { path })
  const found = await stat(path).catch(() => null)
  if (found === null)
    return
  if (!found.isFile())
    throw new CannotOpenStudio('target-not-file', { path })
  if (!replaces && found.size > 0 && !await beginsAsBackup(path))
    throw new CannotOpenStudio('target-foreign', { path })
}

/** By the header of the first file in the archive, which is the ledger in each backup. */
async function beginsAsBackup(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null)
    return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const name = buffer.toString('latin1', 0, 100)
    return bytesRead === 512 && name.slice(0, name.indexOf('\0')) === 'ledger.db' && buffer.toString('latin1', 257, 262) === 'ustar'
  }
  finally {
    await file.close()
  }
}
