/** Which files a person has given to the program: in the words it was started with, or in those of another start. */
import type { Machine } from '../folders.ts'
import { posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One start with files. Chromium may tell of it several times, always under the same id. */
export interface Given { readonly id: string, readonly files: readonly string[] }

interface Place {
  readonly platform: Machine['platform']
  /** Where relative names begin. */
  readonly folder: string
}

/** Options of ours whose value is its own word. */
const withValue: ReadonlySet<string> = new Set(['--folder'])

/**
 * The absolute paths of the files among these words, without the name of the program. Words that begin with `-` are switches, of ours or
 * of Chromium's; behind `--` every word is a file. An address that leads to no file of this machine stays as it is, so that it is named
 * where the file is missed.
 */
export function filesAmong(words: readonly string[], { platform, folder }: Place): string[] {
  const end = words.indexOf('--')
  const open = end < 0 ? words : words.slice(0, end)
  const plain = open.filter((word, at) => !word.startsWith('-') && !withValue.has(open[at - 1] ?? ''))
  const { resolve } = platform === 'win32' ? win32 : posix
  return [...plain, ...end < 0 ? [] : words.slice(end + 1)]
    .map(word => pathOf(word, platform))
    .filter(path => path !== '' && !path.includes('\0'))
    .map(path => resolve(folder, path))
}

/** File managers give addresses where an entry in the menu has `%U`. */
function pathOf(word: string, platform: Machine['platform']): string {
  if (!/^file:/i.test(word))
    return word
  try {
    return fileURLToPath(word, { windows: platform === 'win32' })
  }
  catch {
    // Of another machine, or with an encoded separator.
    return word
  }
}

/** These words without their files, to start the program again with others. */
export function withoutFiles(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  const open = end < 0 ? words : words.slice(0, end)
  return open.filter((word, at) => word.startsWith('-') || withValue.has(open[at - 1] ?? ''))
}

/** What another start has sent with its wish for the lock; null when it is of no form that Takeroom sends. */
export function readGiven(data: unknown): Given | null {
  if (typeof data !== 'object' || data === null || !('id' in data) || !('files' in data))
    return null
  const { id, files } = data
  const isWhole = typeof id === 'string' && Array.isArray(files) && files.every(file => typeof file === 'string' && !file.includes('\0'))
  return isWhole ? { id, files } : null
}
