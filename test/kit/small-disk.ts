/** A real file system of a few megabytes, for tests of a full disk. Needs Linux and the right to mount. */
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
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

/** Puts a small disk in place of a folder that nobody has open, with all that is in it. Undefined without the right to mount. */
export function mountOver(folder: string, sizeBytes: number): SmallDisk | undefined {
  const disk = mountSmallDisk(sizeBytes)
  if (!disk)
    return undefined
  // A program that was killed leaves its sockets, which cannot be copied.
  cpSync(folder, disk.folder, { recursive: true, filter: path => !lstatSync(path).isSocket() })
  execFileSync('mount', ['--bind', disk.folder, folder])
  return {
    folder,
    remove() {
      execFileSync('umount', ['-l', folder])
      for (const name of readdirSync(disk.folder))
        rmSync(join(disk.folder, name), { recursive: true, force: true })
      disk.remove()
    },
  }
}
