/** Chromium's profile: its own folder for each studio, and the move out of the studio folder. */
import type { Machine } from '../../../src-main/hosts/folders.ts'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveProfile, profileFolder } from '../../../src-main/hosts/electron/profile.ts'
import { folderOption } from '../../../src-main/hosts/folders.ts'
import { lockFolder } from '../../../src-main/storage/lock.ts'

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

describe('the move out of the studio folder', () => {
  let studio: string
  let profile: string
  beforeEach(() => {
    studio = join(home, 'Takeroom')
    profile = join(home, 'local', 'Profile')
  })

  const own = ['library.db', 'assets/a.wav', 'deliveries/film.mp4', 'backups/1.db', 'logs/host.log']
  async function fill(folder: string, files: readonly string[], text = 'old'): Promise<void> {
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
  }
  const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  const page = ['Local Storage/leveldb/1.log', 'Local State', 'window.json']

  it('takes what the page and the window keep, drops caches, and touches nothing of the studio, once', async () => {
    await fill(studio, [...own, ...page, 'Cache/data_0', 'GPUCache/index', 'SingletonLock'])
    expect(moveProfile(studio, profile)).toEqual({
      moved: expect.arrayContaining(['Local Storage', 'Local State', 'window.json']),
      failed: [],
    })
    expect(await filesIn(profile)).toEqual([...page].sort())
    expect((await filesIn(studio)).filter(file => !file.startsWith('studio.lock'))).toEqual([...own].sort())
    expect(moveProfile(studio, profile)).toEqual({ moved: [], failed: [] })
  })

  it('continues after a crash at any step', async () => {
    await fill(studio, [...own, 'window.json'])
    await fill(profile, ['Local Storage/leveldb/1.log', 'window.json.moving'])
    moveProfile(studio, profile)
    expect(await filesIn(profile)).toEqual(['Local Storage/leveldb/1.log', 'window.json'])
    expect(existsSync(join(studio, 'window.json'))).toBe(false)
  })

  it('puts aside what an older version made since, and keeps what is in use', async () => {
    await fill(profile, page, 'new')
    for (const text of ['older', 'older still']) {
      await fill(studio, [...own, ...page], text)
      moveProfile(studio, profile)
      expect(await readFile(join(profile, 'Local Storage/leveldb/1.log'), 'utf8')).toBe('new')
      expect(await readFile(join(profile, 'From an older version/Local Storage/leveldb/1.log'), 'utf8')).toBe(text)
    }
  })

  it('waits while an older version has the studio open', async () => {
    await fill(studio, [...own, ...page])
    const lock = lockFolder(studio)
    expect(moveProfile(studio, profile)).toEqual({ moved: [], failed: [] })
    expect(existsSync(profile)).toBe(false)
    lock.close()
    expect(moveProfile(studio, profile).moved).toHaveLength(3)
  })

  it('says what could not be moved, and tries again at the next start', async () => {
    await fill(studio, page)
    await fill(home, ['local'])
    expect(moveProfile(studio, profile).failed).toHaveLength(3)
    await rm(join(home, 'local'))
    expect(moveProfile(studio, profile)).toMatchObject({ moved: { length: 3 }, failed: [] })
  })

  it('does nothing at the first start of all', () => {
    expect(moveProfile(studio, profile)).toEqual({ moved: [], failed: [] })
    expect(existsSync(studio)).toBe(false)
  })
})
