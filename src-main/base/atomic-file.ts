/** Atomic file operations: after a crash or a power cut a file is either complete or absent. */
import { copyFile, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
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
  const part = await open(partPath, 'r+')
  try {
    await part.sync()
  }
  finally {
    await part.close()
  }
  await renameWithRetries(partPath, finalPath)
  await syncFolder(dirname(finalPath))
  if (dirname(partPath) !== dirname(finalPath))
    await syncFolder(dirname(partPath))
}

/** Preserves a file under a second name, as a hard link or, on volumes without links, as a copy. */
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

/** Whether a regular file exists; throws every error other than its absence. */
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

// Windows refuses a rename while a virus scanner or an indexer has either file open.
async function renameWithRetries(from: string, to: string): Promise<void> {
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

// A rename is durable only after its folder was flushed. Windows cannot open folders, and journals renames itself.
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
