/** Reads the samples of WAVs that are mixed and measured as they are: 48 kHz, mono or stereo, 16-bit integers or 32-bit floats. */
import type { FileHandle } from 'node:fs/promises'
import type { WavLayout } from '../wav.ts'
import { mixSampleRate } from './decode.ts'

/** Whether it is one of them. Integers of 16 bits are exact in floating point, so that they need no other file. */
export function isMixable({ pcm, encoding, sampleRate, channels, bitsPerSample }: WavLayout): boolean {
  return pcm && sampleRate === mixSampleRate && (channels === 1 || channels === 2) && bitsPerSample === (encoding === 'float' ? 32 : 16)
}

const fullScale = 32_768

/** Stereo, left and right in turns, 1 is full scale; mono is heard on both sides. Fewer where the file ends. */
export async function readStereo(
  file: Pick<FileHandle, 'read'>,
  { encoding, channels, dataOffset, bitsPerSample }: WavLayout,
  { first, count }: { readonly first: number, readonly count: number },
): Promise<Float32Array> {
  const frameLength = channels * bitsPerSample / 8
  const bytes = new Uint8Array(count * frameLength)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, dataOffset + first * frameLength)
  const values = Math.floor(bytesRead / frameLength) * channels
  const read = encoding === 'float' ? new Float32Array(bytes.buffer, 0, values) : fromIntegers(new Int16Array(bytes.buffer, 0, values))
  if (encoding === 'float')
    withoutNonsense(read)
  return channels === 1 ? onBothSides(read) : read
}

function fromIntegers(integers: Int16Array): Float32Array {
  const samples = new Float32Array(integers.length)
  for (let at = 0; at < integers.length; at++)
    samples[at] = (integers[at] ?? 0) / fullScale
  return samples
}

/** A float file may contain NaN, which would silence everything that it is mixed with. */
function withoutNonsense(samples: Float32Array): void {
  for (let at = 0; at < samples.length; at++) {
    if (!Number.isFinite(samples[at]))
      samples[at] = 0
  }
}

function onBothSides(mono: Float32Array): Float32Array {
  const stereo = new Float32Array(mono.length * 2)
  for (let at = 0; at < mono.length; at++) {
    const sample = mono[at] ?? 0
    stereo[2 * at] = sample
    stereo[2 * at + 1] = sample
  }
  return stereo
}
