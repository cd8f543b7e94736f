/** Media of all kinds whose frames differ from each other everywhere, as takes, with the files that the studio makes of them for its preview. */
import type { ProxyVideo } from '#contract/renditions.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, LineId } from '#contract/words.ts'
import type { ToneOfLine } from '#rules/tone/of-clips.ts'
import type { PictureSource, SoundSource } from '../../../src-renderer/player/preview/media.ts'
import type { MediaKit } from '../media.ts'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { courseKey } from '#rules/sequence/course.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { throughChain } from '#rules/tone/of-clips.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { makeRendition, originalAsRendition } from '../../../src-main/library/make-rendition.ts'
import { filmOfPictures, movementIn } from '../../../src-main/media/moving/film-of-pictures.ts'
import { probe } from '../../../src-main/media/probe/probe.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'
import { soundName } from '../preview/sound-name.ts'
import { lutTexts } from './luts.ts'

export interface TruthTake {
  readonly take: Take
  readonly path: string
}

export interface TruthMedia {
  readonly takes: readonly TruthTake[]
  readonly pictures: Readonly<Record<string, PictureSource>>
  /** By `soundName`. */
  readonly sounds: Readonly<Record<string, SoundSource>>
  /** Look-up tables, by their ids. */
  readonly luts: Readonly<Record<AssetId, { readonly path: string, readonly url: string }>>
}

/** The chains through which spoken clips are heard; empty is as they are. */
const chains: readonly string[] = ['', toneKey(chainOf('podcast')), toneKey(chainOf('film'))]
/** A line of a speaker with each of them. */
export const lineIds = chains.map((_, at) => `line-${at}` as LineId)
export const toneOfLine: ToneOfLine = lineId => chains[lineIds.indexOf(lineId)] ?? ''

/** Of the sounds; they are stretched before the page plays them. */
export const speeds = [75, 140] as const
/** Those of sounds in sequences that are slower or faster themselves. */
const speedsInside = [56.25, 42.1875, 78.75, 105, 196] as const

const quick = ['clear.mov', 'cinema.mp4', 'upright.mp4', 'still.png', 'speech.wav']

interface Made { readonly name: string, readonly medium: Take['medium'], readonly args: readonly string[] }

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', '-pix_fmt', 'yuv420p']
const tagged = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
/**
 * Colours that run into each other behind a grid, which move by a part of the width with each frame. No line is so fine that the ways of
 * scaling it, which differ between a browser and ffmpeg, would count.
 */
function moving(size: string, rate: string, seconds: number, colours: string): string[] {
  const wide = Number(size.split('x')[0])
  const grid = `drawgrid=w=${Math.round(wide / 8)}:h=${Math.round(wide / 10)}:t=${Math.round(wide / 100)}:c=white@0.6,gblur=sigma=0.7`
  return ['-f', 'lavfi', '-i', `gradients=s=${size}:r=${rate}:d=${seconds}:${colours}:speed=0.02:seed=4,${grid},scroll=h=0.013:v=0.004`]
}
function still(size: string, colours: string, filters: readonly string[] = []): string[] {
  const wide = Number(size.split('x')[0])
  const grid = `drawgrid=w=${Math.round(wide / 8)}:h=${Math.round(wide / 10)}:t=${Math.round(wide / 100)}:c=black@0.7,gblur=sigma=0.7`
  const graph = [`gradients=s=${size}:r=1:${colours}:seed=9`, grid, ...filters].join(',')
  return ['-f', 'lavfi', '-i', graph, '-frames:v', '1', '-update', '1']
}
function sounding(channels: 1 | 2, rate: number, seconds: number): string[] {
  const wave = (base: number) => `0.25*sin(2*PI*(${base}+30*t)*t)+0.03*random(0)-0.015`
  const waves = channels === 1 ? wave(210) : `${wave(330)}|${wave(190)}`
  return ['-f', 'lavfi', '-i', `aevalsrc=exprs=${waves}:s=${rate}:d=${seconds}`]
}

