/** What the studio's own player shows of a delivery besides its captions: the chapters of its file, and the waveform of a sound. */
import type { Delivery, ShownChapter, ShownPeaks } from '#contract/deliveries.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { stat } from 'node:fs/promises'
import { errnoOf } from '../base/errno.ts'
import { insideOrNull } from '../base/inside.ts'
import { fileInput } from '../media/ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { probe } from '../media/probe/probe.ts'
import { canMakePeaks, makePeaks, peaksPerSecond, pointsOfPeaks } from '../media/sound/peaks.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'

type Delivered = Pick<Delivery, 'files' | 'folder'>
export interface ShownSound { readonly chapters: ShownChapter[], readonly peaks: ShownPeaks | null }

const nothing: ShownSound = { chapters: [], peaks: null }
/** More than the page has pixels for, also for hours of sound. */
const mostPeaks = 4000
/** To read the sound of an hour takes seconds, so the last ones are kept. */
const mostKept = 30

export type ShownSounds = (delivery: Delivered, signal?: AbortSignal) => Promise<ShownSound>

export function createShownSounds(ffmpeg: () => Promise<Ffmpeg | null>): ShownSounds {
  const kept = new Map<string, ShownSound>()

  return async ({ files, folder }, signal) => {
    const file = files.find(({ role }) => role === 'audio' || role === 'video')
    const path = file && insideOrNull(folder, file.name)
    const program = await ffmpeg()
    if (!path || !program)
      return nothing
    try {
      const { size, mtimeMs } = await stat(path)
      const key = JSON.stringify([path, size, mtimeMs])
      const known = kept.get(key)
      if (known)
        return known
      const shown = {
        chapters: await chaptersIn(path, program, signal),
        peaks: file.role === 'audio' ? await peaksIn(path, program, signal) : null,
      }
      kept.set(key, shown)
      for (const oldest of [...kept.keys()].slice(0, -mostKept))
        kept.delete(oldest)
      return shown
    }
    catch (error) {
      if (error instanceof FfmpegError || error instanceof UnreadableMediaError || errnoOf(error) === 'ENOENT')
        return nothing
      throw error
    }
  }
}

async function chaptersIn(path: InsidePath, ffmpeg: Ffmpeg, signal?: AbortSignal): Promise<ShownChapter[]> {
  const { stdout } = await ffmpeg.run([...await fileInput(path), '-f', 'ffmetadata', 'pipe:1'], signal ? { signal } : {})
  return readChapters(stdout.toString('utf8'))
}

/** Of ffmpeg's own text of metadata: https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
export function readChapters(text: string): ShownChapter[] {
  const [, ...sections] = text.split(/^\[CHAPTER\]$/m)
  return sections.flatMap((section) => {
    const [numerator, denominator] = /^TIMEBASE=(\d+)\/(\d+)$/m.exec(section)?.slice(1).map(Number) ?? [1, 1e9]
    const start = /^START=(-?\d+)$/m.exec(section)?.[1]
    const title = /^title=((?:[^\\\n]|\\[\s\S])*)/m.exec(section)?.[1]?.replaceAll(/\\([\s\S])/g, '$1').replaceAll(/\s+/g, ' ') ?? ''
    const seconds = Number(start) * numerator! / denominator!
    return Number.isFinite(seconds) ? { startSeconds: Math.max(0, seconds), title } : []
  })
}

async function peaksIn(path: InsidePath, ffmpeg: Ffmpeg, signal?: AbortSignal): Promise<ShownPeaks | null> {
  const probed = await probe(path, { ffmpeg })
  if (!canMakePeaks(probed, ffmpeg))
    return null
  const points = pointsOfPeaks(Buffer.from(await makePeaks(path, { ffmpeg, probe: probed, ...signal ? { signal } : {} })))
  return fewer(points, Math.ceil(points.length / 2 / mostPeaks))
}

/** Of each `together` points, the lowest and the highest. */
function fewer(points: Int8Array, together: number): ShownPeaks {
  const pairs: number[] = []
  for (let from = 0; from < points.length; from += together * 2) {
    let [low, high] = [0, 0]
    for (let at = from; at < Math.min(points.length, from + together * 2); at += 2) {
      low = Math.min(low, points[at] ?? 0)
      high = Math.max(high, points[at + 1] ?? 0)
    }
    pairs.push(low, high)
  }
  return { perSecond: peaksPerSecond / Math.max(1, together), pairs }
}
