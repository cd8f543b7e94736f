/**
 * How the voice of spoken takes sounds: one owner for measuring and keeping it, next to the sound. It is measured in the background, one
 * take at a time, of what a page compares; what a closed studio left is asked for again by the next page.
 */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { findVoice } from '../media/voice/voice-thread.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { z } from 'zod'
import { fileExists } from '../base/atomic-file.ts'
import { createFeed } from '../base/feed.ts'
import { createWantedQueue } from '../base/wanted-queue.ts'
import { voiceVersion } from '../media/voice/voice-of-sound.ts'
import { createSidecars } from './sidecars.ts'
import { withSpeechWav } from './with-speech-wav.ts'

/** The file: of what is heard of the sound, by which version, and what was measured. */
const Kept = z.object({
  version: z.int(),
  heard: z.string(),
  pitchHz: z.number().positive().nullable(),
  pitchSpread: z.number().nullable(),
  loudnessDb: z.number().nullable(),
  brightnessHz: z.number().positive().nullable(),
  speechSeconds: z.number(),
})
export type TakeVoice = Omit<z.infer<typeof Kept>, 'version' | 'heard'>

export interface TakeVoices {
  /** Takes that were measured, or cannot be. */
  measured: (signal: AbortSignal) => AsyncIterable<readonly TakeId[]>
  /** What is known by now; null for any other. Asks for nothing. */
  known: (take: Take) => Promise<TakeVoice | null>
  /** Measures it when nothing else is to be measured. Answers whether it will be. */
  measureLater: (take: Take) => Promise<boolean>
  close: () => Promise<void>
}

/** Longer readings are one file of many lines, where nothing drifts from line to line. */
const longestSeconds = 20 * 60

export function createTakeVoices({ takes, assets, ffmpeg, find, workFolder, log }: {
  takes: Pick<Takes, 'find'>
  assets: Pick<Assets, 'pathOf' | 'folder'>
  ffmpeg: () => Promise<Ffmpeg | null>
  find: typeof findVoice
  workFolder: string
  log: Log
}): TakeVoices {
  const news = createFeed<readonly TakeId[]>()
  const kept = createSidecars({ assets, sidecar: 'voice', shape: Kept })
  const waiting = new Set<TakeId>()
  /** They would fail again. */
  const failed = new Set<TakeId>()
  const queue = createWantedQueue(measure)

  async function known(take: Take): Promise<TakeVoice | null> {
    const found = isSpoken(take) ? await kept.read(take.asset) : null
    return found?.version === voiceVersion && found.heard === heardOf(take) ? found : null
  }

  async function measure(takeId: TakeId, signal: AbortSignal): Promise<void> {
    try {
      const [[take], tool] = [await takes.find([takeId]), await ffmpeg()]
      if (take && tool && await known(take) === null) {
        const use = { assets, ffmpeg: tool, workFolder, log, signal }
        const found = await withSpeechWav(take.asset, use, wavPath => find({ wavPath }, signal))
        await kept.write(take.asset, { version: voiceVersion, heard: heardOf(take), ...rounded(found) })
      }
    }
    catch (error) {
      if (signal.aborted)
        return
      log.warn('voice-not-measured', { takeId, error })
      failed.add(takeId)
    }
    waiting.delete(takeId)
    news.publish([takeId])
  }

  return {
    measured: signal => news.subscribe(() => [], signal),
    known,
    async measureLater(take) {
      if (waiting.has(take.id))
        return true
      const isPossible = isSpoken(take) && !failed.has(take.id) && await known(take) === null && await ffmpeg() !== null
      if (!isPossible || !await fileExists(assets.pathOf(take.asset)))
        return false
      waiting.add(take.id)
      queue.add(take.id)
      return true
    },
    async close() {
      await queue.close()
      news.close()
    },
  }
}

function isSpoken({ kind, medium, asset }: Take): boolean {
  return kind === 'speech' && medium === 'audio' && asset.durationSeconds !== null && asset.durationSeconds <= longestSeconds
}

/** What is chosen of the sound: another choice is measured again. */
function heardOf({ asset: { heard } }: Take): string {
  return heard ? `${heard.track ?? ''}/${heard.channel}` : ''
}

function rounded(voice: TakeVoice): TakeVoice {
  const to = (value: number, steps: number): number => Math.round(value * steps) / steps
  const thousandths = (value: number | null): number | null => value === null ? null : to(value, 1000)
  return {
    pitchHz: thousandths(voice.pitchHz),
    pitchSpread: thousandths(voice.pitchSpread),
    loudnessDb: thousandths(voice.loudnessDb),
    brightnessHz: thousandths(voice.brightnessHz),
    speechSeconds: to(voice.speechSeconds, 1000),
  }
}
