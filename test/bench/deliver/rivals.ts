/** The same film made in other ways with the same encoder: ready-made, by one ffmpeg command, and by melt. */
import type { ExecException } from 'node:child_process'
import type { MediaKit } from '../../kit/media.ts'
import type { FilmMedia, Shot } from './film.ts'
import type { Spent } from './spent.ts'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { encoderArgs } from '../../../src-main/media/picture/picture-encoders.ts'
import { soundArgs } from '../../../src-main/media/sound/sound-encoders.ts'
import { renderWithMelt } from '../../kit/melt.ts'
import { clips, editListOf, filmFrames, inFrameOf, screen, shotOf } from './film.ts'
import { spent } from './spent.ts'

/** Raw, two minutes would be eleven gigabytes: so much of them is encoded again and again instead. */
const readySeconds = 30
const encoding = encoderArgs({ name: 'libx264', quality: 'standard' }, { ...screen, threads: availableParallelism() })
const sounding = [...soundArgs({ codec: 'aac', kilobits: 192 }), '-movflags', '+faststart']

/** Of the film: `captions` is the folder with its `captions.ass` and fonts, `delivered` the studio's own file. */
export interface Film { readonly media: FilmMedia, readonly captions: string, readonly delivered: string }

const readyTimes = ({ media }: Film): number => Math.max(1, Math.round(media.seconds / readySeconds))

/** Writes picture and sound as they are encoded. */
export async function makeReady({ ffmpeg, file }: MediaKit, film: Film): Promise<void> {
  await ffmpeg.run(['-y', '-i', film.delivered, '-map', '0:a', file('ready.wav')])
  const seconds = film.media.seconds / readyTimes(film)
  const raw = ['-map', '[v]', '-t', String(seconds), '-f', 'yuv4mpegpipe', file('ready.y4m')]
  await ffmpeg.run([...handMade(film), ...raw], { cwd: film.captions })
}

/** Encodes picture and sound that are there ready. */
export async function encodeReady({ ffmpeg, file }: MediaKit, film: Film): Promise<Spent> {
  const ready = ['-y', '-stream_loop', String(readyTimes(film) - 1), '-i', file('ready.y4m'), '-i', file('ready.wav')]
  return spent(() => ffmpeg.run([...ready, ...encoding, ...sounding, file('limit.mp4')]))
}

/** As somebody would write it who knows what the shots are. Its sound is ready. */
export async function encodeByHand(kit: MediaKit, film: Film): Promise<Spent> {
  const maps = ['-map', '[v]', '-map', `${clips}:a`]
  return spent(() => kit.ffmpeg.run(
    [...handMade(film, kit.file('ready.wav')), ...maps, ...encoding, ...sounding, kit.file('hand.mp4')],
    { cwd: film.captions },
  ))
}

/** Reads what of the shots is in the film, and makes nothing of it. */
export async function decodeShots({ ffmpeg }: MediaKit, { media }: Film): Promise<Spent> {
  const shown = Array.from({ length: clips }, (_, at) => ['-map', `${at}:v`]).flat()
  return spent(() => ffmpeg.run([...shotInputs(media), ...shown, '-f', 'null', '-']))
}

function shotInputs(media: FilmMedia): string[] {
  const { numerator } = screen.rate
  // A frame more than is shown: rates differ.
  const seconds = filmFrames(media) / numerator / clips + 0.1
  return Array.from({ length: clips }, (_, at) =>
    ['-ss', String(inFrameOf(media, at) / numerator), '-t', String(seconds), '-i', shotOf(media, at).path]).flat()
}

/** Scales before frames are doubled, which is less work. An untagged picture under 720 lines is BT.601. */
function fitting({ height }: Shot, frames: number): string {
  const size = `${screen.width}:${screen.height}`
  const matrix = height < 720 ? ':in_color_matrix=bt601:out_color_matrix=bt709' : ''
  const scaled = height === screen.height ? '' : `scale=${size}:force_original_aspect_ratio=decrease${matrix},pad=${size}:-1:-1,`
  return `${scaled}fps=${screen.rate.numerator},trim=end_frame=${frames},setsar=1`
}

function handMade({ media }: Film, ...more: readonly string[]): string[] {
  const fitted = Array.from({ length: clips }, (_, at) => `[${at}:v]${fitting(shotOf(media, at), filmFrames(media) / clips)}[${at}]`)
  const joined = Array.from({ length: clips }, (_, at) => `[${at}]`).join('')
  const graph = `${fitted.join(';')};${joined}concat=n=${clips}:v=1:a=0,ass=filename=captions.ass:fontsdir=fonts[v]`
  return ['-y', ...shotInputs(media), ...more.flatMap(path => ['-i', path]), '-filter_complex', graph]
}

/**
 * Melt waits for itself for ever now and then: what takes so many times as long as a delivery is begun again, so often, and then left.
 * Null where it never ended.
 */
const melting = { times: 5, leastMs: 60_000, tries: 3 }

export async function encodeWithMelt(
  kit: MediaKit,
  { media, captions }: Film,
  delivery: Spent,
): Promise<Spent & { readonly path: string } | null> {
  const list = toMlt(editListOf(media), { assPath: join(captions, 'captions.ass') })
  // Its own list leaves the choice of a font to the machine that opens it.
  const fonts = `<property name="av.fontsdir">${join(captions, 'fonts')}</property>`
  await writeFile(kit.file('film.mlt'), list.replace('<property name="av.filename">', `${fonts}$&`))
  const path = kit.file('melt.mp4')
  const film = [...named(encoding), ...named(sounding), 'real_time=-2', 'rescale=bicubic']
  const tryMs = Math.ceil(Math.max(melting.leastMs, delivery.wall * 1000 * melting.times))
  for (let time = 0; time < melting.tries; time++) {
    try {
      return { ...await spent(() => renderWithMelt(kit.file('film.mlt'), path, { film, triesMs: [tryMs] })), path }
    }
    catch (error) {
      if ((error as ExecException).killed !== true)
        throw error
    }
  }
  return null
}

/** Options of ffmpeg as melt takes them: `-crf 20` is `crf=20`. */
function named(options: readonly string[]): string[] {
  const sounds = { 'c:a': 'acodec', 'b:a': 'ab', 'ac': 'channels' }
  const names: Readonly<Record<string, string>> = { 'c:v': 'vcodec', 'profile:v': 'vprofile', ...sounds }
  return options.flatMap((option, at) => {
    const name = option.slice(1)
    return at % 2 === 0 ? [`${names[name] ?? name}=${options[at + 1]}`] : []
  })
}

/**
 * Of every fifteenth frame, where programs show the same one of a shot at any rate, at half its size, where grain that was encoded twice
 * is as small as it looks. From 0 to 1: structural similarity.
 */
export async function likenessOf({ ffmpeg }: MediaKit, [one, other]: readonly [string, string]): Promise<number> {
  const some = 'select=not(mod(n\\,15)),settb=1/30,setpts=N,scale=iw/2:-2'
  const graph = `[0:v]${some}[a];[1:v]${some}[b];[a][b]ssim`
  const { stderr } = await ffmpeg.run(['-i', one, '-i', other, '-filter_complex', graph, '-an', '-f', 'null', '-'])
  return Number(/SSIM .*All:(\d\.\d+)/.exec(stderr)?.[1] ?? 0)
}
