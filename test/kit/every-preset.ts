/** Renders a short film with every preset of the studio, made small, and lets ffprobe, mediainfo and melt read what came of it. */
import type { Preset, RenderPreset } from '#contract/presets.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../../src-main/media/plan/render-plan.ts'
import type { RenderReport } from '../../src-main/media/render/render.ts'
import type { Played } from '../main/media/render/delivery-formats.ts'
import type { MediaKit } from './media.ts'
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { firstFrameName, nameAt } from '#rules/deliver/frames.ts'
import { renderPlan } from '../../src-main/media/render/render.ts'
import { writeFrames } from '../../src-main/media/render/write-frames.ts'
import { chromiumFlags, shellPath } from './chromium.ts'
import { fromSingle, soundFromSamples } from './plain-plan.ts'

export const filmRate = { numerator: 25, denominator: 1 }
export const filmFrames = 25
/** The first frame of the second picture. */
export const cutFrame = 13
export const chapters = [{ startFrame: 0, title: 'One; #1 = ü' }, { startFrame: cutFrame, title: 'Two\\ “end”' }]
export const tags = { title: 'The “Storm”; part=1', artist: 'Ann & Bob', album: 'Seas', date: '2026-11-23', comment: 'Made\nwith care' }

export interface Sources { readonly red: string, readonly blue: string, readonly tone: string, readonly words: string }

export async function makeSources(kit: MediaKit): Promise<Sources> {
  const [red, blue, tone] = await Promise.all([
    kit.picture('red.png', { width: 256, height: 144, colour: 'red' }),
    kit.clip('blue.mp4', { source: 'color=c=blue:s=256x144:r=25', seconds: 1 }),
    kit.tone('tone.wav', { seconds: 1, level: 0.2 }),
  ])
  const words = kit.file('words.srt')
  await writeFile(words, '1\n00:00:00,200 --> 00:00:00,800\nLuz\n')
  return { red, blue, tone, words }
}

/** A tenth of the size: wide enough for every encoder. */
export function small(preset: Preset): Preset {
  const side = (pixels: number): number => Math.max(72, 2 * Math.round(pixels / 20))
  const { video } = preset
  // DNxHR takes no smaller ones.
  const size = video?.codec === 'dnxhr' ? { width: 256, height: 144 } : video && { width: side(video.width), height: side(video.height) }
  return { ...preset, video: video && { ...video, ...size } }
}

/** Red, then blue from the cut on. */
export function planOf({ format, video, audio, loudness }: RenderPreset, { red, blue, tone, words }: Sources): RenderPlan {
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
    // Of a language that the list of QuickTime does not have.
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [{ path: words, language: 'gl', name: '' }] },
    ...{ encoding: { format, video, audio }, loudness, chapters, metadata: tags },
  }
}

