/** Joins sounds one after another into one WAV: nothing trimmed, exact to the sample, and without clicks at the joins. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { probe } from '../probe/probe.ts'
import { openWavWriter } from '../wav.ts'

export interface JoinOptions {
  readonly ffmpeg: Ffmpeg
  /** Silence between two sounds. */
  readonly pauseSeconds: number
  readonly signal?: AbortSignal
}

// Long enough to hide a step between two samples, too short to be heard as a fade.
const rampSeconds = 0.006

/**
 * Writes 16-bit sound at the highest rate and with the most channels (one or two) that the sounds have; a mono sound among
 * stereo ones is heard on both sides at full level. Holds one sound at a time in memory.
 * Throws UnreadableMediaError or FfmpegError for a file without sound.
 */
export async function joinSounds(
  paths: readonly string[],
  outPath: string,
  { ffmpeg, pauseSeconds, signal }: JoinOptions,
): Promise<{ durationSeconds: number }> {
  const found = await Promise.all(paths.map(path => probe(path, { ffmpeg })))
  const sampleRate = Math.max(8000, ...found.map(each => each.sampleRate ?? 0))
  const channels = found.some(each => (each.channels ?? 1) > 1) ? 2 : 1
  const silence = new Int16Array(Math.round(pauseSeconds * sampleRate) * channels)
  const writer = await openWavWriter(outPath, { encoding: 'int', sampleRate, channels, bitsPerSample: 16 })
  let frames = 0
  try {
    for (const [index, path] of paths.entries()) {
      signal?.throwIfAborted()
      const isMono = (found[index]?.channels ?? 1) === 1
      const how = { sampleRate, channels: isMono ? 1 : 2, track: found[index]?.sound ?? 0 }
      const decoded = await decode(path, how, { ffmpeg, ...(signal && { signal }) })
      const samples = isMono && channels === 2 ? onBothSides(decoded) : decoded
      rampEnds(samples, { channels, frames: Math.round(rampSeconds * sampleRate), atStart: index > 0, atEnd: index < paths.length - 1 })
      await writer.write(bytesOf(samples))
      frames += samples.length / channels
      if (index < paths.length - 1) {
        await writer.write(bytesOf(silence))
        frames += silence.length / channels
      }
    }
  }
  finally {
    await writer.close()
  }
  return { durationSeconds: frames / sampleRate }
}

async function decode(
  path: string,
  { sampleRate, channels, track }: { sampleRate: number, channels: number, track: number },
  { ffmpeg, signal }: Pick<JoinOptions, 'ffmpeg' | 'signal'>,
): Promise<Int16Array> {
  const { stdout } = await ffmpeg.run(
    [...await fileInput(path), '-map', `0:a:${track}`, '-ac', String(channels), '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'],
    signal ? { signal } : {},
  )
  const samples = new Int16Array(Math.floor(stdout.length / 2 / channels) * channels)
  for (let at = 0; at < samples.length; at++)
    samples[at] = stdout.readInt16LE(at * 2)
  return samples
}

function onBothSides(mono: Int16Array): Int16Array {
  return Int16Array.from({ length: mono.length * 2 }, (_, at) => mono[at >> 1] ?? 0)
}

interface Ramps { readonly channels: number, readonly frames: number, readonly atStart: boolean, readonly atEnd: boolean }

/** Equal-power ramps from and to silence; a sound too short for two whole ones gets shorter ones. */
function rampEnds(samples: Int16Array, { channels, frames, atStart, atEnd }: Ramps): void {
  const all = samples.length / channels
  const ramp = Math.min(frames, Math.floor(all / 2))
  for (let frame = 0; frame < ramp; frame++) {
    const gain = Math.sin(Math.PI / 2 * (frame + 0.5) / ramp)
    for (let channel = 0; channel < channels; channel++) {
      const [first, last] = [frame * channels + channel, (all - 1 - frame) * channels + channel]
      if (atStart)
        samples[first] = Math.round((samples[first] ?? 0) * gain)
      if (atEnd)
        samples[last] = Math.round((samples[last] ?? 0) * gain)
    }
  }
}

function bytesOf(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, at) => bytes.writeInt16LE(sample, at * 2))
  return bytes
}
