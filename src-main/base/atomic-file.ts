/**
 * Files and folders that last. After a crash or a power cut each is complete or absent, and what has returned is on the disk: bytes, name,
 * and every folder above that was made for it. All lasting files of the studio are made, moved and copied here and nowhere else; see
 * `lasting-files.test.ts`.
 */
import type { FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { errnoOf } from './errno.ts'
import { newId } from './ids.ts'

/** Replaces the file at `path` atomically; its folder must exist. */
export async function writeFileAtomic(path: string, bytes: Uint8Array | string): Promise<void> {
  const partPath = `${path}.${newId()}.part`
  try {
    const file = await open(partPath, 'wx')
    try {
      await file.writeFile(bytes)
    }
    finally {
      await file.close()
    }
    await placeFile(partPath, path)
  }
  catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}

/** Flushes a finished part file to the disk, then renames it; both paths are on one volume. Replaces an existing file. */
export async function placeFile(partPath: string, finalPath: string): Promise<void> {
  await syncFile(partPath)
  await moveFile(partPath, finalPath)
}

/**
 * Renames a file whose bytes are on the disk, or a folder whose content is. The new name lasts when it resolves; a file of that name is
 * replaced.
 */
export async function moveFile(from: string, to: string): Promise<void> {
  await renameWithRetries(from, to)
  await flushFolder(dirname(to))
  if (dirname(from) !== dirname(to))
    await flushFolder(dirname(from))
}

/** Flushes a file that something else wrote in place, ffmpeg for example, and its name. */
export async function flushFile(path: string): Promise<void> {
  await syncFile(path)
  await flushFolder(dirname(path))
}

/** Copies to a part file next to `to`, then renames it. Volumes that can share bytes share them. Replaces an existing file. */
export async function copyFileAtomic(from: string, to: string, partPath = `${to}.${newId()}.part`): Promise<void> {
  try {
    await copyFile(from, partPath, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await placeFile(partPath, to)
  }
  catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}

/**
 * Copies to a part file next to `to`, which gets the name only where no file has it: one that came meanwhile is never replaced.
 * @throws Error with the code EEXIST
 */
export async function copyFileAsNew(from: string, to: string, partPath = `${to}.${newId()}.part`): Promise<void> {
  try {
    await copyFile(from, partPath, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await syncFile(partPath)
    try {
      await link(partPath, to)
    }
    catch (error) {
      if (errnoOf(error) === 'EEXIST')
        throw error
      // On a volume without links, an empty file keeps the name until then.
      await (await open(to, 'wx')).close()
      await renameWithRetries(partPath, to)
    }
    await flushFolder(dirname(to))
  }
  finally {
    await rm(partPath, { force: true })
  }
}

/** Folders whose names are on the disk, as far as this process knows: one that an earlier run made may have been cut off from its name. */
const lasting = new Set<string>()
const mostRemembered = 10_000

/** Makes the folder and those above it that are missing, and flushes the names of all that it made. */
export async function makeFolder(path: string, { mode }: { readonly mode?: number } = {}): Promise<void> {
  const folder = resolve(path)
  const first = await mkdir(folder, { recursive: true, ...mode !== undefined && { mode } })
  if (first === undefined && lasting.has(folder))
    return
  // From the outermost that was made; one that was here before this process is flushed once.
  const made = first === undefined ? [folder] : foldersFrom(resolve(first), folder)
  for (const each of made)
    await flushFolder(dirname(each))
  if (lasting.size >= mostRemembered)
    lasting.clear()
  lasting.add(folder)
}

function foldersFrom(first: string, last: string): string[] {
  return first === last || !last.startsWith(first) ? [last] : [...foldersFrom(first, dirname(last)), last]
}

/**
 * Flushes a finished folder with everything in it, then renames it. Throws when a folder with files has the name already, as renaming does
 * on every system.
 */
export async function placeFolder(partPath: string, finalPath: string): Promise<void> {
  await flushAll(partPath)
  await moveFile(partPath, finalPath)
}

async function flushAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory())
      await flushAll(join(folder, entry.name))
    else if (entry.isFile())
      await syncFile(join(folder, entry.name))
  }
  await flushFolder(folder)
}

/** Preserves a file under a second name, as a hard link or, on volumes without links, as a copy. */
export async function keepFile(path: string, keptPath: string): Promise<void> {
  try {
    await link(path, keptPath)
    await flushFolder(dirname(keptPath))
  }
  catch {
    await copyFileAtomic(path, keptPath)
  }
}

/** Whether a regular file exists; throws every error other than its absence. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  }
  catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR')
      return false
    throw error
  }
}

// Windows refuses a rename while a virus scanner or an indexer has either file open.
async function renameWithRetries(from: string, to: string): Promise<void> {
  const waitsMs = process.platform === 'win32' ? [10, 30, 100, 300, 1000] : []
  for (const waitMs of waitsMs) {
    try {
      return await rename(from, to)
    }
    catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes(errnoOf(error)))
        throw error
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }
  return rename(from, to)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  }
  finally {
    await file.close()
  }
}

/** Names last only once their folder was flushed. Windows cannot open folders, and journals renames itself. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32')
    return
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  }
  catch (error) {
    // Some network volumes have no such thing, and a folder of others may be closed to us: names are as lasting as they can be there.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EACCES', 'EPERM'].includes(errnoOf(error)))
      throw error
  }
  finally {
    await handle?.close()
  }
}
