/** Analyses uploaded sound: its samples, its length, and where someone speaks. */
import type { Ffmpeg } from '../../media/ffmpeg/ffmpeg.ts'
import type { Sound } from './wav.ts'
import { join } from 'node:path'
import { fileInput } from '../../media/ffmpeg/ffmpeg-input.ts'
import { Refusal } from '../answers/answer.ts'
import { madeOnce } from '../made.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { decodeWav } from './wav.ts'

export interface DecodeContext {
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  readonly signal: AbortSignal
}

/** Decodes any sound; without ffmpeg only 16-bit WAV, and null for the rest. Throws Refusal 400 for a broken file. */
export async function readSound({ ffmpeg: find, signal }: DecodeContext, bytes: Buffer): Promise<Sound | null> {
  const wav = decodeWav(bytes)
  const ffmpeg = wav ? null : await find()
  if (!ffmpeg)
    return wav
  try {
    const output = ['-vn', '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1']
    const decoded = await madeOnce([ffmpeg.path, ffmpeg.version, ...output, bytes], () => withTemporaryFolder({ sound: bytes }, async cwd =>
      (await ffmpeg.run([...await fileInput(join(cwd, 'sound')), ...output], { cwd, signal })).stdout))
    const samples = new Int16Array(decoded.length >> 1)
    return { sampleRate: 16_000, samples: samples.map((_, i) => decoded.readInt16LE(i * 2)) }
  }
  catch (cause) {
    signal.throwIfAborted()
    throw new Refusal(400, `Could not decode the audio file: ${cause instanceof Error ? cause.message : ''}`)
  }
}

export async function soundSeconds(context: DecodeContext, bytes: Buffer): Promise<number | null> {
  const sound = await readSound(context, bytes)
  return sound && secondsOf(sound)
}

export function secondsOf({ samples, sampleRate }: Sound): number {
  return samples.length / sampleRate
}

export interface TimeRange {
  readonly startSeconds: number
  readonly endSeconds: number
}

const frameSeconds = 0.02
const longestPauseSeconds = 0.35
const shortestSpeechSeconds = 0.1

/** The ranges that are clearly louder than the rest; short pauses are included. */
export function speechIn({ samples, sampleRate }: Sound): readonly TimeRange[] {
  const frame = Math.round(sampleRate * frameSeconds)
  const levels = Array.from({ length: Math.floor(samples.length / frame) }, (_, i) => rms(samples.subarray(i * frame, (i + 1) * frame)))
  // A tenth of the loudest frame, but at least -50 dB, which is silence to the ear.
  const threshold = Math.max(100, levels.reduce((most, level) => Math.max(most, level), 0) / 10)
  const ranges: TimeRange[] = []
  for (const [i, level] of levels.entries()) {
    if (level < threshold)
      continue
    const last = ranges.at(-1)
    const startSeconds = i * frameSeconds
    const endSeconds = startSeconds + frameSeconds
    if (last && startSeconds - last.endSeconds <= longestPauseSeconds)
      ranges[ranges.length - 1] = { ...last, endSeconds }
    else
      ranges.push({ startSeconds, endSeconds })
  }
  return ranges.filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= shortestSpeechSeconds)
}

function rms(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples)
    sum += sample * sample
  return Math.sqrt(sum / samples.length)
}
