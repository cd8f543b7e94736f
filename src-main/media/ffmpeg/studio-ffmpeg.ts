/** The ffmpeg of a studio, which may be installed, replaced or removed while the studio is open. */
import type { StudioStatus } from '#contract/studio.ts'
import type { Clock } from '../../base/clock.ts'
import type { Ffmpeg, FfmpegFinder } from './ffmpeg.ts'
import process from 'node:process'
import { Fault } from '#contract/faults.ts'

/** The ffmpeg that is used or, without one, the one that is too old, and the command that gets one on this system. */
export type FfmpegFacts = Pick<StudioStatus, 'ffmpeg' | 'tooOldFfmpeg' | 'ffmpegHint'>

export interface StudioFfmpeg {
  find: () => Promise<Ffmpeg | null>
  /** @throws Fault no-ffmpeg */
  need: () => Promise<Ffmpeg>
  facts: () => Promise<FfmpegFacts>
  /** Tells what changes, as long as there is none, and when there is one. Rejects with the signal's reason. */
  follow: (listener: FfmpegListener, signal: AbortSignal) => Promise<never>
}

export interface FfmpegListener {
  readonly onChange: () => void
  /** There is one: at the start, or again. */
  readonly onArrival: () => void
}

/** Looking costs a few questions to the file system. */
const pollIntervalMs = 10_000

export function createStudioFfmpeg({ finder, resourcesPath, clock, platform = process.platform }: {
  finder: FfmpegFinder
  resourcesPath: string | null
  clock: Clock
  platform?: NodeJS.Platform
}): StudioFfmpeg {
  let tellMissing = (): void => {}

  async function find(): Promise<Ffmpeg | null> {
    const ffmpeg = await finder.find({ resourcesPath })
    if (ffmpeg === null)
      tellMissing()
    return ffmpeg
  }

  /** Resolves when a search finds none. There is no search while one is known. */
  function whenMissing(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      tellMissing = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
    })
  }

  async function facts(): Promise<FfmpegFacts> {
    const told = (program: Ffmpeg | null): StudioStatus['ffmpeg'] => program && { path: program.path, version: program.version }
    const found = told(await find())
    const tooOld = found === null ? told(await finder.findTooOld({ resourcesPath })) : null
    return { ffmpeg: found, tooOldFfmpeg: tooOld, ffmpegHint: tooOld ? newerFfmpeg(platform) : anyFfmpeg(platform) }
  }

  return {
    find,
    facts,
    async need() {
      const ffmpeg = await find()
      if (ffmpeg === null)
        throw new Fault('no-ffmpeg', { command: (await facts()).ffmpegHint })
      return ffmpeg
    },
    async follow({ onChange, onArrival }, signal) {
      for (;;) {
        for (let before = await facts(); before.ffmpeg === null;) {
          await clock.sleep(pollIntervalMs, signal)
          const now = await facts()
          if (JSON.stringify(now) !== JSON.stringify(before))
            onChange()
          before = now
        }
        signal.throwIfAborted()
        onArrival()
        await whenMissing(signal)
        onChange()
      }
    },
  }
}

function anyFfmpeg(platform: NodeJS.Platform): string {
  if (platform === 'darwin')
    return 'brew install ffmpeg'
  return platform === 'win32' ? 'winget install Gyan.FFmpeg' : 'sudo apt-get install ffmpeg'
}

function newerFfmpeg(platform: NodeJS.Platform): string {
  if (platform === 'darwin')
    return 'brew upgrade ffmpeg'
  // A system keeps its version for years. Set-up fetches one for the studio where the system's is too old.
  return platform === 'win32' ? 'winget upgrade Gyan.FFmpeg' : 'npm ci'
}
