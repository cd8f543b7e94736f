/** Ends what a killed studio left running: an ffmpeg that works in one of its folders. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import process from 'node:process'

/**
 * Call with the folder's lock, before any work starts: an ffmpeg that runs there belongs to no open studio. Only Linux tells in which
 * folder a program works; elsewhere it ends by itself, and writes only into a folder that no other render uses.
 */
export async function endStrayFfmpeg(workFolder: string): Promise<number> {
  if (process.platform !== 'linux')
    return 0
  const folder = await realpath(workFolder)
  let ended = 0
  for (const id of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
    const cwd = await readlink(join('/proc', id, 'cwd')).catch(() => '')
    if (!cwd.startsWith(folder + sep))
      continue
    const words = (await readFile(join('/proc', id, 'cmdline'), 'utf8').catch(() => '')).split('\0')
    // As the studio starts it; a person's shell in this folder is none of ours.
    if (words.includes('-nostdin') && words.includes('-hide_banner')) {
      try {
        process.kill(Number(id), 'SIGKILL')
        ended++
      }
      catch {
        // It has ended in the meantime.
      }
    }
  }
  return ended
}
