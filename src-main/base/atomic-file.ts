/** Files that are either there whole or not there at all, also after a crash or a power cut. */
import { copyFile, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { newId } from './ids.ts'

/** Replaces the file at `path` as one step; the folder must exist. */
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

/** Makes a finished part durable, then gives it its name; both paths lie on one volume. Replaces what is there. */
export async function placeFile(partPath: string, finalPath: string): Promise<void> {
  const part = await open(partPath, 'r+')
  try {
    await part.sync()
  }
  finally {
    await part.close()
  }
  await renamePatiently(partPath, finalPath)
  await syncFolder(dirname(finalPath))
  if (dirname(partPath) !== dirname(finalPath))
    await syncFolder(dirname(partPath))
}

/** Gives a file a second name, so that the first can be another's while the bytes stay. Copied where the volume knows no links. */
export async function keepFile(path: string, keptPath: string): Promise<void> {
  try {
    await link(path, keptPath)
    await syncFolder(dirname(keptPath))
  }
  catch {
    const partPath = `${keptPath}.part`
    await copyFile(path, partPath)
    await placeFile(partPath, keptPath)
  }
}

/** Whether a regular file is there; any other trouble than its absence is thrown. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  }
  catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR')
      return false
    throw error
  }
}

// Windows refuses a rename for the moment that a virus scanner or an indexer holds either file.
async function renamePatiently(from: string, to: string): Promise<void> {
  const waitsMs = process.platform === 'win32' ? [10, 30, 100, 300, 1000] : []
  for (const waitMs of waitsMs) {
    try {
      return await rename(from, to)
    }
    catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error)))
        throw error
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }
  return rename(from, to)
}

// A rename is only on the disk when its folder is. Windows cannot open a folder and journals renames itself.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32')
    return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  }
  finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
