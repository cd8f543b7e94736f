/** Plays a sound faster or slower and keeps its pitch. Made once per sound and speed, so that preview and render play the same samples. */
import type { DecodeOptions } from './decode.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newId } from '../../base/ids.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { wavOutput } from './decode.ts'

/** Above twice the tempo `atempo` leaves samples out, and below half it refuses; in steps it does neither. */
const [slowest, fastest] = [0.5, 2]

/** Filters of ffmpeg for percent of speed. */
export function tempoFilters(speed: number): string[] {
  const steps: number[] = []
  let rest = speed / 100
  for (; rest > fastest; rest /= fastest)
    steps.push(fastest)
  for (; rest < slowest; rest /= slowest)
    steps.push(slowest)
  return [...steps, rest].map(step => `atempo=${step}`)
}

/** Writes `outPath`, 48 kHz with as many channels, in 16 bits unless told otherwise, completely or not at all. Sample `n` of the WAV is at `n * 100 / speed`. */
export async function stretchWav(
  wavPath: string,
  outPath: string,
  speed: number,
  { ffmpeg, signal, samples }: Pick<DecodeOptions, 'ffmpeg' | 'signal' | 'samples'>,
): Promise<void> {
  const part = `${resolve(outPath)}.${newId()}.part`
  try {
    const form = ['-af', ['aformat=sample_fmts=flt', ...tempoFilters(speed)].join(','), '-ar', '48000']
    const output = wavOutput(form, { track: 0, samples })
    await ffmpeg.run(['-y', ...await fileInput(wavPath), ...output, part], signal ? { signal } : {})
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
