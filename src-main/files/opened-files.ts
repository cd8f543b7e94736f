/** Files that the user opened with Takeroom from outside. They wait here until a page takes them, as it takes what is dropped on it. */
import type { OpenedFile, OpenedRefusal } from '#contract/opened.ts'
import type { OpenedId } from '#contract/words.ts'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { errnoOf } from '../base/errno.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'

export interface FoundOpened { readonly path: string, readonly etag: string }

export interface OpenedFiles {
  changes: (signal?: AbortSignal) => AsyncIterable<{ count: number }>
  /** Absolute paths, as the system or the user gave them. One that waits already is not added again. */
  add: (paths: readonly string[]) => void
  /** All that wait. The next call gets only what was added after this one. */
  take: () => Promise<{ files: OpenedFile[], refused: OpenedRefusal[] }>
  /** Null for a file that was never given, was removed, or has changed. */
  find: (openedId: OpenedId) => Promise<FoundOpened | null>
}

/** Disks answer a few questions at a time. */
const atOnce = 32

export function createOpenedFiles(): OpenedFiles {
  let waiting = new Set<string>()
  const given = new Map<OpenedId, FoundOpened>()
  const feed = createFeed<{ count: number }>()
  const tell = (): void => feed.publish({ count: waiting.size })

  async function look(path: string): Promise<OpenedFile | OpenedRefusal> {
    const name = basename(path)
    const found = await stateOf(path)
    if ('because' in found)
      return { name, because: found.because }
    const openedId = newId<OpenedId>()
    given.set(openedId, { path, etag: found.etag })
    return { openedId, name, sizeBytes: found.sizeBytes }
  }

  return {
    changes: signal => feed.subscribe(() => ({ count: waiting.size }), signal),
    add(paths) {
      for (const path of paths)
        waiting.add(path)
      tell()
    },
    async take() {
      const paths = [...waiting]
      waiting = new Set()
      tell()
      const looked: (OpenedFile | OpenedRefusal)[] = []
      for (let at = 0; at < paths.length; at += atOnce)
        looked.push(...await Promise.all(paths.slice(at, at + atOnce).map(look)))
      return {
        files: looked.filter(each => 'openedId' in each),
        refused: looked.filter(each => 'because' in each),
      }
    },
    async find(openedId) {
      const found = given.get(openedId)
      const now = found && await stateOf(found.path)
      return now && 'etag' in now && now.etag === found.etag ? found : null
    },
  }
}

async function stateOf(path: string): Promise<{ sizeBytes: number, etag: string } | Pick<OpenedRefusal, 'because'>> {
  try {
    const found = await stat(path)
    if (found.isDirectory())
      return { because: 'folder' }
    // Reading from a pipe or a device may never end.
    if (!found.isFile())
      return { because: 'unreadable' }
    await access(path, constants.R_OK)
    return { sizeBytes: found.size, etag: `"${found.dev}-${found.ino}-${found.size}-${found.mtimeMs}"` }
  }
  catch (error) {
    return { because: ['ENOENT', 'ENOTDIR'].includes(errnoOf(error)) ? 'missing' : 'unreadable' }
  }
}
