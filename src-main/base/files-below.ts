/** The files of a folder that others change at the same time. `readdir` with `recursive` fails as a whole when one folder is removed. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from './errno.ts'

/** Paths of all files below the folder. Files removed during the read are left out; a removed folder has none. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT')
      return []
    throw error
  })
  const paths: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      paths.push(...await filesBelow(path))
    else if (entry.isFile())
      paths.push(path)
  }
  return paths
}
