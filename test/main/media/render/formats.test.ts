/**
 * Every kind of file is what it says: ffprobe, mediainfo, melt and Chromium agree on codecs, size, rate, length, colours, tags and
 * chapters.
 *
 * @module-tag all
 */
import type { Preset } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Ffprobed, Sources } from '../../../kit/every-preset.ts'
import type { MediaKit } from '../../../kit/media.ts'
import type { Facts, FormatRow } from './delivery-formats.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitsFormat } from '#rules/deliver/formats.ts'
import { presets } from '#rules/deliver/presets.ts'
import {
  chapters,
  coloursOf,
  cutFrame,
  exiftool,
  ffprobe,
  filmFrames,
  isInstalled,
  makeSources,
  mediainfo,
  melt,
  planOf,
  playedByChromium,
  render,
  small,
  soxi,
  tags,
} from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'
import {
  aspects,
  formatsPage,
  readByChromium,
  readByExiftool,
  readByFfprobe,
  readByMediainfo,
  readByMelt,
  readBySox,
  written,
} from './delivery-formats.ts'

function kindOf({ format, video, audio }: Preset): string {
  // Its sound is a file of its own.
  if (format === 'frames')
    return 'frames png'
  return [format, video?.codec, ...video?.bits === 10 ? ['10 bit'] : [], video?.light, audio?.codec].filter(Boolean).join(' ')
}
/** Faster than the sequence, and slower by a broken number; film-rate.test.ts proves the rule for all. */
const rates: Record<string, FrameRate> = {
  'mp4 hevc aac': { numerator: 60, denominator: 1 },
  'mov prores pcm': { numerator: 24_000, denominator: 1001 },
}
/** One of each kind of file: presets that differ in size and loudness alone are alike here. */
const kinds = [...Map.groupBy(presets, kindOf)].map(([kind, [of]]) => {
  const preset = small(of!) // a group has one
  const audio = preset.format === 'frames' ? null : preset.audio
  const video = preset.video && { ...preset.video, rate: rates[kind] ?? preset.video.rate }
  return { kind, preset: { ...preset, audio, loudness: null, video } }
})
const fileTags = { title: tags.title, chapters: chapters.map(({ startFrame, title }) => `${startFrame / 25} ${title}`) }

let kit: MediaKit
let sources: Sources
interface Delivered extends FormatRow {
  readonly path: string
  readonly frames: number
  readonly colours: readonly string[]
  readonly probed: Ffprobed
}
/** Programs that are not installed here. */
const missing: string[] = []
let delivered: ReadonlyMap<string, Delivered>

beforeAll(async () => {
  kit = await openMediaKit()
  sources = await makeSources(kit)
  const films = await Promise.all(kinds.map(async ({ preset }) => ({ preset, ...await render(planOf(preset, sources), kit) })))
  const paths = films.map(({ path }) => path)
  const asSeries = films.map(({ path, series }) => series ?? path)
  // No ffmpeg before version 8 decodes animated WebP.
  const seen = films.flatMap(({ preset }, at) =>
    preset.video && preset.format !== 'webp' ? [{ ...preset.video, path: asSeries[at]! }] : [])
  const programs = ['ffprobe', 'mediainfo', 'melt', 'exiftool', 'soxi']
  const has = new Map(await Promise.all(programs.map(async name => [name, await isInstalled(name)] as const)))
  missing.push(...programs.filter(name => !has.get(name)))
  const [probed, tracks, opened, played, colours, told, heard] = await Promise.all([
    ...[Promise.all(asSeries.map(ffprobe)), has.get('mediainfo') ? mediainfo(paths) : [], has.get('melt') ? melt(asSeries) : []] as const,
    ...[playedByChromium(films), coloursOf(seen, kit)] as const,
    ...[has.get('exiftool') ? exiftool(paths) : [], has.get('soxi') ? soxi(paths) : []] as const,
  ])
  delivered = new Map(films.map(({ preset, path, report: { frames } }, at) => {
    const shown = colours[seen.findIndex(each => each.path === asSeries[at])] ?? []
    const row: Delivered = {
      ...{ preset, path, frames, colours: shown, probed: probed[at]!, written: written(preset, fileTags) },
      presetIds: presets.filter(each => kindOf(each) === kindOf(preset)).map(({ id }) => id),
      read: {
        ...{ ffprobe: readByFfprobe(probed[at]!, preset), mediainfo: readByMediainfo(tracks[at] ?? [], preset) },
        melt: readByMelt(opened[at] ?? null),
        ...{ exiftool: readByExiftool(told[at] ?? null, preset), sox: readBySox(heard[at] ?? null, preset) },
        Chromium: readByChromium(played[at]!, preset),
      },
      decoded: preset.video && shown.length > 0,
    }
    return [kindOf(preset), row]
  }))
}, 300_000)
afterAll(() => kit.close())

/** https://developers.google.com/speed/webp/docs/riff_container#extended_file_format */
async function webpSize(path: string): Promise<number[]> {
  const bytes = await readFile(path)
  expect(bytes.toString('latin1', 12, 16)).toBe('VP8X')
  return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)]
}

describe.each(kinds)('$kind', ({ kind, preset: { format, video, audio } }) => {
  it('is read alike by the programs that there are', async () => {
    const { path, read, written: asked, probed, frames, colours } = delivered.get(kind)!
    const told = (facts: Facts): Facts => Object.fromEntries(aspects.flatMap(aspect =>
      facts[aspect] === undefined || asked[aspect] === undefined ? [] : [[aspect, facts[aspect]]]))
    for (const facts of Object.values(read))
      expect(asked).toMatchObject(told(facts))
    expect(read.ffprobe!.sound !== undefined).toBe(audio !== null)
    if (!missing.includes('mediainfo'))
      expect(read.mediainfo!.sound !== undefined).toBe(audio !== null)
    expect(probed.streams.filter(each => each.codec_type === 'video')).toHaveLength(video ? 1 : 0)
    if (format === 'webp')
      expect(await webpSize(path)).toEqual([video!.width, video!.height])
    if (audio && format !== 'mxf') {
      const all = { ...probed.format.tags, ...format === 'opus' ? probed.streams[0]?.tags : {} }
      expect(Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]))).toMatchObject(tags)
    }
    const rate = video?.rate ?? { numerator: 25, denominator: 1 }
    expect(frames).toBe(format === 'png' || format === 'jpeg' ? 1 : Math.ceil(filmFrames * rate.numerator / rate.denominator / 25))
    // The frame that begins with the cut or is the next to begin.
    const firstBlue = Math.ceil(cutFrame * rate.numerator / rate.denominator / 25)
    expect(colours).toEqual(Array.from({ length: video && format !== 'webp' ? frames : 0 }, (_, at) => at < firstBlue ? 'red' : 'blue'))
  })
})

it('the page about them says what was found', async ({ skip }) => {
  skip(missing.length > 0, `without ${missing.join(', ')} there is less to say`)
  await expect(formatsPage([...delivered.values()])).toMatchFileSnapshot('../../../../resources/delivery-formats.md')
})

it('h.265 is tagged as Apple reads it, and every preset of the studio is a file that exists', () => {
  expect(delivered.get('mp4 hevc aac')?.probed.streams[0]?.codec_tag_string).toBe('hvc1')
  expect(presets.filter(preset => !fitsFormat(preset))).toEqual([])
})
