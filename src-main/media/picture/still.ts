/** Extracts one frame of a film: exactly the one that is on the screen at a given time, in the colours that it would be delivered in. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { filmColours, readColours } from '../probe/colour.ts'
import { probe } from '../probe/probe.ts'
import { toneMapFilters } from '../probe/tone-map.ts'
import { UnreadableMediaError } from '../unreadable.ts'

export interface StillOptions {
  readonly ffmpeg: Ffmpeg
  /** Of the film, where known: saves reading all of it for a time past the end. */
  readonly durationSeconds: number | null
  readonly signal?: AbortSignal
}

/** How far before the given time reading begins, tried one after another: a frame may be shown for long. */
const lookBackSeconds = [0.5, 8, Infinity]
/** Players and containers round times; a frame that begins this little later is still the one meant. */
const toleranceSeconds = 0.001

/**
 * Writes `outPath` as a PNG, upright, in square pixels and eight bits, whole or not at all. Past the end it is the last frame.
 * Returns when the frame begins, in seconds. Throws UnreadableMediaError when there is no frame, FfmpegError when it cannot be read.
 */
export async function takeStill(path: string, atSeconds: number, outPath: string, options: StillOptions): Promise<number> {
  const at = Math.min(atSeconds, options.durationSeconds ?? Infinity)
  for (const lookBack of lookBackSeconds) {
    const from = Math.max(0, at - lookBack)
    const frame = await lastFrame(path, { from, until: at + toleranceSeconds }, options)
    if (frame) {
      await writeFrame(path, outPath, { from, number: frame.number }, options)
      return from + frame.seconds
    }
  }
  throw new UnreadableMediaError('damaged', 'no picture at that time')
}

/** The last frame that begins in this stretch, counted from its first; null when none does. */
async function lastFrame(
  path: string,
  { from, until }: { from: number, until: number },
  { ffmpeg, signal }: StillOptions,
): Promise<{ number: number, seconds: number } | null> {
  const filters = `trim=end=${until - from},showinfo=checksum=0`
  const { stderr } = await ffmpeg.run([...await input(path, from), '-vf', filters, '-f', 'null', '-'], signal ? { signal } : {})
  const last = [...stderr.matchAll(/ n: *(\d+) pts: *\S+ pts_time: *([\d.]+)/g)].at(-1)
  return last ? { number: Number(last[1]), seconds: Number(last[2]) } : null
}

async function writeFrame(
  path: string,
  outPath: string,
  { from, number }: { from: number, number: number },
  { ffmpeg, signal }: StillOptions,
): Promise<void> {
  const part = `${resolve(outPath)}.part`
  const colours = await readColours(path, await probe(path, { ffmpeg }), ffmpeg)
  const upright = filmColours(colours, 'gbrp', { size: `w='trunc(iw*sar)':h=ih` })
  const filters = [`select='eq(n,${number})'`, ...colours.hdr ? toneMapFilters(colours.hdr) : [], ...upright, 'setsar=1'].join(',')
  try {
    await ffmpeg.run(
      [
        '-y',
        ...await input(path, from),
        '-vf',
        filters,
        '-frames:v',
        '1',
        '-pix_fmt',
        'rgb24',
        '-c:v',
        'png',
        '-f',
        'image2',
        '-update',
        '1',
        part,
      ],
      signal ? { signal } : {},
    )
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function input(path: string, from: number): Promise<string[]> {
  return [...await fileInput(path, ['-ss', String(from)]), '-map', '0:v:0']
}
