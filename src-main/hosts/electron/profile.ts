/**
 * Chromium's profile: its own folder for each studio, apart from the media and never roaming. Electron allows one program per
 * profile, so a second start with the same studio brings the first to the front, and one with another studio opens that one.
 */
import type { Machine } from '../folders.ts'
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

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
