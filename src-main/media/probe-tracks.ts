/** Reads tracks with mediabunny: milliseconds a file, and right where an estimate by bit rate is wrong. */
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { Streams } from './probe-types.ts'
import { ADTS, FilePathSource, Input, MP3, MP4, MPEG_TS, OGG, QTFF } from 'mediabunny'

/** Matroska, WebM and FLAC are left to ffmpeg: cut files of these kinds are common, and mediabunny 1.61 loops on many of them. */
const formats = [MP4, QTFF, MP3, ADTS, OGG, MPEG_TS]

/** Frames looked at to know the rate; the whole of any generated clip. */
const packetsForRate = 600

/** Null when mediabunny does not know the format or cannot make sense of the file. May never return: `probe-thread` guards it. */
export async function readTracks(path: string): Promise<Streams | null> {
  const input = new Input({ source: new FilePathSource(path), formats })
  try {
    if (!await input.canRead())
      return null
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    if (!video && !audio)
      return null
    // Fragmented files may begin late, by the delay of reordered frames; sound that begins before zero is priming, never heard.
    const durationSeconds = await input.computeDuration() - Math.max(0, await input.getFirstTimestamp())
    return durationSeconds > 0 ? { durationSeconds, ...await describeVideo(video), ...await describeAudio(audio) } : null
  }
  catch {
    return null // It stumbles over damaged files in many ways; ffmpeg has the last word on those.
  }
  finally {
    input.dispose()
  }
}

/** How many frames a video file really holds, counted one by one; null when it has none. Only for files that we wrote ourselves. */
export async function countFrames(path: string): Promise<number | null> {
  using input = new Input({ source: new FilePathSource(path), formats })
  if (!await input.canRead())
    return null
  const video = await input.getPrimaryVideoTrack()
  return video ? (await video.computePacketStats()).packetCount : null
}

type VideoFacts = Pick<Streams, 'width' | 'height' | 'framesPerSecond' | 'videoCodec' | 'colourTagged'>

async function describeVideo(track: InputVideoTrack | null): Promise<VideoFacts> {
  if (!track)
    return { width: null, height: null, framesPerSecond: null, videoCodec: null, colourTagged: null }
  const { averagePacketRate } = await track.computePacketStats(packetsForRate)
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    framesPerSecond: averagePacketRate > 0 ? averagePacketRate : null,
    videoCodec: await track.getCodec() ?? String(await track.getInternalCodecId() ?? 'unknown'),
    colourTagged: Boolean((await track.getColorSpace()).matrix),
  }
}

async function describeAudio(track: InputAudioTrack | null): Promise<Pick<Streams, 'sampleRate' | 'channels' | 'audioCodec'>> {
  if (!track)
    return { sampleRate: null, channels: null, audioCodec: null }
  return {
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
    audioCodec: await track.getCodec() ?? String(await track.getInternalCodecId() ?? 'unknown'),
  }
}
