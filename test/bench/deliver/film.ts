/**
 * The film of the figures: two minutes of 1080p30 with twelve clips of three sizes and rates, thirty spoken lines, music and burned
 * captions, as a plan and as an edit list.
 */
import type { Cue } from '#rules/captions/cues.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { EditFile, EditList, PicturePiece, SoundPiece } from '../../../src-main/interchange/edit-list.ts'
import type { RenderPlan, RenderSound } from '../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../kit/media.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { markOf } from '../../../src-main/deliver/provenance.ts'
import { layOutFonts } from '../../../src-main/media/plan/caption-fonts.ts'
import { fromSingle, onlyEncoding, soundFromSamples } from '../../kit/plain-plan.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

const rate = { numerator: 30, denominator: 1 }
export const screen = { width: 1920, height: 1080, rate }
export const clips = 12
const lines = 30
const musicDb = -12
export const speech = { speaker: 'Anna', hasOwnGain: false }

/** What services make: large at the film's own rate, and smaller and slower. */
const kinds = [
  { width: 1920, height: 1080, framesPerSecond: 30, zoom: 0.05 },
  { width: 1280, height: 720, framesPerSecond: 24, zoom: 0.05 },
  { width: 832, height: 480, framesPerSecond: 16, zoom: 0.008 },
] as const

export interface Shot extends Size {
  readonly path: string
  readonly framesPerSecond: number
}

export interface FilmMedia {
  /** In turns. */
  readonly shots: readonly Shot[]
  readonly voice: string
  readonly music: string
  /** Of the film. */
  readonly seconds: number
}

/** In points of some clips, in frames later than at first, and the words of the tenth caption. */
export interface Edit { readonly later?: Readonly<Record<number, number>>, readonly words?: string }

const clipFrames = ({ seconds }: FilmMedia): number => Math.round(seconds / clips * rate.numerator)
export const filmFrames = (media: FilmMedia): number => clips * clipFrames(media)
/** From one line to the next. */
const lineFrames = (media: FilmMedia): number => Math.floor(filmFrames(media) / lines)

export async function makeFilmMedia(kit: MediaKit, seconds: number): Promise<FilmMedia> {
  // Drawn small and enlarged with a little noise, made in a fraction of the time: 10, 5 and 4 Mbit/s, about what services send.
  const shots = await Promise.all(kinds.map(async ({ zoom, ...shot }, at) => {
    const { width, height, framesPerSecond } = shot
    const drawn = `mandelbrot=s=320x180:r=${framesPerSecond}:start_scale=${zoom}`
    const path = await kit.clip(`shot-${at}.mp4`, {
      seconds: seconds / clips + 5,
      source: `${drawn},scale=${width}:${height}:flags=bilinear,setsar=1,noise=alls=3:allf=t,format=yuv420p`,
      args: ['-c:v', 'libx264', '-crf', '20'],
    })
    return { ...shot, path }
  }))
  const voice = await kit.tone('voice.wav', { seconds: seconds / lines * 0.75, frequency: 220 })
  const music = await kit.tone('music.wav', { seconds: seconds + 1, frequency: 110, level: 0.1 })
  return { shots, voice, music, seconds }
}

/** Lays out captions and fonts in this folder, which is made. */
export async function planOf(media: FilmMedia, folder: string, edit: Edit = {}): Promise<RenderPlan> {
  const { later = {}, words = 'These are some words.' } = edit
  await mkdir(folder)
  const step = lineFrames(media)
  const cues = Array.from({ length: lines }, (_, at): Cue =>
    ({ start: at * step, length: Math.floor(step * 0.75), lines: [at === 9 ? words : `Line ${at + 1} is said here.`], speaker: '' }))
  const ass = toAss(screen, { captions: { cues, style: captionStyle, speakerColours: {} } })
  await writeFile(join(folder, 'captions.ass'), ass)
  await layOutFonts(ass, join(folder, 'fonts'))
  const frames = clipFrames(media)
  return {
    ...screen,
    durationFrames: filmFrames(media),
    background: '#000000',
    ...fromSingle(Array.from({ length: clips }, (_, at) => ({
      path: shotOf(media, at).path,
      medium: 'video',
      startFrame: at * frames,
      frames,
      inFrame: inFrameOf(media, at) + (later[at] ?? 0),
      fit: 'contain',
      pushIn: null,
    }))),
    sounds: [heard(media.music, 0, musicDb), ...lineStarts(media).map(start => ({ ...heard(media.voice, start * 1600, 0), speech }))],
    levelsLines: true,
    captions: { mode: 'burned', assPath: join(folder, 'captions.ass'), fontsDir: join(folder, 'fonts'), tracks: [] },
    encoding: onlyEncoding(screen),
    chapters: [],
    loudness: { targetLufs: -14, truePeakDbtp: -1 },
    mark: markOf([aTake(0, { kind: 'video', modelId: null })], 'Film'),
    metadata: {},
  }
}

