/**
 * Tells, after a studio was killed, whether a committed request was certainly not completed. A marker file is written
 * before the commit and removed in the moment in which the last bytes leave. While it exists, and the machine has not been
 * restarted, they did not leave; without it nobody knows.
 *
 * It is in the system's temporary files and not in the studio's folder: that may be on a removable disk, which could
 * come back with a marker that had been removed.
 */
import type { JobId } from '#contract/words.ts'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { lstat, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { promisify } from 'node:util'
import { childEnvironment } from '../base/child-environment.ts'
import { inside } from '../base/inside.ts'

/** The system's id of this boot of the machine; null where it has none, as on Windows. */
const machineBoot: Promise<string | null> = askBoot().catch(() => null) // Not told is the same as none.

async function askBoot(): Promise<string | null> {
  if (process.platform === 'linux')
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim() || null
  if (process.platform === 'darwin')
    return (await promisify(execFile)('sysctl', ['-n', 'kern.bootsessionuuid'], { env: childEnvironment() })).stdout.trim() || null
  return null
}

export async function writeHoldMarker(jobId: JobId): Promise<void> {
  const boot = await machineBoot
  if (boot === null)
    return
  try {
    await rm(pathOf(jobId), { force: true })
    await writeFile(pathOf(jobId), boot, { flag: 'wx', mode: 0o600 })
  }
  catch {
    // Without a marker the outcome counts as unknown, which is always safe.
  }
}

/** Synchronous, so that nothing comes between this and the sending. Throws when the marker cannot be removed: then nothing may leave. */
export function removeHoldMarker(jobId: JobId): void {
  rmSync(pathOf(jobId), { force: true })
}

/** True only when the last bytes certainly did not leave. */
export async function requestWasNotCompleted(jobId: JobId): Promise<boolean> {
  const boot = await machineBoot
  try {
    const { uid } = await lstat(pathOf(jobId))
    return boot !== null && uid === (process.getuid?.() ?? uid) && await readFile(pathOf(jobId), 'utf8') === boot
  }
  catch {
    return false // no readable marker: unknown
  }
}

/** In memory where the system offers it: on a busy disk removing the marker could take long enough for a kill in between. */
function pathOf(jobId: JobId): string {
  const folder = process.platform === 'linux' ? process.env.XDG_RUNTIME_DIR || '/dev/shm' : tmpdir()
  return inside(folder, `takeroom-${jobId}.held`)
}
