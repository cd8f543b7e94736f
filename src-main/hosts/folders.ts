/** Finds the studio folder and the deliveries folder on this machine, the same for both hosts. */
import { readFile, stat } from 'node:fs/promises'
import { posix, resolve, win32 } from 'node:path'
import { movedPath } from '../base/moved-path.ts'
import { currentFolder } from '../databases/current-folder.ts'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path of the user's home folder. */
  readonly home: string
}

export interface Folders {
  readonly folder: string
  /** The folder that a person or the system named: where the studio was before it was moved. */
  readonly namedFolder: string
  readonly deliveriesFolder: string
  /** Data that can be recreated, shared by all studios of the user. */
  readonly cacheFolder: string
}

/**
 * `chosen` (a flag) wins over TAKEROOM_FOLDER, which wins over the system's default. A studio in a custom folder keeps its
 * deliveries inside it, unless TAKEROOM_DELIVERIES names another place. A studio that was moved is found where it is now. Creates nothing.
 * @throws CannotOpenStudio when it was moved, and is not there
 */
export async function findFolders(machine: Machine, chosen?: string): Promise<Folders> {
  const moved = chosen ?? nonEmpty(machine.env.TAKEROOM_FOLDER)
  const namedFolder = studioFolder(machine, chosen)
  const folder = currentFolder(namedFolder)
  const cacheFolder = usualCacheFolder(machine)
  const asked = nonEmpty(machine.env.TAKEROOM_DELIVERIES)
  if (asked !== undefined) {
    // One within the studio folder was moved with it.
    const deliveriesFolder = folder === namedFolder ? absolute(asked) : movedPath(absolute(asked), namedFolder, folder)
    return { folder, namedFolder, deliveriesFolder, cacheFolder }
  }
  const films = moved === undefined ? await videosFolder(machine) : null
  const { join } = pathsOf(machine)
  return { folder, namedFolder, deliveriesFolder: films === null ? join(folder, 'deliveries') : join(films, 'Takeroom'), cacheFolder }
}

/** The folder alone, at once. */
export function studioFolder(machine: Machine, chosen = nonEmpty(machine.env.TAKEROOM_FOLDER)): string {
  return chosen === undefined ? usualFolder(machine) : absolute(chosen)
}

/** The studio folder of a person who chose none. */
export function usualFolder(machine: Machine): string {
  const { platform, env, home } = machine
  const { join, isAbsolute } = pathsOf(machine)
  if (platform === 'win32')
    return join(nonEmpty(env.APPDATA) ?? join(home, 'AppData', 'Roaming'), 'Takeroom')
  if (platform === 'darwin')
    return join(home, 'Library', 'Application Support', 'Takeroom')
  // XDG Base Directory Specification: a relative path is to be ignored.
  const data = nonEmpty(env.XDG_DATA_HOME)
  return join(data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share'), 'Takeroom')
}

function usualCacheFolder(machine: Machine): string {
  const { platform, env, home } = machine
  const { join, isAbsolute } = pathsOf(machine)
  if (platform === 'win32')
    return join(nonEmpty(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'Takeroom', 'Cache')
  if (platform === 'darwin')
    return join(home, 'Library', 'Caches', 'Takeroom')
  const cache = nonEmpty(env.XDG_CACHE_HOME)
  return join(cache !== undefined && isAbsolute(cache) ? cache : join(home, '.cache'), 'Takeroom')
}

/** The system's folder for videos; null where there is none. */
async function videosFolder(machine: Machine): Promise<string | null> {
  const { join } = pathsOf(machine)
  if (machine.platform === 'darwin')
    return join(machine.home, 'Movies')
  const named = machine.platform === 'linux' ? await xdgVideosFolder(machine) : null
  const folder = named ?? join(machine.home, 'Videos')
  return (await stat(folder).catch(() => null))?.isDirectory() ? folder : null
}

/** What `xdg-user-dir VIDEOS` prints, without starting it. */
async function xdgVideosFolder({ env, home }: Machine): Promise<string | null> {
  const config = nonEmpty(env.XDG_CONFIG_HOME) ?? posix.join(home, '.config')
  // Most machines without a desktop have no such file.
  const text = await readFile(posix.join(config, 'user-dirs.dirs'), 'utf8').catch(() => '')
  const named = /^\s*XDG_VIDEOS_DIR="(?:\$HOME\/)?([^"\n]*)"/m.exec(text)?.[1]
  if (!named)
    return null
  const folder = posix.resolve(home, named)
  // XDG sets a folder that the user does not use to the home folder.
  return folder === posix.resolve(home) ? null : folder
}

/** The value of `--folder DIR` or `--folder=DIR`. */
export function folderOption(words: readonly string[]): string | undefined {
  const at = words.findIndex(word => word === '--folder' || word.startsWith('--folder='))
  return nonEmpty(at < 0 ? undefined : words[at] === '--folder' ? words[at + 1] : words[at]?.slice('--folder='.length))
}

function pathsOf({ platform }: Machine): typeof posix {
  return platform === 'win32' ? win32 : posix
}

function absolute(path: string): string {
  if (path.includes('\0'))
    throw new RangeError('A folder name cannot hold a NUL character')
  return resolve(path)
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}
