/**
 * The pictures of an image sequence are those of the film: as many, of its colours, clear where it is; and its sound is as long.
 *
 * @module-tag all
 */
import type { VideoSettings } from '#contract/presets.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { firstFrameName, nameAt } from '#rules/deliver/frames.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { writeFramesSound } from '../../../../src-main/media/render/frames-sound.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { writeFrames } from '../../../../src-main/media/render/write-frames.ts'
import { ffprobe } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const { signal } = new AbortController()
const [width, height] = [128, 72]
const rate = { numerator: 25, denominator: 1 }
const mark = { sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia', note: 'By a model.', title: 'Film' }

function picture(path: string | null, start: number, length: number, has: Partial<RenderPicture> = {}): RenderPicture {
  const file = path === null ? null : { path, medium: path.endsWith('.png') ? 'picture' as const : 'video' as const }
  const look = { ...plainLook, fit: 'cover' as const }
  return { file, start, length, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look, ...has }
}

function planOf(pictures: readonly RenderPicture[], settings: Partial<VideoSettings>, has: Partial<RenderPlan> = {}): RenderPlan {
  const video: VideoSettings = { codec: 'frames', width, height, rate: null, quality: 'standard', encoder: 'software', ...settings }
  return {
    ...{ width, height, rate, durationFrames: Math.max(...pictures.map(({ start, length }) => start + length)), background: '#204060' },
    ...{ pictures, stretches: pictures.map(({ start, length }, at) => ({ startFrame: start, frames: length, layers: [at] })), sounds: [] },
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    encoding: { format: 'frames', video, audio: null },
    ...{ loudness: null, chapters: [], metadata: {}, ...has },
  }
}

let sequences = 0
async function written(plan: RenderPlan) {
  const folder = kit.file(`sequence-${sequences++}`)
  await mkdir(folder)
  const film = kit.file(`film-${sequences}.mov`)
  const report = await renderPlan(plan, film, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const file = { name: firstFrameName('A b'), frames: { count: report.frames, rate } }
  const frames = await writeFrames(film, { pathOf: at => join(folder, nameAt(file, at)), mark: plan.mark ?? null, signal })
  return { folder, film, report, frames, path: (at: number) => join(folder, nameAt(file, at)), pattern: join(folder, 'A b-%06d.png') }
}

/** Red, green, blue and alpha in codes of eight bits, read in the depth of the file: swscale changes white on its way to sixteen bits. */
async function pixel(path: string, [x, y]: readonly [number, number], bits: 8 | 16 = 8): Promise<number[]> {
  const form = bits === 16 ? 'rgba64be' : 'rgba'
  const { stdout } = await kit.ffmpeg.run([
    ...['-f', 'png_pipe', '-i', path, '-vf', `format=${form},crop=1:1:${x}:${y}:exact=1`, '-frames:v', '1'],
    ...['-f', 'rawvideo', '-pix_fmt', form, '-'],
  ])
  return [0, 1, 2, 3].map(at => bits === 16 ? stdout.readUInt16BE(at * 2) / 257 : stdout[at]!)
}
function near(found: readonly number[], wanted: readonly number[], within: number): boolean {
  return wanted.every((value, at) => Math.abs(value - found[at]!) <= within)
}

const forms = [
  { settings: {}, pixels: 'rgb24' },
  { settings: { hasAlpha: true }, pixels: 'rgba' },
  { settings: { bits: 16 }, pixels: 'rgb48be' },
  { settings: { bits: 16, hasAlpha: true }, pixels: 'rgba64be' },
] as const

describe.each(forms)('$pixels', ({ settings, pixels }) => {
  it('has the colours of a still, white and opaque to the full, those of a film within two, and the background or nothing elsewhere', async () => {
    const colours = ['0xffffff', '0x000000', '0x2040c0', '0xfe8001']
    const stills = await Promise.all(colours.map(async colour => kit.picture(`still-${colour}.png`, { width, height, colour })))
    const clip = await kit.make(`clip-${pixels}.mp4`, [
      ...['-f', 'lavfi', '-i', `color=c=0xc83c1e:s=${width}x${height}:r=25`, '-t', '0.4'],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'],
      ...['-c:v', 'libx264', '-qp', '0'],
      ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ])
    const pictures = [...stills.map((path, at) => picture(path, at * 2, 2)), picture(clip, 8, 2)]
    const { path, pattern, frames, folder } = await written(planOf(pictures, settings, { durationFrames: 12 }))
    expect(frames.count).toBe(12)
    expect((await readdir(folder)).sort()).toEqual(Array.from({ length: 12 }, (_, at) => `A b-${String(at + 1).padStart(6, '0')}.png`))
    const { streams } = await ffprobe(pattern)
    expect(streams).toEqual([expect.objectContaining({ codec_name: 'png', width, height, pix_fmt: pixels })])
    const bits = 'bits' in settings ? 16 : 8
    for (const [at, colour] of colours.entries()) {
      const wanted = [2, 4, 6].map(from => Number.parseInt(colour.slice(from, from + 2), 16))
      expect(near(await pixel(path(at * 2 + 1), [64, 36], bits), [...wanted, 255], colour === '0xffffff' ? 0 : 0.3), colour).toBe(true)
    }
    expect(near(await pixel(path(9), [64, 36], bits), [0xC8, 0x3C, 0x1E, 255], 2), 'a film').toBe(true)
    const elsewhere = 'hasAlpha' in settings ? [0, 0, 0, 0] : [0x20, 0x40, 0x60, 255]
    expect(await pixel(path(11), [64, 36], bits), 'a gap').toEqual(elsewhere)
  }, 120_000)
})

it('keeps the alpha of pictures, fades and titles, with straight colours', async () => {
  const half = await kit.make('half.png', ['-f', 'lavfi', '-i', `color=c=0xff8000@0.5:s=${width}x${height},format=rgba`, '-frames:v', '1'])
  const full = await kit.picture('full.png', { width, height, colour: '0x2040c0' })
  const title = { text: '███████████████', style: { ...titleStyle, size: 0.4, colour: '#ffffff' } }
  const pictures = [picture(half, 0, 2), picture(full, 2, 4, { fadeIn: 4 }), picture(null, 6, 2, { title })]
  const { path } = await written(planOf(pictures, { hasAlpha: true }))
  expect(near(await pixel(path(1), [64, 36]), [255, 128, 0, 128], 2)).toBe(true)
  const faded = await Promise.all([2, 3, 4, 5].map(async at => pixel(path(at), [64, 36])))
  expect(faded.map(([, , , alpha]) => Math.round(alpha! / 255 * 100) / 100)).toEqual([0, 0.25, 0.5, 0.75])
  expect(near(faded[2]!, [0x20, 0x40, 0xC0], 2), `${faded[2]}`).toBe(true)
  expect(await pixel(path(7), [64, 36])).toEqual([255, 255, 255, 255])
  expect((await pixel(path(7), [2, 2]))[3]).toBe(0)
}, 120_000)

it('is counted at the rate of the film, marked picture by picture, named by one hash, and its sound is as long', async () => {
  const full = await kit.picture('red.png', { width, height, colour: 'red' })
  const tone = await kit.tone('tone.wav', { seconds: 1, sampleRate: 48_000, channels: 2, level: 0.2 })
  const sounds = [{ path: tone, start: 0, length: 48_000, in: 0, speed: 100, levels: [{ at: 0, amplitude: 1 }] }]
  const half = { rate: { numerator: 25, denominator: 2 } }
  const base = planOf([picture(full, 0, 25)], half, { sounds, mark, startFrame: 50, metadata: { title: 'Film' } })
  const plan: RenderPlan = { ...base, encoding: { ...base.encoding, audio: { codec: 'pcm', kilobits: null } } }
  const { film, path, frames } = await written(plan)
  expect(frames.count).toBe(13)
  const files = await Promise.all(Array.from({ length: 13 }, async (_, at) => readFile(path(at))))
  expect(frames.sizeBytes).toBe(files.reduce((sum, { length }) => sum + length, 0))
  expect(frames.sha256).toBe(createHash('sha256').update(Buffer.concat(files)).digest('hex'))
  for (const png of files) {
    expect(png.includes('trainedAlgorithmicMedia')).toBe(true)
    expect(png.toString('latin1', png.length - 8, png.length - 4)).toBe('IEND')
  }
  await writeFramesSound(plan, film, kit.file('sound.wav'), { ffmpeg: kit.ffmpeg, signal })
  const { streams: [stream], format } = await ffprobe(kit.file('sound.wav'))
  expect(stream).toMatchObject({ codec_name: 'pcm_s24le', sample_rate: '48000', channels: 2, duration: '1.000000' })
  expect(format.tags).toMatchObject({ title: 'Film', time_reference: '96000' })
  expect((await readFile(kit.file('sound.wav'))).includes('trainedAlgorithmicMedia')).toBe(true)
}, 120_000)

it('is broken off between two pictures, and refuses a film that is cut off', async () => {
  const full = await kit.picture('blue.png', { width, height, colour: 'blue' })
  const { film } = await written(planOf([picture(full, 0, 5)], {}))
  const folder = kit.file('stopped')
  await mkdir(folder)
  const stop = new AbortController()
  const writing = writeFrames(film, {
    pathOf(at) {
      if (at === 2)
        stop.abort(new Error('stopped'))
      return join(folder, `${at}.png`)
    },
    mark: null,
    signal: stop.signal,
  })
  await expect(writing).rejects.toThrow('stopped')
  expect((await readdir(folder)).length).toBe(3)
  const bytes = await readFile(film)
  const at = bytes.indexOf('IEND')
  bytes.write('IEXX', at, 'latin1')
  await writeFile(film, bytes)
  const again = writeFrames(film, { pathOf: number => join(folder, `again-${number}.png`), mark: null, signal })
  await expect(again).rejects.toThrow('not a complete PNG')
}, 60_000)