export function shotOf({ shots }: FilmMedia, clip: number): Shot {
  return shots[clip % shots.length]!
}

/** Half a second later each time that a shot is used again, so that no two clips are the same picture. */
export function inFrameOf({ shots }: FilmMedia, clip: number): number {
  return Math.floor(clip / shots.length) * rate.numerator / 2
}

function lineStarts(media: FilmMedia): number[] {
  return Array.from({ length: lines }, (_, at) => at * lineFrames(media))
}

export function heard(path: string, startSample: number, gainDb: number): RenderSound {
  return soundFromSamples({ path, startSample, samples: null, inSample: 0, gainDb, fadeInSamples: 0, fadeOutSamples: 0 })
}

/** The same film for other programs, with files of the kit's folder. */
export function editListOf(media: FilmMedia): EditList {
  const frames = clipFrames(media)
  const { width, height } = screen
  const lane = { trackId: '' as EditList['pictures'][number]['trackId'], tails: [] } // a track of no sequence
  const piece = { clipId: '' as SoundPiece['clipId'], name: '', speed: 100, crossIn: 0, isDisabled: false } // nor are its clips
  const lasting = Math.floor(media.seconds / lines * 0.75 * rate.numerator)
  const shown = (shot: Shot): PicturePiece['keys'] => {
    const scale = Math.min(width / shot.width, height / shot.height)
    const size = { width: shot.width * scale, height: shot.height * scale, scale: 1 }
    return [{ at: 0, x: width / 2, y: height / 2, ...size, opacity: 1, rotation: 0, crop: plainLook.crop }]
  }
  return {
    ...{ name: 'Film', width, height, rate, background: '#000000', frames: filmFrames(media), captions: [], markers: [], compounds: [] },
    pictures: [{
      ...{ ...lane, name: 'V1' },
      pieces: Array.from({ length: clips }, (_, at) => ({
        ...{ ...piece, file: videoOf(shotOf(media, at)), start: at * frames, length: frames, in: inFrameOf(media, at) },
        ...{ isStill: false, title: null, look: plainLook },
        keys: shown(shotOf(media, at)),
      })),
    }],
    sounds: [
      { ...lane, name: 'A1', pieces: [soundPiece(media.music, { start: 0, length: filmFrames(media), db: musicDb })] },
      { ...lane, name: 'A2', pieces: lineStarts(media).map(start => soundPiece(media.voice, { start, length: lasting, db: 0 })) },
    ],
  }
  function soundPiece(path: string, { start, length, db }: { start: number, length: number, db: number }): SoundPiece {
    return { ...piece, file: audioOf(path), start, length, in: 0, isSpeech: false, hasTone: false, isPanned: false, keys: [{ at: 0, db }] }
  }
}

function videoOf({ path, ...shot }: Shot): EditFile {
  return { ...fileOf(path), ...shot, medium: 'video', channels: 0, sampleRate: null }
}

function audioOf(path: string): EditFile {
  return { ...fileOf(path), medium: 'audio', width: null, height: null, framesPerSecond: null, channels: 2, sampleRate: 48_000 }
}

function fileOf(path: string): Pick<EditFile, 'id' | 'path' | 'name' | 'seconds'> {
  const name = basename(path)
  return { id: name, path: name, name, seconds: null }
}
