/**
 * Deliver: two minutes of 1080p with twelve clips, thirty lines, music and burned captions, against encoding the finished picture and sound
 * alone, and against one ffmpeg command. Then what a second delivery takes after a change, planning a film of 2,000 clips, and an hour of
 * sound. Each figure is told as soon as it is known; on two cores that nobody else uses it takes about six minutes.
 */
import type { Cue } from '#rules/captions/cues.ts'
import type { RenderPlan, RenderSound } from '../../src-main/media/render-plan.ts'
import type { MediaKit } from '../kit/media.ts'
import type { Figure } from './figure.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { systemClock } from '../../src-main/base/clock.ts'
import { layOutFonts } from '../../src-main/media/caption-fonts.ts'
import { layOutPlan } from '../../src-main/media/lay-out-plan.ts'
import { fromSingle, onlyEncoding, soundFromSamples } from '../../src-main/media/older-render-job.ts'
import { renderSound } from '../../src-main/media/render-sound.ts'
import { piecesOf, renderPlan } from '../../src-main/media/render.ts'
import { createSegmentCache } from '../../src-main/media/segment-cache.ts'
import { soundArgs } from '../../src-main/media/sound-encoders.ts'
import { openMediaKit } from '../kit/media.ts'
import { round } from './figure.ts'
import { openHour } from './timeline/hour.ts'

const rate = { numerator: 30, denominator: 1 }
const screen = { width: 1920, height: 1080, rate }
const [clips, clipSeconds, lines] = [12, 10, 30]
const seconds = clips * clipSeconds
/** Raw, two minutes would be eleven gigabytes: so much of them is encoded again and again instead. */
const readySeconds = 30
const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', '60']
const soundCodec = soundArgs({ codec: 'aac', kilobits: 192 })
const sounding = [...soundCodec, '-movflags', '+faststart']

/** The in point of the fourth clip, in frames, and the words of the tenth caption are what changes. */
interface Edit { readonly inFrame?: number, readonly words?: string }

export async function* figures(): AsyncGenerator<Figure> {
  const kit = await openMediaKit()
  try {
    yield* filmFigures(kit)
    yield* hourOfClips(kit)
    yield* hourOfSound(kit)
  }
  finally {
    await kit.close()
  }
}

async function* filmFigures(kit: MediaKit): AsyncGenerator<Figure> {
  // Drawn small and enlarged with some noise: as hard to encode as what a camera sees, and made in a fraction of the time.
  const shots = await Promise.all([0.3, 0.05, 0.008].map((scale, at) => kit.clip(`shot-${at}.mp4`, {
    seconds: clipSeconds + 5,
    source: `mandelbrot=s=320x180:r=30:start_scale=${scale},scale=1920:1080:flags=bilinear,noise=alls=6:allf=t,format=yuv420p`,
    args: ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18'],
  })))
  const voice = await kit.tone('voice.wav', { seconds: 3, frequency: 220 })
  const music = await kit.tone('music.wav', { seconds: seconds + 1, frequency: 110, level: 0.1 })
  const limits = { limitBytes: async () => 1e12, hasRoom: async () => true }
  const kept = { cache: createSegmentCache({ folder: kit.file('segments'), ...limits, clock: systemClock }), contentOf: basename }
  let films = 0
  const render = async (edit: Edit) => {
    const folder = kit.file(`captions-${films}`)
    await mkdir(folder)
    const plan = await planOf({ shots, voice, music, folder }, edit)
    const out = kit.file(`film-${films++}.mp4`)
    return { took: await timed(() => renderPlan(plan, out, { ffmpeg: kit.ffmpeg, workDir: kit.file('work'), kept })), out, folder }
  }
  const first = await render({})
  yield { name: `delivering ${seconds} s`, value: round(first.took), limit: null, unit: 's' }
  const oneClip = await render({ inFrame: 40 })
  yield ratio('after one clip of twelve changed', oneClip.took, { of: 'the first delivery', seconds: first.took, limit: 0.15 })
  const oneCaption = await render({ inFrame: 40, words: 'Other words.' })
  yield ratio('after one caption changed', oneCaption.took, { of: 'the first delivery', seconds: first.took, limit: 0.15 })
  const again = await render({ inFrame: 40, words: 'Other words.' })
  yield ratio('with every segment there', again.took, { of: 'the first delivery', seconds: first.took, limit: 0.05 })

  const { file } = kit
  await kit.ffmpeg.run(['-y', '-i', first.out, '-map', '0:v', '-t', String(readySeconds), '-f', 'yuv4mpegpipe', file('ready.y4m')])
  await kit.ffmpeg.run(['-y', '-i', first.out, '-map', '0:a', file('ready.wav')])
  const ready = ['-y', '-stream_loop', String(seconds / readySeconds - 1), '-i', file('ready.y4m'), '-i', file('ready.wav')]
  const limit = await timed(() => kit.ffmpeg.run([...ready, ...encoding, ...sounding, file('limit.mp4')]))
  await rm(file('ready.y4m'))
  yield { name: `encoding ${seconds} s of finished picture and sound`, value: round(limit), limit: null, unit: 's' }
  yield ratio('a delivery', first.took, { of: 'the encode alone', seconds: limit, limit: 1.1 })
  const hand = await timed(() => byHand(kit, shots, first.folder))
  yield ratio('a delivery', first.took, { of: 'one ffmpeg command, with ready sound', seconds: hand, limit: 0.95 })
}