const files: readonly Made[] = [
  { name: 'thirty.mp4', medium: 'video', args: [...moving('640x360', '30', 4, 'c0=0x204080:c1=0xd08030'), ...h264, ...tagged] },
  { name: 'cinema.mp4', medium: 'video', args: [...moving('480x360', '24', 4, 'c0=0x802040:c1=0x30c090'), ...h264] },
  { name: 'upright.mp4', medium: 'video', args: [...moving('270x480', '30000/1001', 4, 'c0=0x308030:c1=0xe0e060'), ...h264, ...tagged] },
  { name: 'large.mp4', medium: 'video', args: [...moving('1280x720', '25', 3, 'c0=0x404090:c1=0xc0a0f0'), ...h264] },
  {
    name: 'clear.mov',
    medium: 'video',
    args: [
      ...moving('400x300', '25', 4, 'c0=0x30a0d0:c1=0xf0d060').slice(0, -1),
      `${moving('400x300', '25', 4, 'c0=0x30a0d0:c1=0xf0d060').at(-1)},format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*clip((120-hypot(X-200,Y-150))/60,0,1)'`,
      ...['-c:v', 'prores_ks', '-profile:v', '4', '-pix_fmt', 'yuva444p10le', ...tagged],
    ],
  },
  { name: 'still.png', medium: 'picture', args: still('800x600', 'c0=0x905020:c1=0x40a0e0') },
  { name: 'tall.jpg', medium: 'picture', args: [...still('360x640', 'c0=0x206060:c1=0xf0a0a0'), '-q:v', '2'] },
  { name: 'huge.png', medium: 'picture', args: still('2600x1200', 'c0=0x303070:c1=0xf0d080') },
  {
    name: 'clear.png',
    medium: 'picture',
    args: still('300x300', 'c0=0xd03030:c1=0xf0f0a0', [
      ...['format=rgba', `geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*clip((140-hypot(X-150,Y-150))/20,0,1)'`],
    ]),
  },
  { name: 'speech.wav', medium: 'audio', args: [...sounding(2, 48_000, 6), '-c:a', 'pcm_s16le'] },
  { name: 'mono.flac', medium: 'audio', args: [...sounding(1, 44_100, 6), '-c:a', 'flac'] },
]

