/** A real file system of a few megabytes, for tests of a full disk. Needs Linux and the right to mount. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

export interface SmallDisk {
  readonly folder: string
  remove: () => void
}

/** Undefined without the right to mount; the caller says so in the name of its test. */
export function mountSmallDisk(sizeBytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return undefined
  const folder = mkdtempSync(join(tmpdir(), 'takeroom-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder], { stdio: 'pipe' })
  }
  catch {
    // Root without the right to mount, as in most containers.
    rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    remove() {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
