/** Locations of a studio's folders, on each system and by each way to choose them. */
import type { Machine } from '../../src-main/hosts/folders.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFolders } from '../../src-main/hosts/folders.ts'
import { writeMark } from '../../src-main/storage/folder-marks.ts'
import { makeFolder } from '../kit/folder.ts'

let home: string
const machine = (platform: NodeJS.Platform, env: Machine['env'] = {}): Machine => ({ platform, env, home })

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeroom-home-'))
})
afterEach(() => rm(home, { recursive: true }))

describe('the studio folder', () => {
  it('follows the convention of each system', async () => {
    expect((await findFolders(machine('linux'))).folder).toBe(`${home}/.local/share/Takeroom`)
    expect((await findFolders(machine('linux', { XDG_DATA_HOME: '/data' }))).folder).toBe('/data/Takeroom')
    expect((await findFolders(machine('linux', { XDG_DATA_HOME: 'not/absolute' }))).folder).toBe(`${home}/.local/share/Takeroom`)
    expect((await findFolders(machine('darwin'))).folder).toBe(`${home}/Library/Application Support/Takeroom`)
    expect(
      (await findFolders({ platform: 'win32', env: { APPDATA: 'C:\\Users\\a\\AppData\\Roaming' }, home: 'C:\\Users\\a' })).folder,
    ).toBe('C:\\Users\\a\\AppData\\Roaming\\Takeroom')
  })

  it('is the chosen one, flag before environment variable, and contains its deliveries', async () => {
    const cacheFolder = `${home}/.cache/Takeroom`
    expect(await findFolders(machine('linux', { TAKEROOM_FOLDER: '/there' }))).toEqual({
      folder: '/there',
      namedFolder: '/there',
      deliveriesFolder: '/there/deliveries',
      cacheFolder,
    })
    expect(await findFolders(machine('linux', { TAKEROOM_FOLDER: '/there' }), 'here')).toEqual({
      folder: resolve('here'),
      namedFolder: resolve('here'),
      deliveriesFolder: join(resolve('here'), 'deliveries'),
      cacheFolder,
    })
    expect((await findFolders(machine('linux', { TAKEROOM_FOLDER: '' }))).folder).toBe(`${home}/.local/share/Takeroom`)
  })

  it('is where it was moved to, with what was in it', async () => {
    const place = await makeFolder()
    const [from, to, folderId] = [join(place, 'a'), join(place, 'b'), randomUUID()]
    await mkdir(from)
    await mkdir(to)
    await writeFile(join(to, 'studio.id'), folderId)
    await writeMark(from, 'moved', { id: randomUUID(), to, folderId })
    const found = { folder: to, namedFolder: from, cacheFolder: `${home}/.cache/Takeroom` }
    expect(await findFolders(machine('linux'), from)).toEqual({ ...found, deliveriesFolder: join(to, 'deliveries') })
    const inside = machine('linux', { TAKEROOM_DELIVERIES: join(from, 'out') })
    expect(await findFolders(inside, from)).toEqual({ ...found, deliveriesFolder: join(to, 'out') })
    const outside = machine('linux', { TAKEROOM_DELIVERIES: '/videos' })
    expect(await findFolders(outside, from)).toEqual({ ...found, deliveriesFolder: '/videos' })
  })

  it('cannot contain a NUL character', async () => {
    await expect(findFolders(machine('linux'), 'a\0b')).rejects.toThrow('NUL')
  })
})

it('the cache folder follows the convention of each system', async () => {
  const cache = async (asked: Machine): Promise<string> => (await findFolders(asked)).cacheFolder
  expect(await cache(machine('linux'))).toBe(`${home}/.cache/Takeroom`)
  expect(await cache(machine('linux', { XDG_CACHE_HOME: '/cache' }))).toBe('/cache/Takeroom')
  expect(await cache(machine('linux', { XDG_CACHE_HOME: 'not/absolute' }))).toBe(`${home}/.cache/Takeroom`)
  expect(await cache(machine('darwin'))).toBe(`${home}/Library/Caches/Takeroom`)
  expect(await cache({ platform: 'win32', env: { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local' }, home: 'C:\\Users\\a' }))
    .toBe('C:\\Users\\a\\AppData\\Local\\Takeroom\\Cache')
})

describe('the deliveries folder', () => {
  const deliveries = async (asked: Machine): Promise<string> => (await findFolders(asked)).deliveriesFolder

  it('is in the system\'s folder for videos, when there is one', async () => {
    expect(await deliveries(machine('linux'))).toBe(`${home}/.local/share/Takeroom/deliveries`)
    await mkdir(join(home, 'Videos'))
    expect(await deliveries(machine('linux'))).toBe(`${home}/Videos/Takeroom`)
    expect(await deliveries(machine('darwin'))).toBe(`${home}/Movies/Takeroom`)
  })

  it('uses the name that the desktop gave that folder', async () => {
    await mkdir(join(home, '.config'))
    await mkdir(join(home, '视频'))
    await writeFile(join(home, '.config', 'user-dirs.dirs'), '# comment\nXDG_MUSIC_DIR="$HOME/Music"\nXDG_VIDEOS_DIR="$HOME/视频"\n')
    expect(await deliveries(machine('linux'))).toBe(`${home}/视频/Takeroom`)
    // The desktop sets unused folders to the home folder.
    await writeFile(join(home, '.config', 'user-dirs.dirs'), 'XDG_VIDEOS_DIR="$HOME/"\n')
    expect(await deliveries(machine('linux'))).toBe(`${home}/.local/share/Takeroom/deliveries`)
  })

  it('is the chosen one', async () => {
    expect(await deliveries(machine('linux', { TAKEROOM_DELIVERIES: '/films', TAKEROOM_FOLDER: '/there' }))).toBe('/films')
  })
})
