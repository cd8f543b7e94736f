/** Chromium's profile: its own folder for each studio. */
import type { Machine } from '../../../src-main/hosts/folders.ts'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileFolder } from '../../../src-main/hosts/electron/profile.ts'
import { folderOption } from '../../../src-main/hosts/folders.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeroom-profile-'))
})
afterEach(() => rm(home, { recursive: true }))

describe('the profile folder', () => {
  const profileOf = (platform: NodeJS.Platform, studio: string, env: Machine['env'] = {}): string => {
    const electronsOwn = join(home, platform === 'linux' ? 'config' : 'support', 'Takeroom')
    const usualStudio = join(home, platform === 'linux' ? 'share' : 'support', 'Takeroom')
    return profileFolder({ platform, env, home }, { studio, usualStudio, electronsOwn })
  }

  it('is never the studio folder, nor in it', () => {
    expect(profileOf('linux', join(home, 'share', 'Takeroom'))).toBe(join(home, 'config', 'Takeroom'))
    expect(profileOf('darwin', join(home, 'support', 'Takeroom'))).toBe(join(home, 'support', 'Takeroom Profile'))
    expect(profileOf('win32', join(home, 'support', 'Takeroom'), { LOCALAPPDATA: join(home, 'local') }))
      .toBe(join(home, 'local', 'Takeroom', 'Profile'))
  })

  it.each(['linux', 'darwin', 'win32'] as const)('is another for every studio, and the same for every way to name it on %s', async (platform) => {
    const studio = join(home, 'film')
    const before = profileOf(platform, studio)
    await mkdir(studio)
    await symlink(studio, join(home, 'link'))
    const names = [studio, `${studio}/`, join(home, 'other', '..', 'film'), join(home, 'link')]
    expect(new Set([before, ...names.map(name => profileOf(platform, name))]).size).toBe(1)
    const others = [join(home, 'film2'), join(home, 'support', 'Takeroom'), join(home, 'share', 'Takeroom')]
    expect(others.map(other => profileOf(platform, other))).not.toContain(before)
  })

  it('follows the studio that is asked for on the command line', () => {
    expect([['--folder', '/a'], ['--folder=/a'], ['.', '--no-sandbox', '--folder', '/a']].map(folderOption)).toEqual(['/a', '/a', '/a'])
    expect([[], ['--folder'], ['--folder='], ['--folders', '/a']].map(folderOption)).toEqual([undefined, undefined, undefined, undefined])
  })
})
