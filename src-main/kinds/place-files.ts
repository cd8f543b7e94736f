/** Puts the files of a delivery where they were asked for, or under a free name: nothing is overwritten unless that was asked for. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { Target } from '../media/plan/render-job.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { copyFileAsNew, copyFileAtomic, fileExists } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { freeFileBase } from '../base/file-name.ts'
import { sha256File } from '../base/hash.ts'
import { inside } from '../base/inside.ts'

/** A file of the delivery in the job's folder. */
export interface MadeFile { readonly role: DeliveryFile['role'], readonly from: string, readonly extension: string }

/** The name that the files of this job have there already, or a free one like the wanted one. */
export async function ownOrFreeBase(
  made: readonly MadeFile[],
  { into, wanted, before }: { into: string, wanted: string, before: string | null },
): Promise<string> {
  const isOurs = before !== null
    && (await Promise.all(made.map(({ from, extension }) => isFreeOrSame(from, inside(into, `${before}.${extension}`))))).every(Boolean)
  return isOurs && before !== null ? before : freeFileBase(wanted, await readdir(into))
}

/** A file that came to the place that was named, after the delivery was asked for. */
export async function takenName(made: readonly MadeFile[], { folder, base, replaces }: Target): Promise<string | null> {
  for (const { from, extension } of made) {
    const name = `${base}.${extension}`
    const path = inside(folder, name)
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: null, mtimeMs: null }))
    const isAsked = replaces.some(each => each.name === name && each.sizeBytes === size && each.modifiedMs === mtimeMs)
    if (!isAsked && !await isFreeOrSame(from, path))
      return path
  }
  return null
}

async function isFreeOrSame(from: string, path: string): Promise<boolean> {
  return !await fileExists(path) || await sha256File(path) === await sha256File(from)
}

/** Another program has put a file there since the name was chosen: copying may take minutes. */
export class NameTaken extends Error {
  readonly path: string

  constructor(path: string, options: { readonly cause: unknown }) {
    super('The name is taken', options)
    this.path = path
  }
}

/**
 * The deliveries folder may be on another volume, so the bytes are copied to a `.part` file first. False where they are there already.
 * @throws NameTaken where another file is there, which may not be replaced
 */
export async function placeAs(from: string, folder: string, name: string, replaces: boolean): Promise<boolean> {
  const [part, place] = [inside(folder, `.${name}.part`), inside(folder, name)]
  await rm(part, { force: true })
  if (replaces) {
    await copyFileAtomic(from, place, part)
    return true
  }
  try {
    const isThere = await fileExists(place) && await isFreeOrSame(from, place)
    if (!isThere)
      await copyFileAsNew(from, place, part)
    return !isThere
  }
  catch (error) {
    throw errnoOf(error) === 'EEXIST' ? new NameTaken(place, { cause: error }) : error
  }
}
