/** Whether a path is in a folder: by its text, and by what the disk says. */
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Also of the folder itself. Both are absolute; links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * Whether a file of this absolute path, which need not exist, would be in the folder. Links on the way to it are followed; one with its own
 * name is not, because a file that is given this name replaces it.
 */
export async function wouldBeWithin(path: string, folder: string): Promise<boolean> {
  const [place, real] = [join(await wholePath(dirname(path)), basename(path)), await wholePath(folder)]
  return isWithin(place, real) || hasAncestor(place, real)
}

/** Where names differ in case alone, the text of a path does not tell. */
export async function hasAncestor(path: string, folder: string): Promise<boolean> {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    if (await isSameEntry(at, folder))
      return true
  }
  return false
}

export async function isSameEntry(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(path => stat(path, { bigint: true }).catch(() => null)))
  return !!a && !!b && a.dev === b.dev && a.ino === b.ino
}

/** Without links, as far as it exists. */
async function wholePath(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  return real ?? (dirname(path) === path ? path : join(await wholePath(dirname(path)), basename(path)))
}
