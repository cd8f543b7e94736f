/** Renders a short film with every preset of the studio, made small, and lets ffprobe, mediainfo and melt read what came of it. */
import type { Preset } from '#contract/presets.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../../../src-main/media/render-plan.ts'
import type { MediaKit } from '../../kit/media.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fromSingle, soundFromSamples } from '../../../src-main/media/older-render-job.ts'
import { renderPlan } from '../../../src-main/media/render.ts'

export const filmRate = { numerator: 25, denominator: 1 }
export const filmFrames = 25
/** The first frame of the second picture. */
export const cutFrame = 13
export const chapters = [{ startFrame: 0, title: 'One; #1 = ü' }, { startFrame: cutFrame, title: 'Two\\ “end”' }]
export const tags = { title: 'The “Storm”; part=1', artist: 'Ann & Bob', album: 'Seas', date: '2026-11-23', comment: 'Made\nwith care' }

export interface Sources { readonly red: string, readonly blue: string, readonly tone: string }

export async function makeSources(kit: MediaKit): Promise<Sources> {
  const [red, blue, tone] = await Promise.all([
    kit.picture('red.png', { width: 256, height: 144, colour: 'red' }),
    kit.clip('blue.mp4', { source: 'color=c=blue:s=256x144:r=25', seconds: 1 }),
    kit.tone('tone.wav', { seconds: 1, level: 0.2 }),
  ])
  return { red, blue, tone }
}

/** A tenth of the size: wide enough for every encoder. */
export function small(preset: Preset): Preset {
  const side = (pixels: number): number => Math.max(72, 2 * Math.round(pixels / 20))
  const { video } = preset
  return { ...preset, video: video && { ...video, width: side(video.width), height: side(video.height) } }
}

/** Red, then blue from the cut on. */
export function planOf({ format, video, audio, loudness }: Preset, { red, blue, tone }: Sources): RenderPlan {
  const still = format === 'png' || format === 'jpeg'
  const { width, height } = video ?? { width: 128, height: 72 }
  return {
    ...{ width, height, rate: filmRate, durationFrames: still ? 1 : filmFrames, background: '#000000' },
    ...fromSingle([
      { path: red, medium: 'picture', startFrame: 0, frames: still ? 1 : cutFrame, inFrame: 0, fit: 'cover', pushIn: null },
      ...still
        ? []
        : [{
            ...{ path: blue, medium: 'video' as const, startFrame: cutFrame, frames: filmFrames - cutFrame, inFrame: 0 },
            ...{ fit: 'cover' as const, pushIn: null },
          }],
    ]),
    sounds: [soundFromSamples({ path: tone, startSample: 0, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 })],
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    ...{ encoding: { format, video, audio }, loudness, chapters, metadata: tags },
  }
}

let films = 0
export async function render(plan: RenderPlan, kit: MediaKit) {
  const path = kit.file(`film-${films++}.${plan.encoding.format}`)
  return { path, report: await renderPlan(plan, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') }) }
}

const run = promisify(execFile)

interface FfprobeStream {
  readonly codec_type: string
  readonly codec_name: string
  readonly codec_tag_string?: string
  readonly profile?: string
  readonly width?: number
  readonly height?: number
  readonly avg_frame_rate: string
  readonly duration?: string
  readonly color_space?: string
  readonly color_primaries?: string
  readonly color_transfer?: string
  readonly color_range?: string
  readonly sample_rate?: string
  readonly channels?: number
  readonly disposition: { readonly attached_pic: number }
  readonly tags?: Readonly<Record<string, string>>
}
export interface Ffprobed {
  readonly streams: readonly FfprobeStream[]
  readonly chapters: readonly { readonly start_time: string, readonly tags?: { readonly title?: string } }[]
  readonly format: { readonly format_name: string, readonly duration?: string, readonly tags?: Readonly<Record<string, string>> }
}

export async function ffprobe(path: string): Promise<Ffprobed> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-show_chapters', path])
  return JSON.parse(stdout) as Ffprobed // the form that ffprobe documents
}

export type Mediainfoed = readonly Readonly<Record<string, string>>[]

/** Its tracks, the first for the whole file. */
export async function mediainfo(path: string): Promise<Mediainfoed> {
  const { stdout } = await run('mediainfo', ['--Output=JSON', path])
  return (JSON.parse(stdout) as { media: { track: Mediainfoed } }).media.track // the form that mediainfo documents
}

/** How many frames melt finds, at its own rate; null where it cannot open the file. */
export async function meltLength(path: string): Promise<number | null> {
  const { stdout } = await run('melt', ['-silent', `avformat:${path}`, '-consumer', 'xml']).catch(() => ({ stdout: '' }))
  const length = /<property name="length">(\d+)/.exec(stdout)?.[1]
  return length === undefined ? null : Number(length)
}

/** Of each frame, by the middle of it: as exact as the colours of a GIF. */
export async function coloursOf(path: string, { width, height }: Size, { ffmpeg }: MediaKit): Promise<string[]> {
  const { stdout } = await ffmpeg.run([
    ...['-i', path, '-map', '0:v:0', '-vf', `crop=2:2:${width / 2}:${height / 2},format=rgb24,scale=1:1`],
    ...['-fps_mode', 'passthrough', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'],
  ])
  return Array.from({ length: stdout.length / 3 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = stdout.subarray(at * 3, at * 3 + 3)
    const near = (value: number, wanted: number): boolean => Math.abs(value - wanted) <= 12
    return near(red, 255) && near(green, 0) && near(blue, 0)
      ? 'red'
      : near(red, 0) && near(green, 0) && near(blue, 255) ? 'blue' : `${red}, ${green}, ${blue}`
  })
}
