/** Whether a folder can become the studio folder, and which folder that is exactly. Changes nothing. */
import type { MoveProblem } from '#contract/move-words.ts'
import { access, constants, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { errnoOf } from '../base/errno.ts'
import { hasAncestor, isSameEntry, isWithin } from '../base/within.ts'
import { readMark } from '../storage/folder-marks.ts'

export interface TargetPlaces {
  readonly folder: string
  readonly deliveriesFolder: string
}

export interface Target {
  readonly to: string
  /** It is made. */
  readonly isNew: boolean
}

/** The name of the folder that is made in one with things in it. */
const ownName = 'Takeroom'
/** What systems put into the root of each disk, and into folders that a person looks at. */
const ofSystems = /^(?:lost\+found|System Volume Information|\$RECYCLE\.BIN|\.DS_Store|\.Spotlight-V100|\.Trashes|\.fseventsd|\.Trash-\d+|desktop\.ini|Thumbs\.db)$/i
/** What a studio that has left this folder leaves there: its mark and its lock. */
const ofFormerStudio: ReadonlySet<string> = new Set(['studio.moved.json', 'studio.moving.json', 'studio.lock'])

/** @throws Fault move-refused */
export async function judgeTarget(asked: string, places: TargetPlaces): Promise<Target> {
  const refuse = (because: MoveProblem, folder = asked): never => {
    throw new Fault('move-refused', { because, folder })
  }
  if (!isAbsolute(asked) || asked.includes('\0'))
    return refuse('not-absolute')
  const wished = await whole(resolve(asked)) ?? refuse('not-there')
  await assertApart(wished, places, refuse)
  if (await isMissing(wished)) {
    await assertWritable(dirname(wished), refuse)
    return { to: wished, isNew: true }
  }
  if (!(await stat(wished)).isDirectory())
    return refuse('not-a-folder')
  await assertWritable(wished, refuse)
  if (await isFree(wished))
    return { to: wished, isNew: false }
  // The root of a disk, or a folder with other things: the studio gets one of its own in it.
  const own = join(wished, ownName)
  await assertApart(own, places, refuse)
  if (await isMissing(own))
    return { to: own, isNew: true }
  return (await stat(own)).isDirectory() && await isFree(own) ? { to: own, isNew: false } : refuse('not-empty', wished)
}

/** Without links, so that it stays the same folder when one is changed; null where the folder above it is missing. */
async function whole(path: string): Promise<string | null> {
  const parent = await realpath(dirname(path)).catch(() => null)
  return await realpath(path).catch(() => null) ?? (parent === null ? null : join(parent, basename(path)))
}

async function assertApart(
  path: string,
  { folder, deliveriesFolder }: TargetPlaces,
  refuse: (because: MoveProblem) => never,
): Promise<void> {
  const studio = await realpath(folder)
  // By what the disk says as well: names may differ in case alone.
  if (path === studio || await isSameEntry(path, studio))
    return refuse('same')
  if (isWithin(path, studio) || await hasAncestor(path, studio))
    return refuse('in-studio')
  if (isWithin(studio, path))
    return refuse('around-studio')
  const deliveries = await realpath(deliveriesFolder).catch(() => deliveriesFolder)
  // Those within the studio folder move with it.
  if (!isWithin(deliveries, studio) && path === deliveries)
    return refuse('in-deliveries')
}

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(() => false, error => errnoOf(error) === 'ENOENT')
}

async function assertWritable(folder: string, refuse: (because: MoveProblem) => never): Promise<void> {
  await access(folder, constants.W_OK | constants.X_OK).catch(() => refuse('not-writable'))
}

/** Nothing of a person's is in it. A mark that cannot be read is something. */
async function isFree(folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter(name => !ofSystems.test(name))
  return names.length === 0 || (names.every(name => ofFormerStudio.has(name)) && readMark(folder, 'moved') !== null)
}