let films = 0
/** Of an image sequence `path` is the first picture, `series` how programs are told of all. */
export async function render(
  plan: RenderPlan,
  kit: MediaKit,
): Promise<{ readonly path: string, readonly series?: string, readonly report: RenderReport }> {
  const name = `film-${films++}`
  const path = kit.file(`${name}.${plan.encoding.format}`)
  const report = await renderPlan(plan, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  if (plan.encoding.format !== 'frames')
    return { path, report }
  await mkdir(kit.file(name))
  const first = { name: kit.file(`${name}/${firstFrameName(name)}`), frames: { count: report.frames, rate: plan.rate } }
  await writeFrames(path, { pathOf: at => nameAt(first, at), mark: null, signal: new AbortController().signal })
  return { path: first.name, series: kit.file(`${name}/${name}-%06d.png`), report }
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
  readonly duration_ts?: number
  readonly start_pts?: number
  readonly time_base?: string
  readonly nb_frames?: string
  readonly color_space?: string
  readonly color_primaries?: string
  readonly color_transfer?: string
  readonly color_range?: string
  readonly pix_fmt?: string
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

/** Tracks of a file, the first for the whole of it. Chapters are in `extra` of the menu. */
export type MediainfoTrack = Readonly<Record<string, string>> & { readonly extra?: Readonly<Record<string, string>> }

/** The tracks of each file, in the order of the paths. */
export async function mediainfo(paths: readonly string[]): Promise<(readonly MediainfoTrack[])[]> {
  const { stdout } = await run('mediainfo', ['--Output=JSON', ...paths])
  const files = JSON.parse(stdout) as readonly { readonly media: { readonly track: readonly MediainfoTrack[] } }[] // as mediainfo documents
  return files.map(({ media }) => media.track)
}

/** The properties of each file as MLT names them; lengths are frames of the first file's rate. Null for what it cannot open. */
export async function melt(paths: readonly string[]): Promise<(Readonly<Record<string, string>> | null)[]> {
  const { stdout } = await run('melt', ['-silent', ...paths, '-consumer', 'xml'])
  const opened = stdout.split(/<(?:producer|chain) /).slice(1).map(text =>
    Object.fromEntries(Array.from(text.matchAll(/<property name="([^"]+)">([^<]*)</g), ([, name, value]) => [name!, value!])))
  return paths.map(path => opened.find(each => each.resource === path) ?? null)
}

const types: Record<string, string> = { mov: 'video/quicktime', m4a: 'audio/mp4', m4b: 'audio/mp4', mp3: 'audio/mpeg', opus: 'audio/ogg' }

/** What a page can know of each file, in the order of the paths. */
/** What exiftool says of each file, in the order of the paths; null for what it does not know. */
export async function exiftool(paths: readonly string[]): Promise<(Readonly<Record<string, unknown>> | null)[]> {
  const { stdout } = await run('exiftool', ['-j', '-n', ...paths]).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  const all = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[] // as exiftool documents
  return paths.map(path => all.find(each => each.SourceFile === path && each.Error === undefined) ?? null)
}

/** Rate, channels and seconds of each file that sox reads. */
export async function soxi(paths: readonly string[]): Promise<(readonly string[] | null)[]> {
  return Promise.all(paths.map(async path =>
    Promise.all(['-r', '-c', '-D'].map(async what => (await run('soxi', [what, path])).stdout.trim())).catch(() => null)))
}

/** Whether a program is there. */
export async function isInstalled(name: string, args: readonly string[] = ['--version']): Promise<boolean> {
  return run(name, [...args]).then(() => true, (error: NodeJS.ErrnoException) => error.code !== 'ENOENT')
}

export async function playedByChromium(films: readonly { readonly path: string, readonly preset: Preset }[]): Promise<(Played | null)[]> {
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    return await Promise.all(films.map(async ({ path, preset: { format, video, audio } }) => {
      const isMoving = video !== null && audio !== null
      const type = types[format] ?? (format === 'frames' ? 'image/png' : null) ?? `${isMoving ? 'video' : video ? 'image' : 'audio'}/${format}`
      const url = `data:${type};base64,${(await readFile(path)).toString('base64')}`
      return page.evaluate(playHere, { url, tag: isMoving ? 'video' as const : video ? 'img' as const : 'audio' as const })
    }))
  }
  finally {
    await browser.close()
  }
}

/** Runs in the page. */
async function playHere({ url, tag }: { url: string, tag: 'video' | 'audio' | 'img' }): Promise<Played | null> {
  const element = document.createElement(tag)
  const isShown = new Promise<boolean>((resolve) => {
    element.addEventListener(tag === 'img' ? 'load' : 'loadeddata', () => resolve(true))
    element.addEventListener('error', () => resolve(false))
  })
  element.src = url
  if (!await isShown)
    return null
  if (element instanceof HTMLAudioElement)
    return { width: 0, height: 0, seconds: element.duration, isRed: false }
  const isVideo = element instanceof HTMLVideoElement
  // Where it can play the sound alone, there is no size.
  if (isVideo && element.videoWidth > 0) {
    element.muted = true
    await new Promise((resolve) => {
      element.requestVideoFrameCallback(resolve)
      void element.play()
    })
  }
  const [width, height] = isVideo ? [element.videoWidth, element.videoHeight] : [element.naturalWidth, element.naturalHeight]
  const canvas = document.createElement('canvas').getContext('2d')!
  canvas.drawImage(element, 0, 0)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(8, 8, 1, 1).data
  return { width, height, seconds: isVideo ? element.duration : null, isRed: red > 243 && green < 12 && blue < 12 }
}

/** White of 203 cd/m² is white on a screen. */
const asShown = 'zscale=t=bt709:p=bt709:m=bt709:r=limited:npl=203,format=yuv444p10le,'

/** Of each frame of each film, by the middle of it: as exact as the colours of a GIF. One ffmpeg reads all. */
export async function coloursOf(
  films: readonly (Size & { readonly path: string, readonly light?: string | undefined })[],
  kit: MediaKit,
): Promise<string[][]> {
  const rawOf = (at: number): string => kit.file(`colours-${at}.rgb`)
  await kit.ffmpeg.run([
    ...['-y', ...films.flatMap(({ path }) => ['-i', path])],
    ...films.flatMap(({ width, height, light }, at) => [
      ...['-map', `${at}:v:0`, '-vf', `${light ? asShown : ''}crop=2:2:${width / 2}:${height / 2},format=rgb24,scale=1:1`],
      ...['-fps_mode', 'passthrough', '-pix_fmt', 'rgb24', '-f', 'rawvideo', rawOf(at)],
    ]),
  ])
  return Promise.all(films.map(async (_, at) => colourNames(await readFile(rawOf(at)))))
}

function colourNames(pixels: Buffer): string[] {
  return Array.from({ length: pixels.length / 3 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 3, at * 3 + 3)
    const near = (value: number, wanted: number): boolean => Math.abs(value - wanted) <= 16
    return near(red, 255) && near(green, 0) && near(blue, 0)
      ? 'red'
      : near(red, 0) && near(green, 0) && near(blue, 255) ? 'blue' : `${red}, ${green}, ${blue}`
  })
}
