/** What a probe reports; shared by the readers and by `probe`, which chooses among them. */
import type { Hdr } from './tone-map.ts'

export interface Probe {
  /** `unknown`: a readable file that is not media (HTML, JSON, text), or bytes of no known format. */
  readonly medium: 'audio' | 'picture' | 'video' | 'unknown'
  /** Short name of the container: `mp4`, `wav`, `png` … */
  readonly container: string
  readonly mime: string
  /** Without the dot: the extension that fits the content, whatever the file is called. */
  readonly extension: string
  /** Null for pictures, and where it cannot be determined. */
  readonly durationSeconds: number | null
  /** As displayed: after rotation, in square pixels. */
  readonly width: number | null
  readonly height: number | null
  readonly framesPerSecond: number | null
  /** Of the sound that is used: the default one, `sounds[sound]`. */
  readonly sampleRate: number | null
  readonly channels: number | null
  readonly videoCodec: string | null
  readonly audioCodec: string | null
  /** What a video says of its colours; null for other media. */
  readonly colours: VideoColours | null
  /** Of a video of high dynamic range. */
  readonly hdr: Hdr | null
  /** Where ffmpeg has described the picture; absent where nobody has looked. */
  readonly alpha?: Alpha
  /** In the order of the file, which is how ffmpeg counts them. */
  readonly sounds: readonly SoundTrackFacts[]
  /** Which of `sounds` is used unless another is chosen: its default, or the first. 0 without sound. */
  readonly sound: number
}

export interface Alpha {
  /** Whether the first picture has an alpha channel. */
  readonly hasAlpha: boolean
  /** The decoder that reads it where ffmpeg's own would drop it; null for ffmpeg's own. */
  readonly decoder: string | null
}

/** One of the sounds of a file. */
export interface SoundTrackFacts {
  readonly codec: string
  /** Its place among all streams of the file, from 0; null where that was not looked for. */
  readonly stream: number | null
  readonly sampleRate: number | null
  readonly channels: number | null
  /** As the file says it, mostly ISO 639-2; empty when it does not. */
  readonly language: string
  readonly title: string
}

/** As ffmpeg spells them; null where the stream does not say it. */
export interface VideoColours {
  readonly matrix: string | null
  readonly primaries: string | null
  readonly transfer: string | null
  readonly isFullRange: boolean
}

/** The part of a probe that is read from the streams inside the container. */
export type Streams = Omit<Probe, 'container' | 'mime' | 'extension' | 'medium'>

export const noStreams: Streams = {
  durationSeconds: null,
  width: null,
  height: null,
  framesPerSecond: null,
  sampleRate: null,
  channels: null,
  videoCodec: null,
  audioCodec: null,
  colours: null,
  hdr: null,
  sounds: [],
  sound: 0,
}
