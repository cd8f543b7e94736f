/** Probes a file by parsing ffmpeg's output: slower, but for nearly every format. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Streams, VideoColours } from './probe-types.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { UnreadableMediaError } from '../unreadable.ts'

const channelWords: Readonly<Record<string, number>> = {
  'mono': 1,
  'stereo': 2,
  '2.1': 3,
  'quad': 4,
  '4.0': 4,
  '5.0': 5,
  '5.1': 6,
  '7.1': 8,
}

/** The size is as displayed, or as stored. Throws UnreadableMediaError: `no-reader` without ffmpeg, `damaged` when ffmpeg finds no stream. */
export async function probeByFfmpeg(path: string, ffmpeg: Ffmpeg | null, { isUpright = true } = {}): Promise<Streams> {
  if (!ffmpeg)
    throw new UnreadableMediaError('no-reader', 'ffmpeg is needed to read this format')
  const description = await describe(path, ffmpeg)
  // ffmpeg describes its output below the input in the same format.
  const input = description.slice(0, description.search(/^Output #0|^Stream mapping:/m) >>> 0)
  const video = input.split('\n').find(line => /Stream #0:\d.*: Video: /.test(line) && !line.includes('(attached pic)'))
  const audio = input.split('\n').find(line => /Stream #0:\d.*: Audio: /.test(line))
  if (!video && !audio)
    throw new UnreadableMediaError('damaged', 'ffmpeg found neither picture nor sound')
  const stated = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(input)
  const durationSeconds = stated
    ? Number(stated[1]) * 3600 + Number(stated[2]) * 60 + Number(stated[3])
    : await playThrough(path, ffmpeg)
  return { durationSeconds, ...videoFacts(video, isUpright ? input : ''), ...audioFacts(audio) }
}

const opaqueCodecs: ReadonlySet<string | null> = new Set(['avc', 'h264', 'av1', 'mpeg4', 'mpeg2video', 'mjpeg'])
const alphaFormats = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya(?:8|16)|pal8)/

/**
 * Whether the first picture of a file has an alpha channel. `decoder` is the one that reads it where ffmpeg's own would drop it;
 * null for ffmpeg's own.
 */
export async function readAlpha(
  path: string,
  { videoCodec }: { readonly videoCodec: string | null },
  ffmpeg: Ffmpeg,
): Promise<{ hasAlpha: boolean, decoder: string | null }> {
  if (opaqueCodecs.has(videoCodec))
    return { hasAlpha: false, decoder: null }
  const description = await describe(path, ffmpeg)
  const codec = /: Video: (\w+)/.exec(description)?.[1]
  const format = /: Video: [^,]*, (\w+)/.exec(description)?.[1] ?? ''
  // VP8 and VP9 keep alpha in a second stream, which only libvpx reads; ffmpeg names neither before 8.0.
  const isHidden = (codec === 'vp8' || codec === 'vp9') && /alpha_mode\s*: 1/i.test(description)
  const decoder = codec === 'vp8' ? 'libvpx' : 'libvpx-vp9'
  if (isHidden)
    return { hasAlpha: ffmpeg.encoders.has(decoder), decoder: ffmpeg.encoders.has(decoder) ? decoder : null }
  return { hasAlpha: alphaFormats.test(format), decoder: null }
}

async function describe(path: string, ffmpeg: Ffmpeg): Promise<string> {
  const input = await fileInput(path)
  try {
    return (await ffmpeg.run([...input, '-map', '0:v?', '-map', '0:a?', '-frames:v', '1', '-t', '0.1', '-f', 'null', '-'])).stderr
  }
  catch (error) {
    if (error instanceof FfmpegError && !error.killed)
      throw new UnreadableMediaError('damaged', error.message, error)
    throw error
  }
}

/** Decodes to the end, for streams that do not declare their duration. */
async function playThrough(path: string, ffmpeg: Ffmpeg): Promise<number | null> {
  let seconds = 0
  await ffmpeg.run([...await fileInput(path), '-f', 'null', '-'], { onProgress: (outTimeSeconds) => {
    seconds = outTimeSeconds
  } })
  return seconds > 0 ? seconds : null
}

/** In `yuv420p(tv, bt709/unknown/unknown, progressive)` matrix, primaries and transfer follow each other; one name stands for all three. */
function coloursIn(line: string): VideoColours {
  const [, said = ''] = /, \w+\(([^)]*)\)/.exec(line) ?? []
  const words = said.split(', ')
  const alone = words.find(word => /^(?:bt|smpte|fcc|gbr|rgb)/.test(word))
  const names = words.find(word => word.includes('/'))?.split('/') ?? (alone === undefined ? [] : [alone, alone, alone])
  const [matrix, primaries, transfer] = [0, 1, 2].map(at => names[at] === undefined || /^(?:unknown|reserved)$/.test(names[at]) ? null : names[at])
  return { matrix: matrix ?? null, primaries: primaries ?? null, transfer: transfer ?? null, isFullRange: words.includes('pc') }
}

function videoFacts(
  line: string | undefined,
  input: string,
): Pick<Streams, 'width' | 'height' | 'framesPerSecond' | 'videoCodec' | 'colours' | 'hdr'> {
  const size = line && /, (\d{2,5})x(\d{2,5})/.exec(line)
  if (!line || !size)
    return { width: null, height: null, framesPerSecond: null, videoCodec: null, colours: null, hdr: null }
  const rate = /, ([\d.]+) fps/.exec(line)?.[1]
  const turn = Number(/rotation of (-?[\d.]+) degrees/.exec(input)?.[1] ?? 0)
  const shape = /\[SAR (\d+):(\d+) DAR/.exec(line)
  const [across, down] = [Math.round(Number(size[1]) * Number(shape?.[1] ?? 1) / Number(shape?.[2] ?? 1)), Number(size[2])]
  const onItsSide = Math.abs(Math.round(turn)) % 180 === 90
  return {
    width: onItsSide ? down : across,
    height: onItsSide ? across : down,
    framesPerSecond: rate === undefined ? null : Number(rate),
    videoCodec: /Video: (\w+)/.exec(line)?.[1] ?? null,
    colours: coloursIn(line),
    hdr: line.includes('/smpte2084') ? 'pq' : line.includes('/arib-std-b67') ? 'hlg' : null,
  }
}

function audioFacts(line: string | undefined): Pick<Streams, 'sampleRate' | 'channels' | 'audioCodec'> {
  if (!line)
    return { sampleRate: null, channels: null, audioCodec: null }
  const rate = /, (\d+) Hz/.exec(line)?.[1]
  const layout = /Hz, (?:(\d+) channels|([\w.]+))/.exec(line)
  const channels = layout?.[1] ? Number(layout[1]) : channelWords[layout?.[2] ?? '']
  return {
    sampleRate: rate === undefined ? null : Number(rate),
    channels: channels ?? null,
    audioCodec: /Audio: (\w+)/.exec(line)?.[1] ?? null,
  }
}
