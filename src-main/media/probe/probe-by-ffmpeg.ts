/** Probes a file by decoding its beginning with ffmpeg and reading what it says: slower, but for nearly every format. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Described, FilmFacts } from './described.ts'
import type { Alpha, Probe, Streams } from './probe-types.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { describedIn } from './described.ts'

/**
 * The size is as displayed, or as stored. Throws UnreadableMediaError: `no-reader` without ffmpeg, `damaged` when ffmpeg finds no stream
 * or cannot decode the beginning of one that is used, `no-decoder` when this ffmpeg has no decoder for it.
 */
export async function probeByFfmpeg(path: string, ffmpeg: Ffmpeg | null, { isUpright = true } = {}): Promise<Streams> {
  if (!ffmpeg)
    throw new UnreadableMediaError('no-reader', 'ffmpeg is needed to read this format')
  const found = await describe(path, ffmpeg)
  if (!found.film && found.sounds.length === 0)
    throw new UnreadableMediaError('damaged', 'ffmpeg found neither picture nor sound')
  const { film, sounds, sound } = found
  const used = sounds[sound]
  return {
    durationSeconds: found.durationSeconds ?? await playThrough(path, ffmpeg),
    ...film && { alpha: alphaIn(found.text, ffmpeg) },
    ...film ? filmIn(film, isUpright) : { width: null, height: null, framesPerSecond: null, videoCodec: null, colours: null, hdr: null },
    ...{ sampleRate: used?.sampleRate ?? null, channels: used?.channels ?? null, audioCodec: used?.codec ?? null },
    sounds,
    sound,
  }
}

function filmIn({ isOnItsSide, ...film }: FilmFacts, isUpright: boolean): Omit<FilmFacts, 'isOnItsSide'> {
  return isOnItsSide && !isUpright ? { ...film, width: film.height, height: film.width } : film
}

export interface Used { readonly picture: boolean, readonly sound: number | null }

/** Decodes one picture and one packet of the sound that will be used. Throws UnreadableMediaError when one of them gives nothing. */
export async function proveDecoding(path: string, used: Used, ffmpeg: Ffmpeg): Promise<void> {
  const streams = [
    ...used.picture ? [['picture', '0:V:0'] as const] : [],
    ...used.sound === null ? [] : [['sound', `0:a:${used.sound}`] as const],
  ]
  for (const [what, stream] of streams) {
    const { stdout, said } = await run(await fileInput(path), ['-map', stream, ...firstOf(what)], ffmpeg)
    if (!stdout.split('\n').some(line => line.startsWith('0,')))
      throw notDecoded(what, said)
  }
}

/** A sound may begin long after a picture: its first packet counts, wherever it is. */
function firstOf(what: 'picture' | 'sound'): string[] {
  return [...what === 'picture' ? ['-frames:v', '1'] : ['-frames:a', '1'], '-f', 'framecrc', '-']
}

/** What ffmpeg prints when it has no decoder, and for pictures of which it reads only the still kind. */
const lacking = /Decoder \(codec \S+\) not found|no decoder|Unknown decoder|image data not found|is not implemented/i

function notDecoded(what: 'picture' | 'sound', said: string): UnreadableMediaError {
  const { film, sounds, sound } = describedIn(said)
  const codec = what === 'picture' ? film?.videoCodec : sounds[sound]?.codec
  return new UnreadableMediaError(
    lacking.test(said) || codec === 'none' ? 'no-decoder' : 'damaged',
    `ffmpeg gives no ${what} of ${codec ?? 'it'}`,
  )
}

const opaqueCodecs: ReadonlySet<string | null> = new Set(['avc', 'h264', 'av1', 'mpeg4', 'mpeg2video', 'mjpeg'])
const alphaFormats = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya(?:8|16)|pal8)/

/** Whether one can see through the first picture of a file. Asks ffmpeg only where the probe has not. */
export async function readAlpha(
  path: string,
  { videoCodec, alpha }: Pick<Probe, 'videoCodec' | 'alpha'>,
  ffmpeg: Ffmpeg,
): Promise<Alpha> {
  if (opaqueCodecs.has(videoCodec))
    return { hasAlpha: false, decoder: null }
  return alpha ?? alphaIn((await describe(path, ffmpeg)).text, ffmpeg)
}

function alphaIn(said: string, ffmpeg: Pick<Ffmpeg, 'encoders'>): Alpha {
  const codec = /: Video: (\w+)/.exec(said)?.[1]
  const format = /: Video: [^,]*, (\w+)/.exec(said)?.[1] ?? ''
  // VP8 and VP9 keep alpha in a second stream, which only libvpx reads; ffmpeg names neither before 8.0.
  const isHidden = (codec === 'vp8' || codec === 'vp9') && /alpha_mode\s*: 1/i.test(said)
  const decoder = codec === 'vp8' ? 'libvpx' : 'libvpx-vp9'
  if (isHidden)
    return { hasAlpha: ffmpeg.encoders.has(decoder), decoder: ffmpeg.encoders.has(decoder) ? decoder : null }
  return { hasAlpha: alphaFormats.test(format), decoder: null }
}

/** What is in the file. One command, where all of it can be decoded; else one more for each stream that is used. */
async function describe(path: string, ffmpeg: Ffmpeg): Promise<Described & { readonly text: string }> {
  const input = await fileInput(path)
  const all = await run(input, ['-map', '0:V:0?', '-map', '0:a?', '-frames:v', '1', '-t', '0.1', '-f', 'framecrc', '-'], ffmpeg)
  const described = describedIn(all.said)
  const decoded = new Set(all.stdout.split('\n').map(line => /^(\d+),/.exec(line)?.[1]))
  const before = described.film || described.hasChapterPictures ? 1 : 0
  const wanted = [...described.film ? ['0'] : [], ...described.sounds.map((_, at) => String(at + before))]
  // Of bytes that could be anything ffmpeg may make noise.
  if (/detected only with low score of/.test(all.said))
    throw new UnreadableMediaError('damaged', 'ffmpeg can only guess what it is')
  if (described.film === null && described.sounds.length === 0)
    throw new UnreadableMediaError('damaged', all.failure === null ? 'ffmpeg found neither picture nor sound' : 'ffmpeg cannot read it')
  if (wanted.some(stream => !decoded.has(stream)))
    await proveDecoding(path, { picture: described.film !== null, sound: described.sounds.length > 0 ? described.sound : null }, ffmpeg)
  return { ...described, text: all.said }
}

interface Ran { readonly said: string, readonly stdout: string, readonly failure: FfmpegError | null }

async function run(input: readonly string[], output: readonly string[], ffmpeg: Ffmpeg): Promise<Ran> {
  let stdout = ''
  const onStdout = (chunk: Buffer): void => {
    stdout += chunk.toString('latin1')
  }
  try {
    const { stderr } = await ffmpeg.run([...input, ...output], { onStdout })
    return { said: stderr, stdout, failure: null }
  }
  catch (error) {
    if (error instanceof FfmpegError && !error.killed)
      return { said: error.said, stdout, failure: error }
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
