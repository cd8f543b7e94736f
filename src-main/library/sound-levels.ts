/** Levels of the sounds of takes: measured when a page asks for them, and remembered while there is room. */
import type { MeasuredSound } from '#contract/sound-levels.ts'
import type { Take } from '#contract/takes.ts'
import type { SoundChoice } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { fileExists } from '../base/atomic-file.ts'
import { soundLevels } from '../media/sound/sound-levels.ts'

export interface SoundLevels {
  /** See the contract. Throws `signal.reason`. */
  measure: (sounds: readonly MeasuredSound[], signal: AbortSignal) => Promise<(string | null)[]>
}

/** Characters: of some twenty hours. */
const mostRemembered = 10_000_000

export function createSoundLevels({ takes, assets, ffmpeg, log }: {
  takes: Pick<Takes, 'find'>
  assets: Pick<Assets, 'pathOf'>
  ffmpeg: () => Promise<Ffmpeg | null>
  log: Log
}): SoundLevels {
  const known = new Map<string, string>()
  let characters = 0

  function remember(key: string, levels: string): string {
    known.set(key, levels)
    characters += levels.length
    for (const [oldest, { length }] of known) {
      if (characters <= mostRemembered)
        break
      known.delete(oldest)
      characters -= length
    }
    return levels
  }

  async function levelsOf({ asset }: Take, heard: SoundChoice | undefined, signal: AbortSignal): Promise<string | null> {
    const choice = heard ?? asset.heard
    const key = `${asset.id} ${heardKey(choice)}`
    const before = known.get(key)
    if (before !== undefined)
      return before
    const path = assets.pathOf(asset)
    if (!await fileExists(path))
      return null
    try {
      const levels = await soundLevels(path, { ffmpeg: await ffmpeg(), choice, signal })
      return known.get(key) ?? remember(key, Buffer.from(levels.buffer).toString('base64'))
    }
    catch (error) {
      signal.throwIfAborted()
      log.warn('levels-not-measured', { assetId: asset.id, error })
      return null
    }
  }

  return {
    async measure(sounds, signal) {
      const found = new Map((await takes.find(sounds.map(({ takeId }) => takeId))).map(take => [take.id, take]))
      const all: (string | null)[] = []
      // One after another: each may keep a core busy.
      for (const { takeId, heard } of sounds) {
        signal.throwIfAborted()
        const take = found.get(takeId)
        all.push(take ? await levelsOf(take, heard, signal) : null)
      }
      return all
    },
  }
}
