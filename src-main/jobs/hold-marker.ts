/**
 * What can be known of a request that was committed when its studio was killed: whether its last bytes surely stayed. A
 * note lies in this machine's memory from before the commit until the moment they leave. While it is there, and the
 * machine has not been started anew, they did not; once it is gone, nobody knows.
 *
 * It lies among the system's own passing things and not in the studio's folder: that may be on a disk which is pulled
 * out, and would come back with a note that had long been taken away.
 */
import type { JobId } from '#contract/words.ts'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { lstat, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

/** What the system calls this run of the machine; null where it has no name for it, as on Windows. */
const machineBoot: Promise<string | null> = askBoot().catch(() => null) // A system that does not say has no name for it.

async function askBoot(): Promise<string | null> {
  if (process.platform === 'linux')
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim() || null
  if (process.platform === 'darwin')
    return (await promisify(execFile)('sysctl', ['-n', 'kern.bootsessionuuid'])).stdout.trim() || null
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
    // Without a note nothing is known afterwards, which is always safe to believe.
  }
}

/** At once, so that nothing comes between this and the sending. Throws when the note cannot be taken away: then nothing may leave. */
export function removeHoldMarker(jobId: JobId): void {
  rmSync(pathOf(jobId), { force: true })
}

/** True only when the last bytes surely did not leave. */
export async function requestWasNotCompleted(jobId: JobId): Promise<boolean> {
  const boot = await machineBoot
  try {
    const { uid } = await lstat(pathOf(jobId))
    return boot !== null && uid === (process.getuid?.() ?? uid) && await readFile(pathOf(jobId), 'utf8') === boot
  }
  catch {
    return false // No note, or none that can be read: nobody knows.
  }
}

/** In memory where the system offers it: on a busy disk, taking the note away could itself take long enough to die in. */
function pathOf(jobId: JobId): string {
  const folder = process.platform === 'linux' ? process.env.XDG_RUNTIME_DIR || '/dev/shm' : tmpdir()
  return join(folder, `takeroom-${jobId}.held`)
}
