/** Derived files of an asset: the peaks of its sound, and a poster. They can be made again at any time, so a take never fails with them. */
import type { Asset } from '#contract/takes.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Probe } from '../media/probe/probe-types.ts'
import { rm, stat } from 'node:fs/promises'
import { fileExists, writeFileAtomic } from '../base/atomic-file.ts'
import { makePoster } from '../media/preview/poster.ts'
import { canMakePeaks, makePeaks } from '../media/sound/peaks.ts'

/** Paths of the original and of its derived files. */
export interface DerivedPaths { readonly original: InsidePath, readonly peaks: InsidePath, readonly poster: InsidePath }

export interface DerivedTools {
  readonly probe: Probe
  readonly ffmpeg: Ffmpeg | null
  readonly log: Log
  readonly signal?: AbortSignal
  /** Also makes existing files again. If that fails, the existing file is kept. */
  readonly remakes?: boolean
}

export interface DerivedFiles extends Pick<Asset, 'hasPeaks' | 'hasPoster'> {
  /** Duration of the decoded samples; null where nothing was decoded. */
  readonly heardSeconds: number | null
}

/** Makes missing files, and returns which exist. Throws `signal.reason` when aborted, and nothing else. */
export async function writeDerivedFiles(paths: DerivedPaths, tools: DerivedTools): Promise<DerivedFiles> {
  const { probe, ffmpeg, log, signal, remakes = false } = tools
  const has = async (path: string, make: (() => Promise<void>) | null): Promise<boolean> => {
    const isThere = await isWhole(path)
    if (isThere && (!remakes || make === null))
      return true
    try {
      await make?.()
      if (make && !await isWhole(path))
        throw new Error('Nothing was written')
      return make !== null
    }
    catch (error) {
      if (!isThere)
        await rm(path, { force: true })
      signal?.throwIfAborted()
      log.warn('derived-file-failed', { path, error })
      return isThere
    }
  }
  const options = { probe, ...signal && { signal } }
  const hasSound = probe.medium === 'audio' || (probe.medium === 'video' && probe.audioCodec !== null)
  const isSeen = probe.medium === 'picture' || probe.medium === 'video'
  let heardSeconds: number | null = null
  const onDecoded = (seconds: number): void => {
    heardSeconds = seconds
  }
  return {
    hasPeaks: hasSound && await has(paths.peaks, canMakePeaks(probe, ffmpeg)
      ? async () => writeFileAtomic(paths.peaks, await makePeaks(paths.original, { ...options, ffmpeg, onDecoded }))
      : null),
    hasPoster: isSeen && await has(paths.poster, ffmpeg && (() => makePoster(paths.original, paths.poster, { ...options, ffmpeg }))),
    heardSeconds,
  }
}

/** Programs may end well on a full disk and leave an empty file. */
async function isWhole(path: string): Promise<boolean> {
  return await fileExists(path) && (await stat(path)).size > 0
}
