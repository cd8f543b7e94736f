/** The bit rate of a film instead of a quality: chosen, or the highest with which its file stays under a size. */
import type { AudioSettings, VideoSettings } from '#contract/presets.ts'

/** Below that nothing can be recognised. */
export const leastKilobits = 100
export const mostKilobits = 400_000

/** Whether the encoder accepts a bit rate; others only accept a quality. */
export function keepsBitRate({ codec, encoder }: Pick<VideoSettings, 'codec' | 'encoder'>): boolean {
  return (codec === 'h264' || codec === 'hevc') && encoder === 'software'
}

/** Of the container, and for pieces that take a little more than they should. */
const spare = 0.96

/** Kilobits a second for the picture, so that a video of this length stays below a size in millions of bytes; null where that is too little. */
export function kilobitsFor({ megabytes, seconds, audio }: {
  readonly megabytes: number
  readonly seconds: number
  readonly audio: Pick<AudioSettings, 'kilobits'> | null
}): number | null {
  const kilobits = Math.floor(megabytes * 8000 * spare / Math.max(0.04, seconds) - (audio ? audio.kilobits ?? 2304 : 0))
  return kilobits < leastKilobits ? null : Math.min(mostKilobits, kilobits)
}
