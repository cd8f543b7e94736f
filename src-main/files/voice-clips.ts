/** Voice samples: of a take with several sounds, or of which a side was chosen, what is heard of it is its own take. */
import type { Take } from '#contract/takes.ts'
import type { ClipCut } from '#contract/voices.ts'
import type { TakeId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { hasOtherSounds } from '#rules/sequence/heard.ts'
import { fileExists } from '../base/atomic-file.ts'
import { beforeFiling } from '../library/pins.ts'
import { importOf } from '../library/takes.ts'
import { checkClipSeconds, clipSeconds } from '../library/voices.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { decodeToWav48k } from '../media/sound/decode.ts'
import { UnreadableMediaError, withoutPaths } from '../media/unreadable.ts'

export interface VoiceClips {
  /**
   * The take whose file is the sample: this one, or a WAV of what is heard of it or of the cut, which is made once. A service would choose
   * a sound by itself.
   * @throws Fault not-found, unsuitable-clip, unreadable-file, no-ffmpeg
   */
  clipOf: (takeId: TakeId, cut?: ClipCut, signal?: AbortSignal) => Promise<TakeId>
}

export function createVoiceClips(ports: {
  assets: Pick<Assets, 'pathOf' | 'adopt' | 'discard' | 'releasePin'>
  takes: Pick<Takes, 'get' | 'file' | 'withAsset'>
  /** @throws Fault no-ffmpeg */
  needFfmpeg: () => Promise<Ffmpeg>
  workFolder: string
}): VoiceClips {
  const { assets, takes } = ports

  async function file(take: Take, wavPath: string): Promise<TakeId> {
    const { asset } = await assets.adopt(wavPath, 'audio')
    const filed = await beforeFiling(assets, asset, () => takes.withAsset(asset.id))
    if (filed?.sourceTakeIds.includes(take.id)) {
      assets.releasePin(asset.id)
      return filed.id
    }
    const { title, projectId, isPractice } = take
    const clip = importOf({ medium: 'audio', title, fileName: '', projectId, sourceTakeIds: [take.id], isPractice })
    return (await takes.file(clip, asset).catch(async (error) => {
      // It can be made again.
      await assets.discard(asset)
      throw error
    })).id
  }

  return {
    async clipOf(takeId, cut, signal) {
      const take = await takes.get(takeId)
      // What is no sound is refused where voices are made.
      if (take.medium !== 'audio' || (!cut && !hasOtherSounds(take.asset)))
        return takeId
      checkClipSeconds(cut ? Math.max(0, cut.toSeconds - cut.fromSeconds) : take.asset.durationSeconds, clipSeconds)
      const ffmpeg = await ports.needFfmpeg()
      const path = assets.pathOf(take.asset)
      if (!await fileExists(path))
        throw new Fault('unreadable-file', { name: take.title, reason: 'missing' })
      const folder = await mkdtemp(join(ports.workFolder, 'voice-'))
      try {
        const wavPath = join(folder, 'voice.wav')
        await decodeToWav48k(path, wavPath, { ffmpeg, choice: take.asset.heard, cut, ...signal && { signal } })
        return await file(take, wavPath)
      }
      catch (error) {
        if (error instanceof FfmpegError || error instanceof UnreadableMediaError)
          throw new Fault('unreadable-file', { name: take.title, reason: withoutPaths(error.message) }, { cause: error })
        throw error
      }
      finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
