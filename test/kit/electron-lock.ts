/** The lock of a profile as Chromium makes it: a link named SingletonLock that leads to the host and the process that has it. */
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/**
 * Returns what unlocks the profile, and null where Electron refuses: another process of this host has it, another host may have it, or it
 * cannot be written.
 */
export function lockProfile(profile: string): (() => void) | null {
  const link = join(profile, 'SingletonLock')
  const own = `${hostname()}-${process.pid}`
  try {
    mkdirSync(profile, { recursive: true })
    for (const isSecond of [false, true]) {
      const holder = readHolder(link)
      if (holder === null) {
        symlinkSync(own, link)
        return () => readHolder(link) === own && rmSync(link)
      }
      const at = holder.lastIndexOf('-')
      if (isSecond || holder.slice(0, at) !== hostname() || isAlive(Number(holder.slice(at + 1))))
        return null
      rmSync(link)
    }
  }
  catch {
    // An unwritable profile is refused without a reason, as in Electron.
  }
  return null
}

function readHolder(link: string): string | null {
  try {
    return readlinkSync(link)
  }
  catch {
    // Nobody has it.
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  }
  catch {
    return false
  }
}
