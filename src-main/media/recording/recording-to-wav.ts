/** Makes the WAV of a recording: 48 kHz, 16 bit, with silence where samples went missing, so that nothing in it is too early. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { TimedBlock } from './recording-gaps.ts'
import type { SoundBlock, SoundFormat, WebmReader } from './webm-sound.ts'
import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { mixSampleRate, wavOutput, writeWav } from '../sound/decode.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { openWavWriter } from '../wav.ts'
import { findGaps } from './recording-gaps.ts'
import { createWebmReader } from './webm-sound.ts'

export interface RecordedWav {
  /** Silence that was put in for missing samples. */
  readonly filledSeconds: number
  /** The end of each block in the WAV, in seconds, by the bytes of the recording up to there; rising. */
  readonly ends: readonly { readonly endByte: number, readonly seconds: number }[]
}

/** As browsers write uncompressed sound: 32-bit floats. */
const pcmCodec = 'A_PCM/FLOAT/IEEE'
/** A block is some 10 ms long; each by itself would cost a write. */
const blocksAtOnce = 200
/** Below −80 dB all the time: an input that nothing is plugged into. */
const silence = 1e-4
const firstSound = { track: 0 }

/**
 * Writes `outPath` completely or not at all. Two channels become one where they are the same or one of them is silent. Without ffmpeg
 * a device's own sample rate stays. Throws UnreadableMediaError when there is no sound in it, or none that can be read here.
 */
export async function recordingToWav(
  path: string,
  outPath: string,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg | null, readonly signal?: AbortSignal },
): Promise<RecordedWav> {
  const found = await survey(path)
  if (found === null)
    throw new UnreadableMediaError('empty', 'nothing was recorded')
  const tools = { ...(signal && { signal }) }
  if (found.format.codec !== pcmCodec) {
    if (ffmpeg === null)
      throw new UnreadableMediaError('no-reader', 'ffmpeg is needed to read this recording')
    // Fills by the times of its packets, and puts the first sample at zero.
    const form = ['-af', 'aresample=async=1:first_pts=0', '-ar', String(mixSampleRate)]
    await writeWav(path, outPath, wavOutput(form, firstSound), { ffmpeg, ...tools })
    return { filledSeconds: 0, ends: found.blocks.map(({ atMs, endByte }) => ({ endByte, seconds: atMs / 1000 })) }
  }
  const { sampleRate } = found.format
  const needsRate = sampleRate !== mixSampleRate && ffmpeg !== null
  const part = `${outPath}.native.part`
  try {
    const written = await writeSamples(path, part, found)
    if (needsRate)
      await writeWav(part, outPath, wavOutput(['-ar', String(mixSampleRate)], firstSound), { ffmpeg, ...tools })
    else
      await rename(part, outPath)
    return written
  }
  finally {
    await rm(part, { force: true })
  }
}

interface Survey {
  readonly format: SoundFormat
  readonly blocks: readonly (TimedBlock & { readonly endByte: number })[]
  /** Which channels of the recording become channels of the WAV. */
  readonly channels: readonly number[]
}

async function survey(path: string): Promise<Survey | null> {
  const reader = createWebmReader()
  const blocks: (TimedBlock & { endByte: number })[] = []
  const peaks: number[] = []
  let isSame = true
  for await (const { block, format } of blocksOf(path, reader)) {
    const samples = samplesOf(block, format)
    blocks.push({ atMs: block.atMs, frames: samples.length / format.channels, endByte: block.endByte })
    for (let at = 0; at < samples.length; at++) {
      const channel = at % format.channels
      const sample = samples[at] ?? 0
      peaks[channel] = Math.max(peaks[channel] ?? 0, Math.abs(sample))
      isSame &&= sample === samples[at - channel]
    }
  }
  const { format } = reader
  if (!format || blocks.length === 0 || format.sampleRate === 0)
    return null
  const all = Array.from({ length: format.channels }, (_, channel) => channel)
  const heard = all.filter(channel => (peaks[channel] ?? 0) > silence)
  return { format, blocks, channels: isSame ? [0] : heard.length === 1 ? heard : all }
}

async function writeSamples(path: string, outPath: string, { format, blocks, channels }: Survey): Promise<RecordedWav> {
  const { sampleRate } = format
  const gaps = findGaps(blocks, sampleRate)
  const ends: { endByte: number, seconds: number }[] = []
  const wav = await openWavWriter(outPath, { encoding: 'int', bitsPerSample: 16, sampleRate, channels: channels.length })
  const gathered: Buffer[] = []
  let frames = 0
  async function flush(): Promise<void> {
    await wav.write(Buffer.concat(gathered.splice(0)))
  }
  try {
    for await (const { block } of blocksOf(path, createWebmReader())) {
      const gap = gaps.get(ends.length) ?? 0
      gathered.push(Buffer.alloc(gap * channels.length * 2), toInt16(samplesOf(block, format), { of: format.channels, channels }))
      frames += gap + (blocks[ends.length]?.frames ?? 0)
      ends.push({ endByte: block.endByte, seconds: frames / sampleRate })
      if (gathered.length >= blocksAtOnce)
        await flush()
    }
    await flush()
  }
  finally {
    await wav.close()
  }
  return { filledSeconds: [...gaps.values()].reduce((sum, gap) => sum + gap, 0) / sampleRate, ends }
}

/** Whole frames only, and none of a codec that is not read here. */
function samplesOf({ data }: SoundBlock, { codec, channels }: SoundFormat): Float32Array {
  const frames = codec === pcmCodec ? Math.floor(data.length / channels / 4) : 0
  // A copy: the samples of a block may begin at any byte of the file.
  return new Float32Array(new Uint8Array(data.subarray(0, frames * channels * 4)).buffer)
}

function toInt16(samples: Float32Array, { of, channels }: { of: number, channels: readonly number[] }): Buffer {
  const out = new Int16Array(samples.length / of * channels.length)
  for (let at = 0; at < out.length; at++) {
    const channel = channels[at % channels.length] ?? 0
    const sample = samples[Math.floor(at / channels.length) * of + channel] ?? 0
    out[at] = Math.max(-32768, Math.min(32767, Math.round(sample * 32768)))
  }
  return Buffer.from(out.buffer)
}

async function* blocksOf(path: string, reader: WebmReader): AsyncGenerator<{ block: SoundBlock, format: SoundFormat }> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    for (const block of reader.read(chunk)) {
      if (reader.format !== null && reader.format.channels > 0)
        yield { block, format: reader.format }
    }
  }
}
