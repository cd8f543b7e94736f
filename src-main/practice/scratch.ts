/** A folder that lives as long as one piece of work, for programs that must seek in their files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes the files, hands the folder over, and removes it however the work ends. */
export async function inScratchFolder<T>(files: Readonly<Record<string, Uint8Array>>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-practice-'))
  try {
    await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)))
    return await work(folder)
  }
  finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
