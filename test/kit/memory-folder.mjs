/**
 * A temporary folder in memory for a run of the tests: what they write need not reach a disk, and databases that wait for it wait for
 * nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const shared = '/dev/shm'
const prefix = 'takeroom-tests-'
const GiB = 2 ** 30

/** Sets TMPDIR for all that this process starts; the folder goes when it exits. Changes nothing where memory is scarce. */
export function useMemoryFolder() {
  if (process.platform !== 'linux' || process.env.TMPDIR || !hasRoom())
    return
  removeAbandoned()
  const folder = mkdtempSync(join(shared, `${prefix}${process.pid}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => process.exit(1))
  if (runsPrograms(folder))
    process.env.TMPDIR = folder
}

/** A killed run could not tidy up, and its folder would take memory until the machine restarts. */
function removeAbandoned() {
  for (const name of readdirSync(shared)) {
    if (!name.startsWith(prefix) || existsSync(join('/proc', name.slice(prefix.length).split('-')[0] ?? '')))
      continue
    const folder = join(shared, name)
    // Small disks of tests, which a killed one left there.
    for (const [, mounted] of readFileSync('/proc/self/mounts', 'utf8').matchAll(/^\S+ (\S+)/gm)) {
      if (mounted?.startsWith(`${folder}/`))
        spawnSync('umount', [mounted])
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Unit tests and stories use less than two gigabytes at a time; the programs need their own memory besides. */
function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= 4 * GiB && freemem() >= 6 * GiB
  }
  catch {
    return false // There is none on this system.
  }
}

/** Some tests start programs that they wrote; a folder may forbid that. */
function runsPrograms(folder) {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}
