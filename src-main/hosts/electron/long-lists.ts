/**
 * Long lists of files between two starts. Chromium on Linux sends the whole command line of a second start to the first one in a message
 * of 32 kB, cuts off what is longer, and Electron reads beyond the end of what is left. So such a start writes the list to a file and
 * starts again with its id alone.
 */
import type { Given } from './given-files.ts'
import { readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { inside } from '../../base/inside.ts'
import { readGiven } from './given-files.ts'

/** Half of the message: Chromium adds switches of its own. */
const mostBytes = 16 * 1024
const option = '--given='

export function isTooLong(words: readonly string[], folder: string): boolean {
  return [folder, ...words].reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0) > mostBytes
}

/** The word that names a kept list. */
export async function keepList(profile: string, given: Given): Promise<string> {
  await writeFile(fileOf(profile, given.id), JSON.stringify(given), { mode: 0o600, flag: 'wx' })
  return option + given.id
}

/** The id of the list that these words name; null where they name none. */
export function listIn(words: readonly string[]): string | null {
  const id = words.find(word => word.startsWith(option))?.slice(option.length) ?? ''
  return /^[\w-]{1,64}$/.test(id) ? id : null
}

/** The list, once: it is deleted. Null when it has been taken before. */
export function takeList(profile: string, id: string): Given | null {
  if (!/^[\w-]{1,64}$/.test(id))
    return null
  const path = fileOf(profile, id)
  try {
    const given = readGiven(JSON.parse(readFileSync(path, 'utf8')))
    rmSync(path, { force: true })
    return given
  }
  catch {
    // Another start has taken it.
    return null
  }
}

function fileOf(profile: string, id: string): string {
  return inside(profile, `given-${id}.json`)
}
