/**
 * The one function that joins a folder with a name which a row, a file or the wire gave. A name is data: it may say `..`, or lead through
 * a link. `test/house/paths.test.ts` finds the paths that are made in another way.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import process from 'node:process'
import { reserved } from './file-name.ts'

declare const proof: unique symbol

/** A path that was proven to be inside the folder it was made for. */
export type InsidePath = string & { readonly [proof]: true }

/** A name that would leave its folder. The message does not repeat the name: it may contain anything. */
export class OutsideFolder extends Error {
  override readonly name = 'OutsideFolder'
  /** As it was given, for the log. */
  readonly given: string

  /** Like the code of a file system error, so that both are reported alike. */
  readonly code = 'ERR_OUTSIDE_FOLDER'

  constructor(given: string) {
    super('A file has a name that would be outside its folder, so it was left alone.')
    this.given = given
  }
}

/**
 * The path of `names` below `folder`. A name may contain several parts with `/` between them. Links in `folder` itself are the user's own;
 * below it they must not lead outside, the last part included. What does not exist yet is judged by its name alone.
 * @throws OutsideFolder
 */
export function inside(folder: string, ...names: readonly [string, ...string[]]): InsidePath {
  const given = names.join('/')
  const parts = given.split('/')
  if (!parts.every(part => isPlainName(part)))
    throw new OutsideFolder(given)
  let path = folder
  for (const part of parts) {
    path = join(path, part)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found)
      break
    if (found.isSymbolicLink() && !leadsInside(path, folder))
      throw new OutsideFolder(given)
  }
  return join(folder, ...parts) as InsidePath
}

/** As `inside`, where a name that leaves the folder is as good as none. */
export function insideOrNull(folder: string, ...names: readonly [string, ...string[]]): InsidePath | null {
  try {
    return inside(folder, ...names)
  }
  catch (error) {
    if (error instanceof OutsideFolder)
      return null
    throw error
  }
}

/**
 * One part of a path: on every system no step upwards, no separator of any system, no drive, and no control character; on Windows also no
 * stream (`name:stream`), no device, and no dot or space at the end, which it drops.
 */
export function isPlainName(name: string, platform: NodeJS.Platform = process.platform): boolean {
  const isPlain = !/^\.{0,2}$|^[a-z]:|[/\\\p{Cc}\p{Cs}]/iu.test(name)
  return isPlain && (platform !== 'win32' || !(/:|[. ]$/.test(name) || reserved.test(name)))
}

/** A link to nothing is one to the outside: writing would make a file there. */
function leadsInside(link: string, folder: string): boolean {
  try {
    const root = realpathSync(resolve(folder))
    return realpathSync(link).startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
  }
  catch {
    return false
  }
}
