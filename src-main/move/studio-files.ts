/** The files of a studio folder that are moved with it, each with a stamp that changes when the file does. */
import type { InsidePath } from '../base/inside.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from '../base/errno.ts'
import { inside } from '../base/inside.ts'
import { reserveFileName } from '../storage/disk-reserve.ts'
import { markFileNames } from '../storage/folder-marks.ts'
import { lockFileName } from '../storage/lock.ts'

export interface StudioFile {
  /** With slashes, below the folder. */
  readonly name: string
  readonly sizeBytes: number
  readonly stamp: string
}

export interface StudioFiles {
  readonly files: readonly StudioFile[]
  /** Names of links. What they lead to is not in the folder. */
  readonly links: readonly string[]
}

/** They belong to one folder. The lock is held, and may not be opened again by this process. */
const ofThePlace: ReadonlySet<string> = new Set([...markFileNames, lockFileName, reserveFileName])

/** Sockets are made again by what listens at them. A file that is removed while the folder is read is left out. */
export async function studioFiles(folder: string): Promise<StudioFiles> {
  const files: StudioFile[] = []
  const links: string[] = []

  async function read(below: string): Promise<void> {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(unlessGone([]))
    for (const entry of entries) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (below === '' && (ofThePlace.has(name) || isPartOfThePlace(name)))
        continue
      if (entry.isSymbolicLink())
        links.push(name)
      else if (entry.isDirectory())
        await read(name)
      else if (entry.isFile())
        files.push(...await stamped(folder, name))
    }
  }

  await read('')
  return { files, links }
}

/** A mark that a crash has left half written. */
function isPartOfThePlace(name: string): boolean {
  return name.endsWith('.part') && [...ofThePlace].some(each => name.startsWith(`${each}.`))
}

async function stamped(folder: string, name: string): Promise<StudioFile[]> {
  const found = await stampOf(inside(folder, name))
  return found === null ? [] : [{ name, ...found }]
}

/** Size, inode and the times to the nanosecond; null where it is gone. */
export async function stampOf(path: InsidePath): Promise<Pick<StudioFile, 'sizeBytes' | 'stamp'> | null> {
  const found = await stat(path, { bigint: true }).catch(unlessGone(null))
  return found && { sizeBytes: Number(found.size), stamp: [found.size, found.ino, found.mtimeNs, found.ctimeNs].join(' ') }
}

function unlessGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (errnoOf(error) === 'ENOENT')
      return instead
    throw error
  }
}
