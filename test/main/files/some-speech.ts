/** Slices of a recording, one a second, with a different sound in each block. */
import type { Buffer } from 'node:buffer'
import { webmSlices } from '../../kit/webm.ts'

export function someSpeech(seconds: number, pitch = 1): Buffer[] {
  return webmSlices({ samples: Float32Array.from({ length: seconds * 48_000 }, (_, at) => Math.sin(at * at * pitch / 1e7) / 2) })
}
