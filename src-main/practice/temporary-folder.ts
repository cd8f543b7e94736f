/** A temporary folder for one task, for programs that must seek in their files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes the files, runs `work` in the folder, and removes it afterwards, also after an error. */
export async function withTemporaryFolder<T>(
  files: Readonly<Record<string, Uint8Array>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-practice-'))
  try {
    await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)))
    return await work(folder)
  }
  finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
