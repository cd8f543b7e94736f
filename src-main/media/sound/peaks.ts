/** Waveform data: the minimum and maximum sample of every hundredth of a second. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Probe } from '../probe/probe-types.ts'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { readWavLayout } from '../wav.ts'

export const peaksPerSecond = 100
const headerLength = 24

/** Plain 16-bit WAV is read here; everything else needs ffmpeg. */
export function canMakePeaks(probe: Probe, ffmpeg: Ffmpeg | null): boolean {
  return ffmpeg !== null || isPlainWav(probe)
}

function isPlainWav({ container, audioCodec }: Pick<Probe, 'container' | 'audioCodec'>): boolean {
  return container === 'wav' && audioCodec === 'pcm-s16'
}

/**
 * Returns an audiowaveform `.dat`, version 2, 8 bit, one channel: the extremes over all channels. Without sound it has no points.
 * Points are exactly 10 ms apart, also for sample rates that 100 does not divide; the header's rate is then rounded so that
 * rate ÷ samples per point is 100. Throws UnreadableMediaError `no-reader` where `canMakePeaks` is false.
 */
export async function makePeaks(
  path: string,
  { ffmpeg, probe, signal, onDecoded }: {
    readonly ffmpeg: Ffmpeg | null
    readonly probe: Pick<Probe, 'medium' | 'container' | 'audioCodec' | 'sampleRate' | 'channels' | 'sound'>
    readonly signal?: AbortSignal
    /** How long the sound is, by its samples; called once it is decoded. */
    readonly onDecoded?: (seconds: number) => void
  },
): Promise<Uint8Array> {
  const { sampleRate, channels } = probe
  if (!sampleRate || !channels)
    return datFile([], peaksPerSecond)
  const outline = createOutline(sampleRate, channels)
  if (isPlainWav(probe)) {
    const { dataOffset, dataLength } = await readWavLayout(path)
    if (dataLength > 0) {
      for await (const chunk of createReadStream(path, {
        start: dataOffset,
        end: dataOffset + dataLength - 1,
        highWaterMark: 1 << 20,
        ...(signal ? { signal } : {}),
      }))
        outline.add(chunk)
    }
  }
  else if (ffmpeg === null) {
    throw new UnreadableMediaError('no-reader', 'ffmpeg is needed to read this format')
  }
  else {
    // At the native rate: resampling to 8 kHz first is slower and reduces the peaks by 15 %.
    // Next to a picture, sound that begins later keeps its place, as it does in the mix.
    const start = probe.medium === 'video' ? ['-af', `aresample=${sampleRate}:first_pts=0`] : []
    const raw = [...start, '-ac', String(channels), '-ar', String(sampleRate), '-c:a', 'pcm_s16le', '-f', 's16le', '-']
    const heard = ['-map', `0:a:${probe.sound}`, ...raw]
    await ffmpeg.run([...await fileInput(path), ...heard], { onStdout: outline.add, ...(signal ? { signal } : {}) })
  }
  onDecoded?.(outline.frames() / sampleRate)
  return datFile(outline.points(), sampleRate)
}

/** The points of a waveform file: minimum and maximum alternating, from −128 to 127. */
export function pointsOfPeaks(file: Buffer): Int8Array {
  const points = file.subarray(headerLength)
  return new Int8Array(points.buffer, points.byteOffset, points.length)
}

/** Whether the file is as long as its header says. @throws the error of the disk */
export async function isWholePeaks(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(headerLength)
    const { bytesRead } = await file.read(head, 0, headerLength, 0)
    return bytesRead === headerLength && head.readInt32LE(0) === 2 && (await file.stat()).size === headerLength + 2 * head.readUInt32LE(16)
  }
  finally {
    await file.close()
  }
}

/** How much sound a waveform file of this size shows. */
export function secondsOfPeaks(sizeBytes: number): number {
  return (sizeBytes - headerLength) / 2 / peaksPerSecond
}

interface Outline {
  add: (chunk: Buffer) => void
  /** How many samples of each channel there were. */
  frames: () => number
  /** Minimum and maximum alternating, 16 bit. */
  points: () => number[]
}

function createOutline(sampleRate: number, channels: number): Outline {
  const points: number[] = []
  let rest = Buffer.alloc(0)
  let frame = 0
  let [low, high] = [32767, -32768]
  // Computed once per point to avoid a division per sample.
  let nextPoint = Math.ceil(sampleRate / peaksPerSecond)
  const finish = () => {
    points.push(low, high)
    ;[low, high] = [32767, -32768]
    nextPoint = Math.ceil((points.length / 2 + 1) * sampleRate / peaksPerSecond)
  }
  return {
    add(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const whole = bytes.length - bytes.length % (channels * 2)
      const samples = samplesOfBytes(bytes, whole)
      for (let at = 0; at < samples.length; at += channels) {
        for (let channel = 0; channel < channels; channel++) {
          const sample = samples[at + channel] ?? 0
          low = sample < low ? sample : low
          high = sample > high ? sample : high
        }
        frame++
        if (frame >= nextPoint)
          finish()
      }
      rest = Buffer.from(bytes.subarray(whole))
    },
    frames: () => frame,
    points() {
      if (low <= high)
        finish()
      return points
    },
  }
}

/** 16 bit. */
export function samplesOfBytes(bytes: Buffer, length: number): Int16Array {
  // An Int16Array needs an even offset; a copy is cheap and starts at zero.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes.subarray(0, length) : Uint8Array.from(bytes.subarray(0, length))
  // Every machine Electron runs on is little-endian, as WAV is.
  return new Int16Array(aligned.buffer, aligned.byteOffset, length / 2)
}

// bbc/audiowaveform, doc/DataFormat.md, version 2.
function datFile(points: readonly number[], sampleRate: number): Uint8Array {
  const samplesPerPoint = Math.max(1, Math.round(sampleRate / peaksPerSecond))
  const file = Buffer.alloc(headerLength + points.length)
  file.writeInt32LE(2, 0)
  file.writeUInt32LE(1, 4) // 8 bit
  file.writeInt32LE(samplesPerPoint * peaksPerSecond, 8)
  file.writeInt32LE(samplesPerPoint, 12)
  file.writeUInt32LE(points.length / 2, 16)
  file.writeInt32LE(1, 20)
  points.forEach((point, at) => file.writeInt8(Math.trunc(point / 256), headerLength + at))
  return file
}
