/** Which programs work in a folder. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import process from 'node:process'

/** Each with its id and name, as far as the system tells: only Linux does. */
export async function workingIn(folder: string): Promise<string[]> {
  if (process.platform !== 'linux')
    return []
  const found = await Promise.all((await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(async (id) => {
    const cwd = await readlink(join('/proc', id, 'cwd')).catch(() => '')
    return cwd.startsWith(folder + sep) ? [`${id} ${(await readFile(join('/proc', id, 'comm'), 'utf8').catch(() => '')).trim()}`] : []
  }))
  return found.flat()
}
