/** What lies beside an asset's file: the peaks of its sound, and a poster. They can be made again at any time, so no take fails with them. */
import type { Asset } from '#contract/takes.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Probe } from '../media/probe/probe-types.ts'
import { rm, stat } from 'node:fs/promises'
import { fileExists, writeFileAtomic } from '../base/atomic-file.ts'
import { makePoster } from '../media/preview/poster.ts'
import { canMakePeaks, makePeaks } from '../media/sound/peaks.ts'

/** Where the file is, and where they go. */
export interface BesidePaths { readonly original: InsidePath, readonly peaks: InsidePath, readonly poster: InsidePath }

export interface BesideTools {
  readonly probe: Probe
  readonly ffmpeg: Ffmpeg | null
  readonly log: Log
  readonly signal?: AbortSignal
  /** Makes what is there, too; where that fails, it stays. */
  readonly isAnew?: boolean
}

export interface Beside extends Pick<Asset, 'hasPeaks' | 'hasPoster'> {
  /** How long the sound lasts by the samples that were decoded; null where it was not decoded now. */
  readonly heardSeconds: number | null
}

/** Makes what is not there yet, and says what there is. Throws `signal.reason` when aborted, and nothing else. */
export async function makeBeside(paths: BesidePaths, tools: BesideTools): Promise<Beside> {
  const { probe, ffmpeg, log, signal, isAnew = false } = tools
  const has = async (path: string, make: (() => Promise<void>) | null): Promise<boolean> => {
    const isThere = await isWhole(path)
    if (isThere && (!isAnew || make === null))
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
      log.warn('asset-beside-failed', { path, error })
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
