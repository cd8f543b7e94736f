/**
 * Keeps the studio folder to its owner: other users of the machine could read it, and hold locks that stop every write. What is made
 * later is private by the hosts' umask.
 */
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { makeFolder } from '../base/atomic-file.ts'

/** owner: the folder belongs to another user · file-system: the disk keeps no permissions. */
export type Exposure = 'owner' | 'file-system'

export interface PrivateFolder {
  /** Why other users may still get in; null when they can't. */
  readonly exposure: Exposure | null
  /** True when others could get in until now: what is inside is still to be tightened. */
  readonly wasOpen: boolean
}

const forOthers = 0o077

/** Makes the folder where it is missing, and takes the rights of others away. On Windows folders inherit the user's own rights. */
export async function makePrivateFolder(folder: string, { platform = process.platform } = {}): Promise<PrivateFolder> {
  await makeFolder(folder, { mode: 0o700 })
  if (platform === 'win32')
    return { exposure: null, wasOpen: false }
  const before = await stat(folder)
  if ((before.mode & forOthers) === 0)
    return { exposure: whoseExposure(before.uid), wasOpen: false }
  // Its owner alone may change it; whether that worked is seen below.
  await chmod(folder, 0o700).catch(() => {})
  const after = await stat(folder)
  const isOpen = (after.mode & forOthers) !== 0
  return { exposure: whoseExposure(after.uid) ?? (isOpen ? 'file-system' : null), wasOpen: true }
}

/** The superuser may get in anywhere; any other owner is another person. */
function whoseExposure(uid: number): Exposure | null {
  const own = process.getuid?.()
  return own === undefined || uid === own || own === 0 ? null : 'owner'
}

/** Takes the rights of others away from everything in the folder. Follows no links; answers how many entries could not be changed. */
export async function tightenContents(folder: string, signal: AbortSignal): Promise<number> {
  let failed = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (signal.aborted)
      return failed
    const path = join(folder, entry.name)
    if (!entry.isDirectory() && !entry.isFile())
      continue
    failed += await chmod(path, entry.isDirectory() ? 0o700 : 0o600).then(() => 0, () => 1)
    if (entry.isDirectory())
      failed += await tightenContents(path, signal)
  }
  return failed
}
