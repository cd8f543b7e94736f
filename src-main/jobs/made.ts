/**
 * What a job made here of what is on the disk: flushed, with its size and hash on record, before the job moves on. A power cut may still
 * damage it, so it is compared before it is filed, and made again when it differs. It costs only time.
 */
import type { Work } from './kind.ts'
import type { JobRow } from './rows.ts'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { flushFile } from '../base/atomic-file.ts'
import { sha256File } from '../base/hash.ts'
import { inside } from '../base/inside.ts'

/** A name, as the code that makes the file gives it: never a path. */
const Name = z.string().regex(/^\w[\w.-]{0,99}$/)

const MadeFile = z.object({ name: Name, sizeBytes: z.int(), sha256: z.string() })
export type MadeFile = z.infer<typeof MadeFile>

/** Of the answer on record, which has none before anything was made. */
export const Made = z.object({ made: z.array(MadeFile).optional() })

/** Flushes the files, absolute paths in one folder, and measures them. @throws the error of the disk */
export async function measureMade(paths: readonly string[], signal?: AbortSignal): Promise<MadeFile[]> {
  const made: MadeFile[] = []
  for (const path of paths) {
    await flushFile(path)
    made.push({ name: Name.parse(basename(path)), sizeBytes: (await stat(path)).size, sha256: await sha256File(path, signal) })
  }
  return made
}

/** What is on record of the files that the job made; null where nothing is. */
export function madeOf({ answer }: Pick<JobRow, 'answer'>): readonly MadeFile[] | null {
  return answer === null ? null : Made.catch({}).parse(JSON.parse(answer)).made ?? null
}

/**
 * The files that are not as they were made; null where that cannot be told. Only the start of the machine or of the studio can come
 * between, so nothing is read for a job that this run of the studio brought here.
 */
export async function changedSinceMade(
  { row, folder, ledger }: Pick<Work<unknown>, 'row' | 'folder' | 'ledger'>,
): Promise<readonly MadeFile[] | null> {
  if (row.boot_id === ledger.bootId)
    return []
  const made = madeOf(row)
  if (made === null)
    return null
  const changed: MadeFile[] = []
  for (const file of made) {
    if (!await isAsMade(inside(folder, file.name), file))
      changed.push(file)
  }
  return changed
}

/** False for a file that is missing, or cannot be read to its end. */
export async function isAsMade(path: string, { sizeBytes, sha256 }: MadeFile): Promise<boolean> {
  const size = await stat(path).then(file => file.size, () => null)
  return size === sizeBytes && await sha256File(path).catch(() => null) === sha256
}
