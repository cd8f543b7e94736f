/** Plays a sound faster or slower and keeps its pitch. Made once per sound and speed, so that preview and render play the same samples. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newId } from '../../base/ids.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'

/** Above twice the tempo `atempo` leaves samples out, and below half it refuses; in steps it does neither. */
const [slowest, fastest] = [0.5, 2]

/** Filters of ffmpeg for whole percent of speed. */
export function tempoFilters(speed: number): string[] {
  const steps: number[] = []
  let rest = speed / 100
  for (; rest > fastest; rest /= fastest)
    steps.push(fastest)
  for (; rest < slowest; rest /= slowest)
    steps.push(slowest)
  return [...steps, rest].map(step => `atempo=${step}`)
}

/** Writes `outPath`, 48 kHz stereo of 16 bits, completely or not at all. Sample `n` of the WAV comes to lie at `n * 100 / speed`. */
export async function stretchWav(
  wavPath: string,
  outPath: string,
  speed: number,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<void> {
  const part = `${resolve(outPath)}.${newId()}.part`
  try {
    await ffmpeg.run(
      [
        ...['-y', ...await fileInput(wavPath), '-map', '0:a:0', '-af', tempoFilters(speed).join(',')],
        ...['-ar', '48000', '-c:a', 'pcm_s16le', '-f', 'wav', part],
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
