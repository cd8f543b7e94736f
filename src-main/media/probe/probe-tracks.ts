/** Reads tracks with mediabunny: takes milliseconds, and gives exact durations where others estimate from the bit rate. */
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { SoundTrackFacts, Streams } from './probe-types.ts'
import { ADTS, FilePathSource, Input, Logging, LogLevel, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WEBM } from 'mediabunny'

/** Matroska, WebM and FLAC are left to ffmpeg: cut files of these kinds are common, and mediabunny 1.61 loops on many of them. */
const formats = [MP4, QTFF, MP3, ADTS, OGG, MPEG_TS]

/** How many packets are read to compute the frame rate; generated clips are shorter. */
const packetsForRate = 600

// ffmpeg is asked for what it does not know. Its warnings would only confuse the readers of the studio's output.
Logging.level = LogLevel.Silent

/** `isCertain`: ffmpeg is known to read the same from such a file. */
export interface ReadStreams extends Streams { readonly isCertain: boolean }

/** Null when mediabunny does not know the format or cannot read the file. May never return: call it through `probe-thread`. */
export async function readTracks(path: string): Promise<ReadStreams | null> {
  const input = new Input({ source: new FilePathSource(path), formats })
  try {
    if (!await input.canRead())
      return null
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    if (!video && !audio)
      return null
    // Fragmented files may start late because of frame reordering; sound before zero is encoder priming and not audible.
    const durationSeconds = await input.computeDuration() - Math.max(0, await input.getFirstTimestamp())
    if (!(durationSeconds > 0))
      return null
    const [films, sounds] = [await input.getVideoTracks(), await input.getAudioTracks()]
    const streams = { durationSeconds, ...await describeVideo(video), ...await describeAudio(audio) }
    return { ...streams, isCertain: films.length <= 1 && sounds.length <= 1 && isCertain(streams) }
  }
  catch {
    return null // It throws many kinds of errors for damaged files; the caller tries ffmpeg on those.
  }
  finally {
    input.dispose()
  }
}

/** Every ffmpeg decodes these. */
const filmCodecs: ReadonlySet<string> = new Set(['avc', 'hevc', 'vp8', 'vp9', 'av1', 'prores'])
const soundCodecs = /^(?:aac|mp3|opus|vorbis|flac|ac3|eac3|alac|pcm-\w+|[au]law)$/
/** A header of AAC may leave out that what it says is half the rate, or one of two channels. */
function mayBeHalved({ audioCodec, sampleRate, channels }: Pick<Streams, 'audioCodec' | 'sampleRate' | 'channels'>): boolean {
  return audioCodec === 'aac' && ((sampleRate ?? 0) <= 24_000 || channels === 1)
}

function isCertain(streams: Omit<Streams, 'durationSeconds'>): boolean {
  const { videoCodec, audioCodec } = streams
  const isSoundCertain = audioCodec === null || (soundCodecs.test(audioCodec) && !mayBeHalved(streams))
  return isSoundCertain && (videoCodec === null || filmCodecs.has(videoCodec))
}

/** The real number of frames in a video file, counted one by one; null without video. Only for files that the studio has written. */
export async function countFrames(path: string): Promise<number | null> {
  using input = new Input({ source: new FilePathSource(path), formats: [...formats, MATROSKA, WEBM] })
  if (!await input.canRead())
    return null
  const video = await input.getPrimaryVideoTrack()
  return video ? (await video.computePacketStats()).packetCount : null
}

type VideoFacts = Pick<Streams, 'width' | 'height' | 'framesPerSecond' | 'videoCodec' | 'colours' | 'hdr'>

async function describeVideo(track: InputVideoTrack | null): Promise<VideoFacts> {
  if (!track)
    return { width: null, height: null, framesPerSecond: null, videoCodec: null, colours: null, hdr: null }
  const { averagePacketRate } = await track.computePacketStats(packetsForRate)
  const { matrix = null, primaries = null, transfer = null, fullRange } = await track.getColorSpace()
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    framesPerSecond: averagePacketRate > 0 ? averagePacketRate : null,
    videoCodec: await track.getCodec() ?? String(await track.getInternalCodecId() ?? 'unknown'),
    colours: { matrix, primaries, transfer, isFullRange: fullRange === true },
    hdr: transfer === 'pq' || transfer === 'hlg' ? transfer : null,
  }
}

async function describeAudio(
  track: InputAudioTrack | null,
): Promise<Pick<Streams, 'sampleRate' | 'channels' | 'audioCodec' | 'sounds' | 'sound'>> {
  if (!track)
    return { sampleRate: null, channels: null, audioCodec: null, sounds: [], sound: 0 }
  const [sampleRate, channels] = [await track.getSampleRate(), await track.getNumberOfChannels()]
  const audioCodec = await track.getCodec() ?? String(await track.getInternalCodecId() ?? 'unknown')
  const only: SoundTrackFacts = { codec: audioCodec, stream: null, sampleRate, channels, language: '', title: '' }
  return { sampleRate, channels, audioCodec, sounds: [only], sound: 0 }
}
