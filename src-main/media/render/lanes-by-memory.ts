/** How many encoders fit into the memory of this machine at once: a system without memory ends one of them, and with it the film. */
import type { VideoCodec, VideoSettings } from '#contract/presets.ts'
import { freemem, totalmem } from 'node:os'
import process from 'node:process'

/** What one ffmpeg takes, whatever it encodes. */
const baseBytes = 150e6
/** And for each pixel of a frame, with the pictures that it decodes and draws: the most that was measured at 1080p and 2160p. */
const bytesOfPixel: Readonly<Record<VideoCodec, number>> = {
  ...{ h264: 120, hevc: 300, av1: 500, vp9: 200, prores: 120, prores4444: 200, dnxhr: 120, frames: 200 },
  // These are encoded at the end, and come there as H.264 without loss.
  ...{ gif: 120, webp: 120, png: 120, jpeg: 120 },
}
/** Of what is free, the rest is left to the studio and others. */
const share = 0.8

/** At least one. */
export function lanesByMemory(
  { codec, width, height }: Pick<VideoSettings, 'codec' | 'width' | 'height'>,
  availableBytes = availableMemory(),
): number {
  return Math.max(1, Math.floor(share * availableBytes / (baseBytes + width * height * bytesOfPixel[codec])))
}

/** Bytes that programs can still get, within the limit that this one has. */
function availableMemory(): number {
  const free = typeof process.availableMemory === 'function' ? process.availableMemory() : freemem()
  // macOS counts only never used memory as free; most of the rest is available on request.
  return process.platform === 'darwin' ? Math.max(free, totalmem() / 2) : free
}
