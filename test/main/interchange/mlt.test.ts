/**
 * The MLT file of a sequence, rendered by melt, shows and plays what the studio delivers.
 *
 * @module-tag wide
 */
import type { FrameRate, SequenceDocument } from '#contract/sequence-document.ts'
import type { EditFile } from '../../../src-main/interchange/edit-list.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { TruthMedia, TruthTake } from '../../kit/truth/media.ts'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { hasMotion } from '#rules/sequence/motion.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { packedFilm } from '../../../src-main/interchange/own-film.ts'
import { drawTitle } from '../../../src-main/media/picture/title-picture.ts'
import { probe } from '../../../src-main/media/probe/probe.ts'
import { listOf } from '../../kit/edit-files.ts'
import { openMediaKit } from '../../kit/media.ts'
import { renderWithMelt } from '../../kit/melt.ts'
import { documents } from '../../kit/truth/arbitrary.ts'
import { levelsOf, likeness } from '../../kit/truth/compare.ts'
import { deliver } from '../../kit/truth/deliver.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

const size = { width: 320, height: 180 }
const bytesOfFrame = size.width * size.height * 3
let media: MediaKit
beforeAll(async () => {
  media = await openMediaKit()
})
afterAll(() => media.close())

/** Shots at the rate of the sequence: at others melt rounds to the nearest frame of the source, where the studio holds the last one. */
async function makeMedia(rate: FrameRate): Promise<TruthMedia> {
  const tagged = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
  const moving = (shape: string, colours: string): string[] => {
    const gradients = `gradients=s=${shape}:r=${rate.numerator}/${rate.denominator}:d=3:${colours}:speed=0.01:seed=4`
    const graph = `${gradients},drawgrid=w=40:h=36:t=3:c=white@0.6,gblur=sigma=1,scroll=h=0.006`
    return ['-f', 'lavfi', '-i', graph, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p', ...tagged]
  }
  const grid = 'drawgrid=w=50:h=30:t=4:c=black@0.7,gblur=sigma=1'
  const still = ['-f', 'lavfi', '-i', `gradients=s=400x300:r=1:c0=0x905020:c1=0x40a0e0:seed=9,${grid}`]
  // Noise: tones that meet would be louder or quieter by their phases, and melt cuts at whole frames.
  const files = [
    ['wide & "quoted".mp4', 'video', moving('320x180', 'c0=0x204080:c1=0xd08030')],
    ['upright ✈ 清晨.mp4', 'video', moving('180x320', 'c0=0x308030:c1=0xe0e060')],
    ['still [1].png', 'picture', [...still, '-frames:v', '1', '-update', '1']],
    ['it\'s.wav', 'audio', ['-f', 'lavfi', '-i', 'aevalsrc=exprs=0.5*random(0)-0.25|0.5*random(1)-0.25:s=48000:d=6', '-c:a', 'pcm_s16le']],
    ['mono.flac', 'audio', ['-f', 'lavfi', '-i', 'aevalsrc=exprs=0.5*random(2)-0.25:s=44100:d=6']],
  ] as const
  const takes = await Promise.all(files.map(async ([name, medium, args], index): Promise<TruthTake> => {
    const path = await media.make(name, args)
    const { mime, durationSeconds, width, height, framesPerSecond, sampleRate, channels } = await probe(path, media)
    const asset = { mime, durationSeconds, width, height, framesPerSecond, sampleRate, channels }
    return { take: aTake(100 + index, { medium, asset }), path }
  }))
  return { takes, luts: {}, pictures: {}, sounds: {} }
}

async function renderAsMlt(document: SequenceDocument, { takes }: TruthMedia, name: string): Promise<string> {
  const titles: { title: NonNullable<Parameters<typeof drawTitle>[0]>, file: EditFile }[] = []
  const list = listOf(document, takes.map(({ take }) => take), {
    pathOf: take => basename(takes.find(each => each.take.id === take.id)!.path),
    onTitle: ({ title }, file) => title && titles.push({ title, file }),
    own: await packedFilm({ film: document, inner: new Map(), takes: takes.map(({ take }) => take) }),
  })
  for (const { title, file } of titles) {
    const tools = { folder: media.file(`${file.id}-scratch`), ffmpeg: media.ffmpeg, signal: new AbortController().signal }
    await drawTitle(title, document, media.file(file.path), tools)
  }
  await writeFile(media.file(`${name}.mlt`), toMlt(list, { assPath: null }))
  await renderWithMelt(media.file(`${name}.mlt`), media.file(`${name}.mkv`))
  return media.file(`${name}.mkv`)
}

const cases = [
  { rate: { numerator: 30, denominator: 1 }, seed: 3 },
  { rate: { numerator: 24_000, denominator: 1001 }, seed: 2 },
] as const

it.each(cases)('looks and sounds as it is delivered at $rate.numerator/$rate.denominator', async ({ rate, seed }) => {
  const truth = await makeMedia(rate)
  const generated = documents(truth.takes.map(({ take }) => take), { mayMove: false, hasCurves: false })
    .map(each => withoutCaptions({ ...each, ...size }))
  const document = fc.sample(generated.filter(each => each.rate.numerator === rate.numerator && isRich(each)), { seed, numRuns: 1 })[0]!
  const [film, path] = [await deliver(document, truth, media), await renderAsMlt(document, truth, `melt-${seed}`)]
  const toRgb = ['-vf', 'scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int', '-pix_fmt', 'rgb24']
  const { stdout } = await media.ffmpeg.run(['-i', path, ...toRgb, '-f', 'rawvideo', '-'])
  expect(stdout.length / bytesOfFrame).toBe(film.frames)
  const moments = Array.from({ length: film.frames }, (_, at) => at)
  const wanted = await film.pictures(moments.map(at => film.startFrame + at))
  const shown = (at: number) => ({ ...size, pixels: stdout.subarray(at * bytesOfFrame, (at + 1) * bytesOfFrame) })
  const alike = moments.map(at => likeness(shown(at), wanted[at]!))
  expect(alike.flatMap(({ whole, colour }, at) => whole < 0.97 || colour > 12 ? [`frame ${at}: ${whole}, ${colour}`] : [])).toEqual([])
  const played = await media.ffmpeg.run(['-i', path, '-f', 'f32le', '-'])
  const [ours, theirs] = [levelsOf((await film.sound()).samples), levelsOf(new Float32Array(new Uint8Array(played.stdout).buffer))]
  expect(Math.abs(ours.length - theirs.length)).toBeLessThanOrEqual(1)
  const isOther = (db: number, at: number) => db > -40 && Math.abs(db - (theirs[at] ?? -90)) > 1.5
  expect(ours.filter(isOther)).toEqual([])
}, 60_000)

function withoutCaptions(document: SequenceDocument): SequenceDocument {
  const trackIds = document.trackIds.filter(id => document.tracks[id]?.kind !== 'captions')
  return { ...document, trackIds, tracks: Object.fromEntries(trackIds.map(id => [id, document.tracks[id]!])) }
}

/** Several tracks of pictures with a turn, a move, a crop and a dissolve, all at their own speed; sound on two tracks. */
function isRich(document: SequenceDocument): boolean {
  const tracks = tracksOf(document).filter(track => !track.isMuted)
  const pictures = tracks.flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
  const sounds = tracks.filter(track => track.kind === 'speech' || track.kind === 'sound').filter(track => clipsOf(track).length > 0)
  return pictures.every(({ speed }) => speed === 100)
    && pictures.some(({ look }) => look.rotation !== 0)
    && pictures.some(hasMotion)
    && pictures.some(({ look }) => look.crop.left > 0)
    && pictures.some(({ crossIn }, index) => index > 0 && crossIn > 0)
    && pictures.some(({ title }) => title !== null)
    // libass does not turn the box behind words.
    && pictures.every(({ title, look }) => title === null || title.style.box === null || look.rotation === 0)
    && sounds.length === 2
    && sounds.every(track => clipsOf(track).every(({ speed }) => speed === 100))
}
