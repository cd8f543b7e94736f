/** Turns the sound of a recording into its take. */
import type { Take } from '#contract/takes.ts'
import type { RecordingId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { RecordedWav } from '../media/recording/recording-to-wav.ts'
import type { RecordingFiles } from './recording-files.ts'
import { rm } from 'node:fs/promises'
import { fileExists } from '../base/atomic-file.ts'
import { beforeFiling } from '../library/pins.ts'
import { importOf } from '../library/takes.ts'
import { recordingToWav } from '../media/recording/recording-to-wav.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'

export interface FilingPorts {
  readonly assets: Assets
  readonly takes: Takes
  readonly projects: Projects
  readonly ffmpeg: () => Promise<Ffmpeg | null>
}

/** Up to which byte a recording was there, at which time of the page, in ms. */
export interface Slice { readonly endByte: number, readonly atMs: number }

/**
 * Files the take. The files of the recording stay: its caller removes them, and if it can't, doing this again finds the same take.
 * Throws UnreadableMediaError, with `empty` when nothing was recorded.
 */
export async function fileRecording(
  { assets, takes, projects, ffmpeg }: FilingPorts,
  files: RecordingFiles,
  recordingId: RecordingId,
): Promise<{ name: string, take: Take, wav: RecordedWav }> {
  const soundPath = files.soundPath(recordingId)
  if (!await fileExists(soundPath))
    throw new UnreadableMediaError('empty', 'nothing was recorded')
  const { name, projectId } = await files.about(recordingId) ?? { name: recordingId, projectId: null }
  const wavPath = files.wavPath(recordingId)
  try {
    const wav = await recordingToWav(soundPath, wavPath, { ffmpeg: await ffmpeg() })
    const { asset } = await assets.adopt(wavPath, 'audio')
    const filed = await beforeFiling(assets, asset, () => takes.withAsset(asset.id))
    if (filed?.kind === 'import' && filed.title === name) {
      assets.releasePin(asset.id)
      return { name, take: filed, wav }
    }
    // The project may have been deleted while the recording waited for a new start.
    const stillThere = projectId !== null && await projects.nameOf(projectId) !== null
    const take = await takes.file(importOf({
      medium: 'audio',
      title: name,
      fileName: `${name}.wav`,
      projectId: stillThere ? projectId : null,
    }), asset).catch(async (error) => {
      // It is made of the recording again.
      await assets.discard(asset)
      throw error
    })
    return { name, take, wav }
  }
  finally {
    await rm(wavPath, { force: true })
  }
}

/**
 * When the first sample was captured, on the clock of the slices, in ms. A slice comes at the earliest when its last sample is there, and
 * mostly a little later; the promptest one says it best.
 */
export function startOf(slices: readonly Slice[], ends: RecordedWav['ends']): number | null {
  const starts: number[] = []
  let next = 0
  for (const { endByte, atMs } of [...slices].sort((a, b) => a.endByte - b.endByte)) {
    while ((ends[next]?.endByte ?? Infinity) <= endByte)
      next++
    const seconds = ends[next - 1]?.seconds
    if (seconds !== undefined)
      starts.push(atMs - seconds * 1000)
  }
  return starts.length === 0 ? null : Math.min(...starts)
}
