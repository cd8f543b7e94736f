/**
 * Why Electron refused the lock of the profile. It says only that it did: a second start of the same studio is refused like a lock that a
 * crash has left behind, one of another machine, and a profile that cannot be written.
 */
import type { Machine } from '../folders.ts'
import { existsSync, mkdirSync, readlinkSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { errnoOf } from '../../base/errno.ts'
import { isStudioOpen } from '../../storage/lock.ts'

interface Refused {
  readonly profile: string
  readonly studio: string
  readonly machine: Pick<Machine, 'platform' | 'home'>
  /** Electron's `requestSingleInstanceLock`. */
  readonly ask: () => boolean
  readonly sleep: (ms: number) => Promise<void>
}

/**
 * second: the studio is open, and its window has come forward · locked: this program has the lock now · unwritable: the profile cannot be
 * written · elsewhere: another machine may have it · silent: a program has it that does not open the studio.
 */
type Refusal
  = | { readonly is: 'second' | 'locked' }
    | { readonly is: 'unwritable', readonly reason: string }
    | { readonly is: 'elsewhere', readonly host: string, readonly link: string }
    | { readonly is: 'silent', readonly pid: number | null }

/** For as long as another program may take to open the studio, or to end. */
const patienceMs = 20_000
const stepMs = 500

export async function whyRefused(refused: Refused): Promise<Refusal> {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    const found = look(refused)
    if (found !== null)
      return found
    if (refused.ask())
      return { is: 'locked' }
    if (waitedMs >= patienceMs)
      return { is: 'silent', pid: readHolder(refused.profile)?.pid ?? null }
    await refused.sleep(stepMs)
  }
}

/** Null while that cannot be told yet. */
function look({ profile, studio, machine }: Refused): Refusal | null {
  const reason = whyUnwritable(profile)
  if (reason !== null)
    return { is: 'unwritable', reason }
  const isOpen = existsSync(join(studio, 'studio.lock')) && isStudioOpen(studio)
  const holder = readHolder(profile)
  if (holder === null || holder.host === hostname())
    // Chromium clears the lock of a process of this host that has ended by itself.
    return isOpen && (holder === null || isAlive(holder.pid)) ? { is: 'second' } : null
  if (isOpen || isAlive(holder.pid) || !isOfThisMachine(profile, machine))
    return { is: 'elsewhere', host: holder.host, link: join(profile, 'SingletonLock') }
  // This machine had another name when the process that has ended made it.
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(profile, name), { force: true })
  return null
}

function whyUnwritable(profile: string): string | null {
  const probe = join(profile, `.${process.pid}.probe`)
  try {
    mkdirSync(profile, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
    return null
  }
  catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether a program may have the profile already. */
export function isHeld(profile: string): boolean {
  return readHolder(profile) !== null
}

/** Chromium's lock on Linux and macOS leads to a host and a process; Windows has none that can be read. */
function readHolder(profile: string): { readonly host: string, readonly pid: number } | null {
  try {
    const [, host = '', pid = ''] = /^(.+)-(\d+)$/.exec(readlinkSync(join(profile, 'SingletonLock'))) ?? []
    return host === '' ? null : { host, pid: Number(pid) }
  }
  catch {
    // There is no lock (any more).
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  }
  catch (error) {
    // A process of another user exists, though it may not be signalled.
    return errnoOf(error) === 'EPERM'
  }
}

/** File systems that other machines may have, by the number that Linux gives them: NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P, FUSE (sshfs). */
const shared: ReadonlySet<number> = new Set([
  0x6969,
  0x517B,
  0xFF534D42,
  0xFE534D42,
  0x5346414F,
  0x00C36400,
  0x01021997,
  0x65735546,
])

/** True when no other machine can have made a file there. */
function isOfThisMachine(profile: string, { platform, home }: Refused['machine']): boolean {
  if (platform === 'linux')
    return !shared.has(statfsSync(profile).type)
  // macOS mounts homes of the network elsewhere.
  return platform === 'darwin' && home.startsWith('/Users/') && profile.startsWith(home)
}
