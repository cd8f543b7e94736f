/**
 * The marks of a studio folder that is moved. One of them decides which of two folders is the studio: the former folder has `moved` from
 * the moment in which the new one is complete. Until then the new one has `arrival`, and is no studio.
 */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../base/atomic-file.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { errnoOf } from '../base/errno.ts'
import { reserveFileName } from './disk-reserve.ts'

const shapes = {
  /** In the former folder: where the studio is now. `folderId` tells it from an empty folder that is there without its disk. */
  moved: z.object({ id: z.uuid(), to: z.string(), folderId: z.string() }),
  /** In the new folder. `isSettled`: the studio was opened there; the copy in the former folder may be deleted. */
  arrival: z.object({ id: z.uuid(), from: z.string(), isSettled: z.boolean() }),
  /** In the folder that is the studio: a move that has begun. After a crash or a failure the copy is removed. */
  moving: z.object({
    id: z.uuid(),
    to: z.string(),
    /** Whether the move made the folder. */
    isNew: z.boolean(),
    failure: z.object({ said: z.string(), reference: z.string() }).nullable(),
  }),
}
export type MarkName = keyof typeof shapes
export type Mark<Name extends MarkName> = z.infer<(typeof shapes)[Name]>

const fileOf = (name: MarkName): string => `studio.${name}.json`

/** Which files were copied, in the new folder: those of the former place are deleted by it, and no others. */
export const copiedListName = 'studio.copied.json'

/** They belong to one folder, and are not copied. */
export const markFileNames: readonly string[] = [...(['moved', 'arrival', 'moving'] as const).map(fileOf), copiedListName]

/** A mark that is there and cannot be read. */
export class UnreadableMark extends Error {
  override readonly name = 'UnreadableMark'
  readonly file: string

  constructor(file: string, options?: { readonly cause?: unknown }) {
    super('A mark of the studio folder cannot be read', options)
    this.file = file
  }
}

/** At once: which folder is the studio is asked before anything else is there. @throws UnreadableMark */
export function readMark<Name extends MarkName>(folder: string, name: Name): Mark<Name> | null {
  const path = join(folder, fileOf(name))
  try {
    // The shape under this name gives this type, which indexing does not tell.
    return shapes[name].parse(JSON.parse(readFileSync(path, 'utf8'))) as Mark<Name>
  }
  catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error)))
      return null
    throw new UnreadableMark(path, { cause: error })
  }
}

/** On a full disk it takes the room that was reserved there. */
export async function writeMark<Name extends MarkName>(folder: string, name: Name, mark: Mark<Name>): Promise<void> {
  const write = (): Promise<void> => writeFileAtomic(join(folder, fileOf(name)), `${JSON.stringify(mark)}\n`)
  try {
    await write()
  }
  catch (error) {
    if (!isDiskFull(error))
      throw error
    await rm(join(folder, reserveFileName), { force: true })
    await write()
  }
}

export async function removeMark(folder: string, name: MarkName): Promise<void> {
  await rm(join(folder, fileOf(name)), { force: true })
}

/** Whether the studio has left `from` for the folder with this arrival. */
export function hasArrived(arrival: Pick<Mark<'arrival'>, 'id' | 'from'>): boolean {
  return readMark(arrival.from, 'moved')?.id === arrival.id
}
