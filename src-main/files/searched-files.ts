/** The files of a folder of the user's and of all below it, as far as they have the size of one that is wanted. Changes nothing. */
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

export interface SearchedFile { readonly path: string, readonly sizeBytes: number }

export interface SearchedFiles {
  /** Those of a wanted size. */
  readonly files: readonly SearchedFile[]
  /** How many files of any size there are. */
  readonly count: number
  /** Paths of folders and files that cannot be read. */
  readonly unread: readonly string[]
  /** There are more files than are looked at. */
  readonly isTooMany: boolean
}

export interface SearchLimits {
  readonly wantsSize: (sizeBytes: number) => boolean
  /** A folder that is left out with all below it: without links in its path. */
  readonly leftOut: string
  readonly mostFiles: number
  readonly signal: AbortSignal
  readonly onCount: (count: number) => void
}

/** Hidden ones, and what systems put into the root of each disk. */
const passedOver = /^(?:\..*|lost\+found|System Volume Information|\$RECYCLE\.BIN)$/i
/** Disks answer a few questions at a time. */
const atOnce = 32

/** `folder` has no links in its path. Links are never followed, and what is neither a file nor a folder is left out. @throws `signal.reason` */
export async function searchedFiles(folder: string, limits: SearchLimits): Promise<SearchedFiles> {
  const { wantsSize, leftOut, mostFiles, signal, onCount } = limits
  const files: SearchedFile[] = []
  const unread: string[] = []
  const folders = [folder]
  let count = 0

  async function look(path: string): Promise<void> {
    try {
      const found = await lstat(path)
      if (found.isFile() && wantsSize(found.size))
        files.push({ path, sizeBytes: found.size })
    }
    catch {
      unread.push(path)
    }
  }

  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    signal.throwIfAborted()
    const parent = at
    const entries = await entriesOf(parent)
    if (entries === null) {
      unread.push(parent)
      continue
    }
    const shown = entries.filter(entry => !passedOver.test(entry.name))
    const paths = shown.filter(entry => entry.isFile()).map(entry => join(parent, entry.name))
    folders.push(...shown.filter(entry => entry.isDirectory()).map(entry => join(parent, entry.name)).filter(path => path !== leftOut))
    const taken = paths.slice(0, mostFiles - count)
    for (let first = 0; first < taken.length; first += atOnce) {
      signal.throwIfAborted()
      await Promise.all(taken.slice(first, first + atOnce).map(look))
    }
    count += taken.length
    onCount(count)
    if (taken.length < paths.length)
      return { files, count, unread, isTooMany: true }
  }
  return { files, count, unread, isTooMany: false }
}

/** Null where it cannot be read, or has been replaced with a link. */
async function entriesOf(folder: string) {
  try {
    return await realpath(folder) === folder ? await readdir(folder, { withFileTypes: true }) : null
  }
  catch {
    return null
  }
}
