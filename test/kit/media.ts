/** Makes small real media files with the machine's ffmpeg, and decodes media independently of the studio's readers. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import process from 'node:process'
import { findFfmpeg } from './ffmpeg.ts'
import { filled, writePng, writeTone } from './plain-files.ts'

export interface MediaKit {
  readonly ffmpeg: Ffmpeg
  readonly folder: string
  /** Path of a file in the folder. */
  file: (name: string) => string
  /** Runs ffmpeg with these arguments and the file as output; returns its path. */
  make: (name: string, args: readonly string[]) => Promise<string>
  /** Several files that are drawn from the same inputs, in one run: most of a small file's time is the start of ffmpeg. */
  makeAll: (inputs: readonly string[], files: readonly Drawn[]) => Promise<void>
  tone: (name: string, tone?: Tone) => Promise<string>
  clip: (name: string, clip?: Clip) => Promise<string>
  picture: (name: string, picture?: { width?: number, height?: number, colour?: string }) => Promise<string>
  /** A copy of an MP4 whose picture is on its side, and says so as phones do. */
  turned: (name: string, lying: string) => Promise<string>
  close: () => Promise<void>
}

/** What is written, from the inputs that a command has; the rest is for the test. */
export type Drawn = readonly [name: string, args: readonly string[], ...rest: unknown[]]

export interface Tone {
  readonly frequency?: number
  readonly seconds?: number
  readonly sampleRate?: number
  readonly channels?: 1 | 2
  /** Peak of the sine, 0–1. */
  readonly level?: number
  readonly args?: readonly string[]
}

export interface Clip {
  readonly width?: number
  readonly height?: number
  readonly rate?: string
  readonly seconds?: number
  /** A filter source; a moving test picture when absent. */
  readonly source?: string
  readonly withSound?: boolean
  readonly args?: readonly string[]
}

export async function openMediaKit(): Promise<MediaKit> {
  const ffmpeg = await findFfmpeg()
  if (!ffmpeg)
    throw new Error('These tests make real media: install ffmpeg, or set FFMPEG_BIN')
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-media-'))
  const file = (name: string) => join(folder, name)
  const make = async (name: string, args: readonly string[]) => {
    const made = args.some(arg => arg.includes(folder)) ? null : madePath(ffmpeg, name, args)
    if (made === null) {
      await ffmpeg.run(['-y', ...args, file(name)])
      return file(name)
    }
    await copyFile(made, file(name)).catch(async () => {
      // Nobody has made it yet. Whoever else makes it now makes the same.
      await ffmpeg.run(['-y', ...args, file(name)])
      const whole = `${made}.${randomUUID()}`
      await copyFile(file(name), whole)
      await rename(whole, made)
    })
    return file(name)
  }
  return {
    ffmpeg,
    folder,
    file,
    make,
    async makeAll(inputs, files) {
      await ffmpeg.run(['-y', ...inputs, ...files.flatMap(([name, args]) => [...args, file(name)])])
    },
    async tone(name, { args, ...tone } = {}) {
      if (args !== undefined || !name.endsWith('.wav'))
        return make(name, ['-f', 'lavfi', '-i', toneSource(tone), '-t', String(tone.seconds ?? 1), ...args ?? []])
      await writeTone(file(name), tone)
      return file(name)
    },
    clip: (name, clip = {}) => make(name, clipArgs(clip)),
    async picture(name, { width = 64, height = 48, colour = 'red' } = {}) {
      const raster = name.endsWith('.png') ? filled({ width, height, colour }) : null
      if (raster === null)
        return make(name, ['-f', 'lavfi', '-i', `color=c=${colour}:s=${width}x${height}`, '-frames:v', '1', '-update', '1'])
      await writePng(file(name), raster)
      return file(name)
    },
    async turned(name, lying) {
      const bytes = await readFile(lying)
      const header = bytes.indexOf('tkhd') + 4
      if (header < 4 || bytes[header] !== 0)
        throw new Error(`${lying} has no header of a track that can be turned`)
      // ISO 14496-12, 8.3.2 and 6.2.2: a quarter to the right, in 16.16 and 2.30 fixed point.
      const matrix = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
      matrix.forEach((value, at) => bytes.writeInt32BE(value, header + 40 + at * 4))
      await writeFile(file(name), bytes)
      return file(name)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Where all files of tests of this run keep what is drawn by these arguments alone; null for what is made of other files, and where nothing
 * is kept.
 */
function madePath({ path, version }: Ffmpeg, name: string, args: readonly string[]): string | null {
  const folder = process.env.TAKEROOM_MADE_MEDIA
  const isDrawn = args.every((arg, at) => arg !== '-i' || (args[at - 1] === 'lavfi' && args[at - 2] === '-f'))
  if (folder === undefined || !isDrawn || !args.includes('-i') || extname(name) === '' || name.includes('%'))
    return null
  return join(folder, createHash('sha256').update(JSON.stringify([path, version, args, extname(name)])).digest('hex'))
}

function toneSource({ frequency = 440, sampleRate = 48_000, channels = 2, level = 0.5 }: Tone): string {
  const wave = `${level}*sin(2*PI*${frequency}*t)`
  return `aevalsrc=exprs=${Array.from({ length: channels }).fill(wave).join('|')}:s=${sampleRate}`
}

function clipArgs({ width = 64, height = 48, rate = '25', seconds = 1, source, withSound = false, args = [] }: Clip): string[] {
  return [
    ...['-f', 'lavfi', '-i', source ?? `testsrc=s=${width}x${height}:r=${rate}`],
    ...(withSound ? ['-f', 'lavfi', '-i', toneSource({})] : []),
    ...['-t', String(seconds), '-pix_fmt', 'yuv420p', ...args],
  ]
}

/** Decoded frames of the first video stream as small grey squares: enough to tell black, white and movement apart. */
export async function greyFrames(ffmpeg: Ffmpeg, path: string, side = 2): Promise<Buffer[]> {
  const { stdout } = await ffmpeg.run([
    '-i',
    path,
    '-map',
    '0:v:0',
    '-vf',
    `scale=${side}:${side}:flags=area`,
    '-pix_fmt',
    'gray',
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-',
  ])
  return Array.from({ length: stdout.length / side ** 2 }, (_, frame) => stdout.subarray(frame * side ** 2, (frame + 1) * side ** 2))
}

/** Decoded sound at 48 kHz as one array of samples per channel, −1 to 1. */
export async function decodedSound(ffmpeg: Ffmpeg, path: string): Promise<[Float32Array, Float32Array]> {
  const { stdout } = await ffmpeg.run(['-i', path, '-map', '0:a:0', '-ar', '48000', '-f', 'f32le', '-'])
  const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
  const channel = (which: number) => Float32Array.from({ length: samples.length / 2 }, (_, at) => samples[at * 2 + which] ?? 0)
  return [channel(0), channel(1)]
}

/** The peak sample in dBFS. */
export function peakDb(samples: Float32Array): number {
  return 20 * Math.log10(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0))
}
