/** Measures loudness by EBU R 128. */
import type { Ffmpeg } from './ffmpeg.ts'
import { fileInput } from './ffmpeg-input.ts'

export interface Loudness {
  /** Null for silence and for sound too short to measure (EBU R128 needs 0.4 s). */
  readonly integratedLufs: number | null
  readonly rangeLu: number | null
  /** Null for digital silence. */
  readonly truePeakDbtp: number | null
}

/** Measures the first sound stream. Mono is measured as it is heard: the same on both sides. Throws FfmpegError when there is no sound. */
export async function measureLoudness(
  path: string,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<Loudness> {
  const { stderr } = await ffmpeg.run(
    [...await fileInput(path), '-map', '0:a:0', '-af', 'ebur128=peak=true:dualmono=true:framelog=verbose', '-f', 'null', '-'],
    signal ? { signal } : {},
  )
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const integrated = numberAfter(summary, /I:\s+(\S+) LUFS/)
  return {
    // −70 LUFS is the absolute gate: nothing was above it.
    integratedLufs: integrated !== null && integrated > -70 ? integrated : null,
    rangeLu: numberAfter(summary, /LRA:\s+(\S+) LU/),
    truePeakDbtp: numberAfter(summary, /Peak:\s+(\S+) dBFS/),
  }
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const value = Number(pattern.exec(text)?.[1] ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}
