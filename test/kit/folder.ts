/** A temporary folder for one test, removed at its end. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import { filesBelow } from '../../src-main/base/files-below.ts'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/**
 * A copy of a studio's folder while the studio works in it, as a kill at this moment would leave it. A file that goes while it is copied
 * is not in the copy; `cp` would fail.
 */
export async function copyAsKilled(folder: string): Promise<string> {
  const killed = join(await makeFolder(), 'killed')
  for (const from of await filesBelow(folder)) {
    const to = join(killed, relative(folder, from))
    await mkdir(dirname(to), { recursive: true })
    await copyFile(from, to).catch(unlessGone)
  }
  return killed
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT')
    throw error
}
