/**
 * Encoded segments and the sound of films, kept so that what has not changed is never encoded twice. A file's name is the key of what is
 * seen or heard in it, and the hash of its bytes: a damaged one is noticed when it is wanted. Nothing here is known to a database; what is
 * missing is made again.
 */
import type { Clock } from '../../base/clock.ts'
import type { KeptFile, Totals } from '../../base/disk-cache.ts'
import type { KeyFacts } from '../picture/segment-key.ts'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { noteUse, surplusOf, totalsOf } from '../../base/disk-cache.ts'
import { createFeed } from '../../base/feed.ts'
import { sha256File } from '../../base/hash.ts'
import { newId } from '../../base/ids.ts'

export interface SegmentCache {
  /** Whether there is one; it may be damaged. */
  has: (key: string) => Promise<boolean>
  /** Puts the segment at `path`, where nothing is yet, as its own file. False when there is none, or only a damaged one. */
  take: (key: string, path: string) => Promise<boolean>
  /** Keeps the finished segment at `path` if there is room, then deletes the oldest above the limit. */
  keep: (key: string, path: string) => Promise<void>
  /** The space in use, now and after each change. */
  storage: (signal?: AbortSignal) => AsyncIterable<Totals>
  /** Deletes what is above the limit, oldest use first. */
  tidy: () => Promise<void>
  /** Deletes everything; returns the bytes that this freed. */
  clear: () => Promise<number>
}

/** What renders use of it. */
export interface KeptSegments extends Pick<KeyFacts, 'contentOf'> {
  readonly cache: Pick<SegmentCache, 'has' | 'take' | 'keep'>
}

interface Kept extends KeptFile { readonly name: string }

const form = /^([\da-f]{64})-([\da-f]{64})(?:\.[a-z\d]+)?$/

export function createSegmentCache({ folder, limitBytes, hasRoom, clock }: {
  folder: string
  limitBytes: () => Promise<number>
  hasRoom: () => Promise<boolean>
  clock: Clock
}): SegmentCache {
  const news = createFeed<Totals>()
  const opened = open()
  // It is reported where it is used.
  opened.catch(() => {})

  /** Sweeps what a crash left half-written, and what is not ours. */
  async function open(): Promise<Map<string, Kept>> {
    const index = new Map<string, Kept>()
    for (const name of await readdir(folder).catch(() => [])) {
      const key = form.exec(name)?.[1]
      const file = key === undefined || index.has(key) ? null : await stat(join(folder, name)).catch(() => null)
      if (key !== undefined && file?.isFile())
        index.set(key, { name, sizeBytes: file.size, usedAt: Math.trunc(file.mtimeMs) })
      else
        await rm(join(folder, name), { recursive: true, force: true })
    }
    return index
  }

  async function remove(index: Map<string, Kept>, keys: readonly string[]): Promise<number> {
    let freed = 0
    for (const key of keys) {
      const { name = '', sizeBytes = 0 } = index.get(key) ?? {}
      if (index.delete(key)) {
        await rm(join(folder, name), { force: true, maxRetries: 3 })
        freed += sizeBytes
      }
    }
    if (keys.length > 0)
      news.publish(totalsOf(index))
    return freed
  }

  async function tidy(index: Map<string, Kept>): Promise<void> {
    await remove(index, surplusOf(index, await limitBytes()))
  }

  return {
    has: async key => (await opened).has(key),
    async take(key, path) {
      const index = await opened
      const kept = index.get(key)
      if (!kept)
        return false
      const isWhole = await linkOrCopy(join(folder, kept.name), path)
        .then(async () => await sha256File(path) === form.exec(kept.name)?.[2], () => false)
      if (!isWhole) {
        await rm(path, { force: true })
        await remove(index, [key])
        return false
      }
      await noteUse(kept, join(folder, kept.name), clock.now())
      return true
    },
    async keep(key, path) {
      const index = await opened
      if (!await hasRoom())
        return
      const name = `${key}-${await sha256File(path)}${extname(path)}`
      const part = join(folder, `${newId(clock.now())}.part`)
      await mkdir(folder, { recursive: true })
      try {
        await linkOrCopy(path, part)
        await rename(part, join(folder, name))
      }
      finally {
        await rm(part, { force: true })
      }
      const older = index.get(key)
      if (older && older.name !== name)
        await remove(index, [key])
      index.set(key, { name, sizeBytes: (await stat(join(folder, name))).size, usedAt: clock.now() })
      news.publish(totalsOf(index))
      await tidy(index)
    },
    storage: signal => news.subscribe(async () => totalsOf(await opened), signal),
    tidy: async () => tidy(await opened),
    async clear() {
      const index = await opened
      return remove(index, [...index.keys()])
    },
  }
}

/** A second name costs no space; volumes without links get a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  }
  catch {
    await copyFile(from, to)
  }
}
