/** The browsers that may open the studio, on disk: what they have to show only as a hash, in a file for the owner alone. */
import type { Log } from '../../base/log.ts'
import { randomBytes } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BrowserId, Instant } from '#contract/words.ts'
import { writeFileAtomic } from '../../base/atomic-file.ts'

const fileName = 'browsers.json'

const KnownBrowser = z.object({
  id: BrowserId,
  /** SHA-256 of its cookie and key. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  browser: z.string().max(40),
  system: z.string().max(40),
  address: z.string().max(60).nullable(),
  openedAt: Instant,
  usedAt: Instant,
})
export type KnownBrowser = z.infer<typeof KnownBrowser>

/** `studio` is part of the name of its cookie: browsers send the cookies of all ports of a machine to each. */
const Known = z.object({ studio: z.string().regex(/^[0-9a-f]{16}$/), browsers: z.array(KnownBrowser).max(100) })

export interface KnownBrowsers extends Readonly<z.infer<typeof Known>> {
  /** Replaces them. What cannot be written is known until the host is closed. */
  keep: (browsers: readonly KnownBrowser[]) => void
  /** Resolves when what was kept last is on the disk. */
  flush: () => Promise<void>
}

/** Of a studio that forgets them. */
export function forgettingBrowsers(): KnownBrowsers {
  return { studio: randomBytes(8).toString('hex'), browsers: [], keep: () => {}, flush: async () => {} }
}

/** A file that cannot be read is as good as none: each browser then needs a new link. */
export async function openKnownBrowsers(folder: string, log: Log): Promise<KnownBrowsers> {
  const path = join(folder, fileName)
  const found = await readFile(path, 'utf8').then(text => Known.safeParse(JSON.parse(text)).data).catch(() => undefined)
  const { studio, browsers } = found ?? forgettingBrowsers()
  let last: Promise<void> = Promise.resolve()

  async function write(kept: readonly KnownBrowser[]): Promise<void> {
    try {
      await writeFileAtomic(path, JSON.stringify({ studio, browsers: kept }))
      await chmod(path, 0o600)
    }
    catch (error) {
      log.warn('browser-list-write-failed', { error })
    }
  }
  return {
    studio,
    browsers,
    keep(kept) {
      last = last.then(() => write(kept))
    },
    flush: () => last,
  }
}
