/** Copies files that are saved out of the studio into a folder: whole or not at all, never over anything. */
import type { FileToSave, SavedFiles } from './file-to-save.ts'
import type { SaveWork } from './saves.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { makeFolder, placeFolder } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { freeFileBase, safeFileBase } from '../base/file-name.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { writeContent } from './saved-file.ts'

/** For as long as a drag to another program may take to copy its files. */
const dragLifeMs = 24 * 3_600_000
const uncounted: SaveWork = { signal: new AbortController().signal, onBytes: () => {} }

/**
 * Makes a new folder in `parent`, which is made when it is missing. It has its name only once all files are in it.
 * @throws Fault disk-full; what the signal aborted leaves nothing
 */
export async function saveToFolder(parent: string, { name, files }: SavedFiles, how: FolderHow): Promise<string> {
  const neededBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  return savePartsToFolder(parent, { name, neededBytes, parts: [files] }, how)
}

interface FolderHow {
  readonly save?: SaveWork
  readonly freeBytes: (path: string) => Promise<number>
}

/** Files that come in parts, because all of them at once would be too many to keep in memory. */
export interface SavedParts {
  readonly name: string
  readonly neededBytes: number
  readonly parts: Iterable<readonly FileToSave[]> | AsyncIterable<readonly FileToSave[]>
}

/** As `saveToFolder`. */
export async function savePartsToFolder(
  parent: string,
  { name, neededBytes, parts }: SavedParts,
  { save = uncounted, freeBytes }: FolderHow,
): Promise<string> {
  await makeFolder(parent)
  const free = await freeBytes(parent)
  if (free < neededBytes)
    throw new Fault('disk-full', { neededBytes, freeBytes: free })
  const part = join(parent, `.${newId()}.part`)
  try {
    await makeFolder(part)
    for await (const files of parts)
      await copyInto(part, files, save)
    return await giveName(part, parent, safeFileBase(name.replace(/\.[^.]+$/, '')))
  }
  catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** Copies for a drag, in a folder of their own, so that the program that gets them cannot change the studio's. Returns their absolute paths. */
export async function copiesForDrag(folder: string, files: readonly FileToSave[], now: number): Promise<string[]> {
  await makeFolder(folder)
  for (const old of await readdir(folder)) {
    const at = (await stat(join(folder, old)).catch(() => null))?.mtimeMs
    if (at !== undefined && now - at > dragLifeMs)
      await rm(join(folder, old), { recursive: true, force: true })
  }
  const own = join(folder, newId())
  await makeFolder(own)
  return copyInto(own, files, uncounted)
}

async function copyInto(folder: string, files: readonly FileToSave[], save: SaveWork): Promise<string[]> {
  const paths: string[] = []
  for (const { name, content } of files) {
    const path = inside(folder, name)
    await makeFolder(dirname(path))
    await writeContent(content, path, save)
    paths.push(path)
  }
  return paths
}

/** Renaming a folder onto one with files in it fails on every system, so a name that is taken in the meantime is only tried again. */
async function giveName(part: string, parent: string, base: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const path = inside(parent, freeFileBase(base, await readdir(parent)))
    try {
      await placeFolder(part, path)
      return path
    }
    catch (error) {
      const isTaken = ['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(errnoOf(error))
      if (!isTaken || tries >= 5)
        throw error
    }
  }
}