/** A disc that moves, clear around it, in every form in which stickers come. */
function sticker(name: string, form: readonly string[], medium: Take['medium'] = 'video'): Made {
  const disc = `format=rgba,geq=r='255*X/W':g='200':b='255*Y/H':a='255*clip((70-hypot(X-100-4*N,Y-90))/8,0,1)'`
  const [seconds, ...still] = medium === 'video' ? ['1.2'] : ['0.04', '-frames:v', '1']
  return { name, medium, args: ['-f', 'lavfi', '-i', `color=c=black:s=240x180:r=25:d=${seconds},${disc}`, ...still, ...form] }
}
const stickers: readonly Made[] = [
  sticker('sticker.webm', ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-crf', '10', '-b:v', '0', '-auto-alt-ref', '0']),
  sticker('sticker-vp8.webm', ['-c:v', 'libvpx', '-pix_fmt', 'yuva420p', '-crf', '4', '-b:v', '4M', '-auto-alt-ref', '0']),
  sticker('sticker-prores.mov', ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le', ...tagged]),
  sticker('sticker-animation.mov', ['-c:v', 'qtrle']),
  sticker('sticker.gif', ['-filter_complex', '[0:v]split[a][b];[a]palettegen[p];[b][p]paletteuse']),
  sticker('sticker.apng', ['-plays', '0', '-f', 'apng']),
  sticker('sticker.webp', ['-c:v', 'libwebp_anim', '-lossless', '1', '-loop', '0']),
  sticker('sticker.png', ['-update', '1'], 'picture'),
  sticker('sticker-still.webp', ['-c:v', 'libwebp', '-lossless', '1'], 'picture'),
]

function clearOf(proxy: ProxyVideo | null): Pick<PictureSource, 'clear'> {
  return proxy?.hasAlpha ? { clear: { width: proxy.width, height: proxy.height } } : {}
}

/** As the studio takes a file: one that moves becomes a film. */
async function filed(media: MediaKit, { name, args }: Made): Promise<string> {
  const path = await media.make(name, args)
  const movement = await movementIn(path)
  if (!movement)
    return path
  const film = media.file(`${name}.mov`)
  await filmOfPictures(path, film, movement, media)
  return film
}

/** All of them, or of each medium only those that are made quickly. */
export function makeTruthMedia(media: MediaKit, isQuick: boolean): Promise<TruthMedia> {
  return madeOf(media, isQuick ? files.filter(({ name }) => quick.includes(name)) : files, 100)
}

/** A film to be below them, and a sticker of every form. */
export function makeStickers(media: MediaKit): Promise<TruthMedia> {
  return madeOf(media, [...files.filter(({ name }) => name === 'cinema.mp4'), ...stickers], 200)
}

/** With the copies along the courses of the sounds of a document, as the studio makes them. */
export async function withCopies(truth: TruthMedia, document: SequenceDocument, media: MediaKit): Promise<TruthMedia> {
  const sounds = { ...truth.sounds }
  for (const { clip: { takeId, ramp, heard } } of soundEvents(document)) {
    const path = truth.takes.find(({ take }) => take.id === takeId)?.path
    if (!ramp || path === undefined)
      continue
    const along = courseKey(ramp)
    const key = soundName(takeId, along, heard)
    const folder = `copy-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
    if (sounds[key])
      continue
    await mkdir(media.file(folder), { recursive: true })
    const made = await makeRendition(path, media.file(folder), { ffmpeg: media.ffmpeg, madeAt: 1, speed: 100, along, heard })
    const name = made.files.find(({ part }) => part === 'sound')?.name ?? ''
    if (made.sound)
      sounds[key] = { kind: 'sound', name: key, url: `/${join(folder, name)}`, ...made.sound }
  }
  return { ...truth, sounds }
}

async function madeOf(media: MediaKit, chosen: readonly Made[], firstId: number): Promise<TruthMedia> {
  const pictures: Record<string, PictureSource> = {}
  const sounds: Record<string, SoundSource> = {}
  const takes = await Promise.all(chosen.map(async (given, index): Promise<TruthTake> => {
    const { medium } = given
    const path = await filed(media, given)
    const name = basename(path)
    const facts = await probe(path, { ffmpeg: media.ffmpeg })
    const { mime, durationSeconds, width, height, framesPerSecond } = facts
    const asset = { mime, durationSeconds, width, height, framesPerSecond }
    const take = aTake(firstId + index, { medium, kind: medium === 'audio' ? 'speech' : medium === 'video' ? 'video' : 'image', asset })
    const wanted = medium === 'audio' ? chains.flatMap(chain => [100, ...speeds, ...speedsInside].map(speed => ({ chain, speed }))) : [{ chain: '', speed: 100 }]
    for (const { chain, speed } of wanted) {
      const heard = throughChain(undefined, chain)
      const original = speed === 100 && chain === '' ? await originalAsRendition(take.asset, path) : null
      const folder = `${take.id}-${speed}-${chain}`
      await mkdir(media.file(folder))
      const made = original ?? await makeRendition(path, media.file(folder), { ffmpeg: media.ffmpeg, madeAt: 1, speed, heard })
      const fileOf = (part: string) => 'files' in made ? join(folder, made.files.find(file => file.part === part)?.name ?? '') : name
      if (made.sound && medium === 'audio') {
        const key = soundName(take.id, speed, heard)
        sounds[key] = { kind: 'sound', name: key, url: `/${fileOf('sound')}`, speed, ...made.sound }
      }
      if (made.proxy ?? made.picture) {
        const part = made.proxy ? 'proxy' : 'picture'
        const size = { width: width ?? 0, height: height ?? 0 }
        pictures[take.id] = { kind: made.proxy ? 'video' : 'still', name, url: `/${fileOf(part)}`, ...size, ...clearOf(made.proxy) }
      }
    }
    return { take, path }
  }))
  const luts = await Promise.all(Object.entries(lutTexts).map(async ([name, { id, text }]) => {
    await writeFile(media.file(name), text)
    return [id, { path: media.file(name), url: `/${name}` }] as const
  }))
  return { takes, pictures, sounds, luts: Object.fromEntries(luts) }
}
