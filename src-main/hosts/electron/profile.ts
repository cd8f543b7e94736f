/**
 * Chromium's profile: its own folder for each studio, apart from the media and never roaming. Electron allows one program per
 * profile, so a second start with the same studio brings the first to the front, and one with another studio opens that one.
 */
import type { Machine } from '../folders.ts'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errnoOf } from '../../base/errno.ts'
import { isStudioOpen } from '../../storage/lock.ts'

export interface ProfilePlaces {
  /** The studio that is to be opened. */
  readonly studio: string
  /** The studio folder of a person who chose none. */
  readonly usualStudio: string
  /** Where Electron keeps the profile unless told otherwise: on macOS and Windows, the usual studio folder. */
  readonly electronsOwn: string
}

export function profileFolder({ platform, env, home }: Machine, { studio, usualStudio, electronsOwn }: ProfilePlaces): string {
  const usual = canonical(usualStudio)
  const base = platform === 'win32'
    // Not %APPDATA%, which a company's network may copy at each sign-in.
    ? join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Takeroom', 'Profile')
    : canonical(electronsOwn) === usual ? `${electronsOwn} Profile` : electronsOwn
  const place = canonical(studio)
  return place === usual ? base : `${base}-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`
}

export function isSameFolder(one: string, other: string): boolean {
  return canonical(one) === canonical(other)
}

/** The one path of a folder, whether or not it exists yet. */
function canonical(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync.native(whole)
  }
  catch {
    // Not there yet: its parent may be.
    const parent = dirname(whole)
    return parent === whole ? whole : join(canonical(parent), whole.slice(parent.length))
  }
}

/** What the page and the window keep: drafts, the last place, the key of their store. */
const kept: readonly string[] = [
  'Local State',
  'Preferences',
  'Local Storage',
  'Session Storage',
  'IndexedDB',
  'WebStorage',
  'Network',
  'Cookies',
  'Cookies-journal',
  'window.json',
]
/** What Chromium makes again. Nothing that a studio keeps has one of these names. */
const disposable: ReadonlySet<string> = new Set([
  'blob_storage',
  'Cache',
  'Code Cache',
  'Crashpad',
  'databases',
  'DawnCache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'Dictionaries',
  'DIPS',
  'DIPS-shm',
  'DIPS-wal',
  'GPUCache',
  'GraphiteDawnCache',
  'GrShaderCache',
  'lockfile',
  'Network Persistent State',
  'Service Worker',
  'ShaderCache',
  'Shared Dictionary',
  'shared_proto_db',
  'SharedStorage',
  'SharedStorage-wal',
  'SingletonCookie',
  'SingletonLock',
  'SingletonSocket',
  'TransportSecurity',
  'Trust Tokens',
  'Trust Tokens-journal',
  'VideoDecodeStats',
])

export interface Moved { readonly moved: readonly string[], readonly failed: readonly string[] }

/**
 * Moves the profile of an older version out of the studio folder, before Chromium starts. Each entry moves in one step, so a crash in
 * between leaves both folders usable, and the next start continues. What an older version made after the move is put aside in the new
 * profile, because the new one is in use. Does nothing while another program has the studio open, and never throws.
 */
export function moveProfile(studio: string, profile: string): Moved {
  const moved: string[] = []
  const failed: string[] = []
  const here = list(studio)
  const wanted = here.filter(name => kept.includes(name))
  const useless = here.filter(name => disposable.has(name))
  if ((wanted.length === 0 && useless.length === 0) || isSameFolder(studio, profile) || isStudioOpen(studio))
    return { moved, failed }
  for (const name of wanted) {
    try {
      const isTaken = existsSync(join(profile, name))
      const folder = isTaken ? join(profile, 'From an older version') : profile
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      rmSync(isTaken ? join(folder, name) : join(folder, `${name}.moving`), { recursive: true, force: true })
      move(join(studio, name), join(folder, name))
      moved.push(name)
    }
    catch (error) {
      failed.push(`${name}: ${String(error)}`)
    }
  }
  for (const name of useless) {
    try {
      rmSync(join(studio, name), { recursive: true, force: true })
    }
    catch (error) {
      failed.push(`${name}: ${String(error)}`)
    }
  }
  return { moved, failed }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  }
  catch (error) {
    if (errnoOf(error) !== 'EXDEV')
      throw error
    // On another disk: whole under another name first, so that half a copy is never taken for the profile.
    cpSync(from, `${to}.moving`, { recursive: true })
    renameSync(`${to}.moving`, to)
    rmSync(from, { recursive: true, force: true })
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  }
  catch {
    // The first start: there is no studio yet.
    return []
  }
}
