/** Bridge frames: a still extracted from a shot and filed as a take, to start the next shot from. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { fileExists } from '../base/atomic-file.ts'
import { beforeFiling } from '../library/pins.ts'
import { importOf } from '../library/takes.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { takeStill } from '../media/picture/still.ts'
import { UnreadableMediaError, withoutPaths } from '../media/unreadable.ts'

export interface Frames {
  /**
   * The frame shown at that time; past the end, the last frame. The same one again is the same take, in its project. Stops when its page
   * has gone. Faults: not-found, unreadable-file, no-ffmpeg.
   */
  take: (takeId: TakeId, atSeconds: number, projectId: ProjectId | null, signal?: AbortSignal) => Promise<Take>
}

export function createFrames(ports: {
  assets: Assets
  takes: Takes
  /** @throws Fault no-ffmpeg */
  needFfmpeg: () => Promise<Ffmpeg>
  workFolder: string
}): Frames {
  async function file(
    shot: Take,
    atSeconds: number,
    { ffmpeg, folder, projectId, signal }: { ffmpeg: Ffmpeg, folder: string, projectId: ProjectId | null, signal: AbortSignal | undefined },
  ): Promise<Take> {
    const path = join(folder, 'frame.png')
    const seconds = await takeStill(ports.assets.pathOf(shot.asset), atSeconds, path, {
      ffmpeg,
      durationSeconds: shot.asset.durationSeconds,
      ...(signal && { signal }),
    })
    const { asset } = await ports.assets.adopt(path)
    const before = await beforeFiling(ports.assets, asset, () => ports.takes.withAsset(asset.id))
    if (before?.projectId === projectId && before.sourceTakeIds.includes(shot.id)) {
      ports.assets.releasePin(asset.id)
      return before
    }
    return ports.takes.file(importOf({
      medium: 'picture',
      title: `${shot.title} · ${showTime(seconds)}`,
      projectId,
      sourceTakeIds: [shot.id],
      isPractice: shot.isPractice,
    }), asset).catch(async (error) => {
      // It can be made again.
      await ports.assets.discard(asset)
      throw error
    })
  }

  return {
    async take(takeId, atSeconds, projectId, signal) {
      const shot = await ports.takes.get(takeId)
      if (shot.medium !== 'video')
        throw new Fault('unreadable-file', { name: shot.title, reason: 'not-a-video' })
      const ffmpeg = await ports.needFfmpeg()
      if (!await fileExists(ports.assets.pathOf(shot.asset)))
        throw new Fault('unreadable-file', { name: shot.title, reason: 'missing' })
      const folder = await mkdtemp(join(ports.workFolder, 'frame-'))
      try {
        return await file(shot, atSeconds, { ffmpeg, folder, projectId, signal })
      }
      catch (error) {
        if (error instanceof FfmpegError || error instanceof UnreadableMediaError)
          throw new Fault('unreadable-file', { name: shot.title, reason: withoutPaths(error.message) }, { cause: error })
        throw error
      }
      finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** `1:02.48`: minutes, seconds and hundredths. */
function showTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const rest = (hundredths % 6000 / 100).toFixed(2).padStart(5, '0')
  return `${Math.floor(hundredths / 6000)}:${rest}`
}
