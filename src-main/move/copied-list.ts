/** Which files a move has copied, in the new folder: those of the former place are deleted by it, and no others. */
import type { StudioFile } from './studio-files.ts'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../base/atomic-file.ts'
import { copiedListName } from '../storage/folder-marks.ts'

const CopiedList = z.object({
  id: z.uuid(),
  /** By name: how each was when it was copied. */
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number(), stamp: z.string() })),
})

export async function writeCopiedList(folder: string, id: string, files: readonly StudioFile[]): Promise<void> {
  await writeFileAtomic(join(folder, copiedListName), JSON.stringify({ id, files }))
}

/** None where it cannot be read: then nothing is deleted. */
export async function readCopiedList(folder: string, id: string): Promise<readonly StudioFile[]> {
  const text = await readFile(join(folder, copiedListName), 'utf8').catch(() => '')
  try {
    const list = CopiedList.parse(JSON.parse(text))
    return list.id === id ? list.files : []
  }
  catch {
    return []
  }
}

export async function removeCopiedList(folder: string): Promise<void> {
  await rm(join(folder, copiedListName), { force: true })
}
