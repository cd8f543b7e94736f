/**
 * A move in two halves. While the studio is open, everything that does not change is copied, which may take an hour; while it is closed,
 * the rest, which takes seconds. Then one mark in the former folder makes the new one the studio.
 */
import type { CopyHow } from './copy-file.ts'
import type { StudioFile } from './studio-files.ts'
import { lstat, rm } from 'node:fs/promises'
import { errnoOf } from '../base/errno.ts'
import { inside } from '../base/inside.ts'
import { folderIdFile } from '../storage/folder-id.ts'
import { copyVerified } from './copy-file.ts'
import { stampOf, studioFiles } from './studio-files.ts'

/** copied: bytes of the rest · verified: the copy is complete · switched: the new folder is the studio. */
export type MoveStep = 'copied' | 'verified' | 'switched'

export interface PreparedMove {
  readonly id: string
  /** The folder that is the studio. */
  readonly from: string
  readonly to: string
  /** Whether the move made the folder. */
  readonly isNew: boolean
  readonly folderId: string
  /** The stamp with which each file was copied and verified, by its name; empty where only a part of it may be there. */
  readonly copied: Map<string, string>
  /** Lets nobody else use the new folder. */
  readonly lock: { readonly close: () => void }
}

/** What the open studio writes all the time. */
const isLive = (name: string): boolean => /^(?:work|logs|incoming|recordings)\//.test(name) || /\.(?:db|db-wal|db-shm|part)$/.test(name)

/** The first half: whatever changes meanwhile is left to the second one. Repeated, it copies what has changed since. */
export async function copySettled({ from, to, copied }: PreparedMove, how: CopyHow): Promise<void> {
  const { files } = await studioFiles(from)
  await removeGone({ to, copied }, files)
  for (const file of files.filter(({ name, stamp }) => !isLive(name) && copied.get(name) !== stamp))
    await copyOne({ from, to, copied }, file, how)
}

/** The second half, with both folders locked. What it answers is all of the studio, each file copied as it is now. */
export async function copyRest({ from, to, copied }: PreparedMove, how: CopyHow): Promise<readonly StudioFile[]> {
  const { files } = await studioFiles(from)
  await removeGone({ to, copied }, files)
  for (const file of files) {
    if (copied.get(file.name) !== file.stamp)
      await copyOne({ from, to, copied }, file, how)
  }
  const after = await studioFiles(from)
  const changed = after.files.filter(({ name, stamp }) => copied.get(name) !== stamp)
  if (changed.length > 0 || after.files.length !== files.length)
    throw new ChangedMeanwhile(changed[0]?.name ?? '')
  return after.files
}

/** What was deleted after it was copied. Before anything else is copied: a name may differ from another one only by its case. */
async function removeGone({ to, copied }: Pick<PreparedMove, 'to' | 'copied'>, files: readonly StudioFile[]): Promise<void> {
  const there = new Set(files.map(file => file.name))
  // The disk of the studio is missing: nothing of it was deleted.
  if (!there.has(folderIdFile))
    return
  for (const name of [...copied.keys()].filter(each => !there.has(each))) {
    await rm(inside(to, name), { force: true })
    copied.delete(name)
  }
}

/** Another program writes to the studio folder. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  readonly file: string

  constructor(file: string) {
    super('A file changed while the studio folder was being moved')
    this.file = file
  }
}

async function copyOne(
  { from, to, copied }: Pick<PreparedMove, 'from' | 'to' | 'copied'>,
  { name }: StudioFile,
  how: CopyHow,
): Promise<void> {
  const source = inside(from, name)
  const before = await stampOf(source)
  copied.set(name, '')
  if (before === null)
    return
  try {
    await copyVerified(source, inside(to, name), how)
  }
  catch (error) {
    // It was removed while it was copied; a missing disk is noticed by its folder.
    if (errnoOf(error) === 'ENOENT' && await isGone(source) && !await isGone(inside(from, folderIdFile)))
      return
    throw error
  }
  if ((await stampOf(source))?.stamp === before.stamp)
    copied.set(name, before.stamp)
}

async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(() => false, error => errnoOf(error) === 'ENOENT')
}
