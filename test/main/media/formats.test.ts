/** Every kind of file is what it says: ffprobe, mediainfo and melt agree on codecs, size, rate, length, colours, tags and chapters. */
import type { Preset } from '#contract/presets.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { Sources } from './every-preset.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitsFormat } from '#rules/deliver/formats.ts'
import { presets } from '#rules/deliver/presets.ts'
import { openMediaKit } from '../../kit/media.ts'
import {
  chapters,
  coloursOf,
  cutFrame,
  ffprobe,
  filmFrames,
  makeSources,
  mediainfo,
  meltLength,
  planOf,
  render,
  small,
  tags,
} from './every-preset.ts'

let kit: MediaKit
let sources: Sources
beforeAll(async () => {
  kit = await openMediaKit()
  sources = await makeSources(kit)
})
afterAll(() => kit.close())

const kindOf = ({ format, video, audio }: Preset): string => [format, video?.codec, audio?.codec].filter(Boolean).join(' ')
/** One of each kind of file: presets that differ in size and loudness alone are alike here. */
const kinds = [...new Map(presets.toReversed().map(preset => [kindOf(preset), preset]))]
const encoding = (kind: string): Preset => new Map(kinds).get(kind)!

/** As ffprobe, and as mediainfo names them. */
const names: Record<string, readonly [string, string]> = {
  ...{ h264: ['h264', 'AVC'], hevc: ['hevc', 'HEVC'], av1: ['av1', 'AV1'], vp9: ['vp9', 'VP9'], prores: ['prores', 'ProRes'] },
  ...{ gif: ['gif', 'GIF'], webp: ['webp', 'WebP'], png: ['png', 'PNG'], jpeg: ['mjpeg', 'JPEG'] },
  ...{ aac: ['aac', 'AAC'], pcm: ['pcm_s24le', 'PCM'], flac: ['flac', 'FLAC'], mp3: ['mp3', 'MPEG Audio'], opus: ['opus', 'Opus'] },
}
const holdsTags = (format: string): boolean => !['gif', 'webp', 'png', 'jpeg'].includes(format)

/** https://developers.google.com/speed/webp/docs/riff_container#extended_file_format */
async function webpSize(path: string): Promise<number[]> {
  const bytes = await readFile(path)
  expect(bytes.toString('latin1', 12, 16)).toBe('VP8X')
  return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)]
}

describe.each(kinds)('%s', (_, preset) => {
  const { format, video, audio } = small(preset)

  it('is read alike by three programs', async () => {
    const { path, report } = await render(planOf({ ...small(preset), loudness: null }, sources), kit)
    const [probed, tracks] = await Promise.all([ffprobe(path), mediainfo(path)])
    const [all, ...others] = tracks
    const rate = video?.rate ?? { numerator: 25, denominator: 1 }
    const isStill = format === 'png' || format === 'jpeg'
    const frames = isStill ? 1 : Math.ceil(filmFrames * rate.numerator / rate.denominator / 25)
    expect(report.frames).toBe(frames)

    const pictures = probed.streams.filter(each => each.codec_type === 'video')
    const shown = others.find(each => each['@type'] === (video && ['gif', 'webp', 'png', 'jpeg'].includes(format) ? 'Image' : 'Video'))
    expect(pictures.map(each => each.codec_name)).toEqual(video ? [names[video.codec]![0]] : [])
    expect(shown?.Format).toBe(video ? names[video.codec]![1] : undefined)
    if (video) {
      // Neither looks into animated WebP.
      const sizes = format === 'webp'
        ? [await webpSize(path)]
        : [[pictures[0]!.width, pictures[0]!.height], [shown?.Width, shown?.Height].map(Number)]
      expect(sizes).toEqual(sizes.map(() => [video.width, video.height]))
    }
    if (video && audio) {
      expect(pictures[0]).toMatchObject({ avg_frame_rate: '25/1', color_space: 'bt709', color_transfer: 'bt709', color_primaries: 'bt709' })
      expect(pictures[0]).toMatchObject({ color_range: 'tv' })
      expect(shown).toMatchObject({ FrameRate: '25.000', FrameCount: '25', colour_primaries: 'BT.709', matrix_coefficients: 'BT.709' })
    }

    const sounds = probed.streams.filter(each => each.codec_type === 'audio')
    expect(sounds.map(({ codec_name, sample_rate, channels }) => [codec_name, sample_rate, channels]))
      .toEqual(audio ? [[names[audio.codec]![0], '48000', 2]] : [])
    expect(others.find(each => each['@type'] === 'Audio')?.Format).toBe(audio ? names[audio.codec]![1] : undefined)
    if (audio) {
      // Lossy codecs add part of a block of samples.
      const seconds = [Number(probed.format.duration), Number(all?.Duration)]
      expect(seconds.map(each => Math.abs(each - 1) < (format === 'mp3' ? 0.04 : 0.02))).toEqual([true, true])
      expect(Math.abs(await meltLength(path) ?? 0) - filmFrames).toBeOneOf([0, 1])
    }

    if (holdsTags(format)) {
      const written = Object.fromEntries(Object.entries({ ...probed.format.tags, ...format === 'opus' ? sounds[0]?.tags : {} })
        .map(([name, value]) => [name.toLowerCase(), value]))
      expect(written).toMatchObject(tags)
      // The tags of WAV do not say how their letters are written.
      expect(all?.Title).toEqual(format === 'wav' ? expect.any(String) : tags.title)
    }
    const hasChapters = holdsTags(format) && format !== 'wav'
    expect(probed.chapters.map(each => [Number(each.start_time), each.tags?.title]))
      .toEqual(hasChapters ? chapters.map(({ startFrame, title }) => [startFrame / 25, title]) : [])

    // No ffmpeg before version 8 decodes animated WebP; mediainfo read it above.
    if (video && format !== 'webp') {
      const colours = await coloursOf(path, video, kit)
      const firstBlue = Math.ceil(cutFrame * rate.numerator / rate.denominator / 25)
      expect(colours).toEqual(Array.from({ length: frames }, (_each, at) => at < firstBlue ? 'red' : 'blue'))
    }
  })
})

it('h.265 is tagged as Apple reads it, and every preset of the studio is a file that exists', async () => {
  const { path } = await render(planOf({ ...small(encoding('mp4 hevc aac')), loudness: null }, sources), kit)
  expect((await ffprobe(path)).streams[0]?.codec_tag_string).toBe('hvc1')
  expect(presets.filter(preset => !fitsFormat(preset))).toEqual([])
})

it.each([[24, 1], [30, 1], [50, 1], [60, 1], [24_000, 1001], [30_000, 1001]])('a film at %i/%i shows its cut on time', async (numerator, denominator) => {
  const preset = { ...small(encoding('mp4 h264 aac')), loudness: null }
  const rate = { numerator, denominator }
  const { path, report } = await render(planOf({ ...preset, video: { ...preset.video!, rate } }, sources), kit)
  const { streams } = await ffprobe(path)
  expect(streams[0]?.avg_frame_rate).toBe(`${numerator}/${denominator}`)
  expect(report.frames).toBe(Math.ceil(filmFrames * numerator / denominator / 25))
  const colours = await coloursOf(path, preset.video!, kit)
  // Within a frame of the film after the moment in the sequence.
  const moment = cutFrame / 25
  const shownAt = colours.indexOf('blue') * denominator / numerator
  expect(colours.length).toBe(report.frames)
  expect([shownAt >= moment - 1e-9, shownAt < moment + denominator / numerator]).toEqual([true, true])
})
