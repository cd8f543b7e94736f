/** Tells studio folders apart: a page keeps what it could not send for this folder, and for no other at the same address. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../base/atomic-file.ts'

export const folderIdFile = 'studio.id'

/** Made at the first start. A restored backup is another folder, and has another id. */
export async function readFolderId(folder: string): Promise<string> {
  const path = join(folder, folderIdFile)
  const text = await readFile(path, 'utf8').catch(() => '') // The first start: there is none.
  const known = z.uuid().safeParse(text.trim())
  if (known.success)
    return known.data
  const id = randomUUID()
  await writeFileAtomic(path, `${id}\n`)
  return id
}
