/** About how large a delivery will be, and the space that making it takes: rather too much than too little. */
import type { AudioSettings, Encoding, VideoCodec, VideoSettings } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import { plainSoundRate } from '#rules/deliver/sound-form.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'

type ByQuality = Readonly<Record<VideoSettings['quality'], number>>

/**
 * Bits for each pixel of each frame, of anything but noise. Those of ProRes are its nominal rates (LT, 422, HQ; 102, 147 and 220 Mbit/s at
 * 1080p29.97) and a tenth more; a GIF or PNG is hardly ever larger than its pixels.
 */
const bitsPerPixel: Readonly<Record<VideoCodec, ByQuality>> = {
  h264: { small: 0.08, standard: 0.12, high: 0.24 },
  hevc: { small: 0.06, standard: 0.1, high: 0.2 },
  av1: { small: 0.05, standard: 0.08, high: 0.16 },
  vp9: { small: 0.06, standard: 0.1, high: 0.2 },
  prores: { small: 1.8, standard: 2.6, high: 3.9 },
  // 330 and 500 Mbit/s at 1080p29.97 without alpha, which may be as much again; and 45, 145 and 220 of DNxHR.
  prores4444: { small: 8, standard: 8, high: 12 },
  dnxhr: { small: 0.9, standard: 2.6, high: 3.9 },
  gif: { small: 6, standard: 7, high: 8 },
  webp: { small: 1, standard: 2, high: 4 },
  png: { small: 24, standard: 24, high: 24 },
  jpeg: { small: 2, standard: 4, high: 8 },
  // Of eight bits; without loss, so that noise takes as much as its pixels.
  frames: { small: 16, standard: 16, high: 16 },
}
/** The final encoding reads lossless files. */
const losslessBits = 8
const encodedAtEnd: readonly VideoCodec[] = ['gif', 'webp', 'png', 'jpeg']

/** The mix and its master are side by side, of 32 bits each. */
const mixBytesOfSecond = 2 * 384_000
const reserve = 50e6

interface Sized {
  readonly sequence: Sequence
  readonly encoding: Encoding
}

function measured({ sequence, encoding: { format, video, audio } }: Sized) {
  const { frames } = rangeOf(sequence, resolve(sequence).durationFrames)
  const seconds = secondsOfFrames(frames, sequence.rate)
  const { numerator, denominator } = video?.rate ?? sequence.rate
  const shown = format === 'png' || format === 'jpeg' ? Math.min(frames, 1) : Math.ceil(seconds * numerator / denominator)
  const pixels = video ? video.width * video.height * shown : 0
  const deeper = video?.bits === 16 ? 2 : 1
  const bits = video
    && (video.kilobits === undefined ? pixels * bitsPerPixel[video.codec][video.quality] * deeper : seconds * video.kilobits * 1000)
  const picture = (bits ?? 0) / 8
  const segments = video && encodedAtEnd.includes(video.codec) ? pixels * losslessBits / 8 : picture
  return { seconds, picture, segments, sound: audio ? seconds * soundRateOf(audio) : 0, hasSound: audio !== null }
}

function soundRateOf(audio: AudioSettings): number {
  return audio.kilobits === null ? plainSoundRate(audio) : audio.kilobits * 125
}

/** Of the finished file. */
export function fileBytesOf(of: Sized): number {
  const { picture, sound } = measured(of)
  return Math.ceil(picture + sound)
}

/** The segments, the joined file and its copy next to the deliveries exist side by side; so do the mix and its master. */
export function neededBytesFor(of: Sized): number {
  const { seconds, picture, segments, sound, hasSound } = measured(of)
  return Math.ceil(segments + 2 * (picture + sound) + (hasSound ? seconds * mixBytesOfSecond : 0) + reserve)
}