/** What is done before the first frame is encoded: from the document to the segments. */
async function* hourOfClips(kit: MediaKit): AsyncGenerator<Figure> {
  const { studio, sequenceId } = await openHour(kit.file('studio'), kit)
  try {
    const folder = kit.file('planning')
    await mkdir(folder)
    const before = process.memoryUsage.rss()
    const signal = new AbortController().signal
    const took = await timed(async () => {
      const frozen = await studio.parts.deliver.freeze({ sequenceId, presetId: 'landscape-1080', captionMode: 'burned', name: 'One hour' })
      const encoder = { name: 'libx264', quality: 'standard' } as const
      await piecesOf({ plan: await layOutPlan(frozen, folder), folder, ffmpeg: kit.ffmpeg, signal }, encoder)
    })
    yield { name: 'planning one hour of 2,000 clips', value: round(took), limit: 2, unit: 's' }
    yield { name: 'memory that planning takes', value: round((process.memoryUsage.rss() - before) / 2 ** 20, 0), limit: null, unit: 'MiB' }
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

async function* hourOfSound(kit: MediaKit): AsyncGenerator<Figure> {
  const spoken = await Promise.all([0, 1, 2, 3].map(at =>
    kit.tone(`spoken-${at}.wav`, { seconds: 9, frequency: 200 + at * 40, channels: 1, sampleRate: 24_000, level: 0.3 })))
  const folder = kit.file('hour')
  await mkdir(folder)
  const plan: RenderPlan = {
    ...await planOf({ shots: [], voice: '', music: '', folder }, {}),
    durationFrames: 3600 * rate.numerator,
    sounds: Array.from({ length: 300 }, (_, at) => sound(spoken[at % 4] ?? '', at * 12 * 48_000, 0)),
  }
  const { ffmpeg } = kit
  const mixed = await timed(() => renderSound(plan, { folder, ffmpeg, signal: new AbortController().signal, advance: () => {} }))
  yield { name: 'mixing an hour of 300 lines, with its loudness (36 s: 100 × real time)', value: round(mixed), limit: 36, unit: 's' }
  const encoded = await timed(() => ffmpeg.run(['-y', '-i', join(folder, 'sound.wav'), ...soundCodec, join(folder, 'hour.m4a')]))
  yield { name: 'and encoded as AAC, all in all', value: round(mixed + encoded), limit: 36, unit: 's' }
}

function ratio(name: string, took: number, { of, seconds, limit }: { of: string, seconds: number, limit: number }): Figure {
  return { name: `${name}, relative to ${of}`, value: round(took / seconds), limit, unit: '×', ratioOf: of }
}

interface Media { readonly shots: readonly string[], readonly voice: string, readonly music: string, readonly folder: string }

async function planOf({ shots, voice, music, folder }: Media, { inFrame = 0, words = 'These are some words.' }: Edit): Promise<RenderPlan> {
  const frames = clipSeconds * rate.numerator
  const cues = Array.from({ length: lines }, (_, at): Cue =>
    ({ start: at * 120, length: 90, lines: [at === 9 ? words : `Line ${at + 1} is said here.`], speaker: '' }))
  const ass = toAss(screen, { captions: { cues, style: captionStyle, speakerColours: {} } })
  await writeFile(join(folder, 'captions.ass'), ass)
  await layOutFonts(ass, join(folder, 'fonts'))
  return {
    ...screen,
    durationFrames: clips * frames,
    background: '#000000',
    ...fromSingle(Array.from({ length: shots.length === 0 ? 0 : clips }, (_, at) => ({
      path: shots[at % shots.length] ?? '',
      medium: 'video',
      startFrame: at * frames,
      frames,
      inFrame: inFrameOf(at, shots.length) + (at === 3 ? inFrame : 0),
      fit: 'contain',
      pushIn: null,
    }))),
    sounds: [sound(music, 0, -12), ...Array.from({ length: lines }, (_, at) => sound(voice, at * 4 * 48_000, 0))],
    captions: { mode: 'burned', assPath: join(folder, 'captions.ass'), fontsDir: join(folder, 'fonts'), tracks: [] },
    encoding: onlyEncoding(screen),
    chapters: [],
    loudness: { targetLufs: -14, truePeakDbtp: -1 },
    metadata: {},
  }
}

/** A second later each time that a shot is used again, so that no two clips are the same picture. */
function inFrameOf(clip: number, shots: number): number {
  return Math.floor(clip / shots) * rate.numerator
}

function sound(path: string, startSample: number, gainDb: number): RenderSound {
  return soundFromSamples({ path, startSample, samples: null, inSample: 0, gainDb, fadeInSamples: 0, fadeOutSamples: 0 })
}

/** As somebody would write it who knows that all shots are of one kind. */
async function byHand({ ffmpeg, file }: MediaKit, shots: readonly string[], captions: string): Promise<void> {
  const inputs = Array.from({ length: clips }, (_, at) => [
    ...['-ss', String(inFrameOf(at, shots.length) / rate.numerator), '-t', String(clipSeconds)],
    ...['-i', shots[at % shots.length] ?? ''],
  ]).flat()
  const joined = Array.from({ length: clips }, (_, at) => `[${at}:v]`).join('')
  const graph = `${joined}concat=n=${clips}:v=1:a=0,subtitles=filename=captions.ass:fontsdir=fonts[v]`
  const args = ['-y', ...inputs, '-i', file('ready.wav'), '-filter_complex', graph, '-map', '[v]', '-map', `${clips}:a`]
  await ffmpeg.run([...args, ...encoding, ...sounding, file('hand.mp4')], { cwd: captions })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
