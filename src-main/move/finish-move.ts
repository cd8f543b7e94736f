/**
 * The second half of a move, while the studio is closed: copies what is left, verifies that nothing is missing, and writes the one mark
 * that makes the new folder the studio. Before that mark the former folder is the studio, after it the new one, whatever happens.
 */
import type { MoveStep, PreparedMove } from './prepared-move.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder } from '../base/atomic-file.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { folderIdFile } from '../storage/folder-id.ts'
import { hasArrived, writeMark } from '../storage/folder-marks.ts'
import { lockFolder } from '../storage/lock.ts'
import { writeCopiedList } from './copied-list.ts'
import { ChangedMeanwhile, copyRest } from './prepared-move.ts'
import { whyNotMoved } from './why-not-moved.ts'

/** lost: the former folder cannot be read any more, and the new one is not complete. */
export type MoveEnd = 'moved' | 'stayed' | 'lost'

/** Call it when the studio is closed. Never throws: a failure is noted in the former folder, which opens again and tells it. */
export async function finishMove(move: PreparedMove, onStep: (step: MoveStep) => void = () => {}): Promise<MoveEnd> {
  const { id, from, to, folderId } = move
  try {
    const lock = lockFolder(from)
    try {
      const files = await copyRest(move, { signal: new AbortController().signal, onBytes: () => onStep('copied') })
      await assertWhole(to, files)
      await flushFolders(to)
      await writeCopiedList(to, id, files)
      onStep('verified')
      await writeMark(from, 'moved', { id, to, folderId })
      onStep('switched')
    }
    finally {
      lock.close()
    }
  }
  catch (error) {
    return await howItStayed(move, error)
  }
  finally {
    move.lock.close()
  }
  return 'moved'
}

/** Every file is there with its size. Their bytes were compared when each was copied. */
async function assertWhole(to: string, files: readonly { readonly name: string, readonly sizeBytes: number }[]): Promise<void> {
  for (const { name, sizeBytes } of files) {
    const copy = await stat(inside(to, name)).catch(() => null)
    if (copy?.size !== sizeBytes)
      throw new ChangedMeanwhile(name)
  }
}

async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory())
      await flushFolders(inside(folder, entry.name))
  }
  await flushFolder(folder)
}

async function howItStayed({ id, from, to, isNew }: PreparedMove, error: unknown): Promise<MoveEnd> {
  try {
    // The mark was written, and something after it failed.
    if (hasArrived({ id, from }))
      return 'moved'
    await stat(join(from, folderIdFile))
    await writeMark(from, 'moving', { id, to, isNew, failure: { said: whyNotMoved(error), reference: newId().slice(-8) } })
    return 'stayed'
  }
  catch {
    return 'lost'
  }
}
