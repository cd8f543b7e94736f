/**
 * What players and shops sort files by: languages of captions in each container, and that an audiobook is one.
 *
 * @module-tag wide
 */
import type { Format } from '#contract/presets.ts'
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kindTags } from '#rules/deliver/sound-tags.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { readWavLayout } from '../../../../src-main/media/wav.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle } from '../../../kit/plain-plan.ts'

const run = promisify(execFile)
let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 64, height: 36 }
const video = { codec: 'h264', ...size, rate: null, quality: 'small', encoder: 'software' } as const
const plan: RenderPlan = {
  ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: 25, background: '#204060', ...fromSingle([]), sounds: [] },
  ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, chapters: [], metadata: {} },
  encoding: { format: 'mp4', video, audio: { codec: 'aac', kilobits: 96 } },
}

const languages = [
  ...['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru', 'ja', 'ko', 'zh-Hans', 'yue', 'ar', 'he', 'hi', 'id', 'ms', 'th'],
  ...['vi', 'tr', 'uk', 'pl', 'hr', 'is', 'fa', 'el', 'nb', 'cy'],
]
/** QuickTime and ISO 639-2 B have other names for some. */
const alike: Readonly<Record<string, string>> = {
  ...{ ger: 'deu', chi: 'zho', yue: 'zho', dut: 'nld', gre: 'ell', per: 'fas' },
  ...{ may: 'msa', wel: 'cym', ice: 'isl', hr: 'hrv', nob: 'nor' },
}
const told = (code: string): string => alike[code.trim()] ?? code.trim()

it.each(['mp4', 'mov', 'mkv'] as const)('%s says the language of each caption track', async (format: Format) => {
  const srt = kit.file('words.srt')
  await writeFile(srt, '1\n00:00:00,000 --> 00:00:00,900\nwords\n')
  const tracks = languages.map(language => ({ path: srt, language, name: '' }))
  const film = kit.file(`languages.${format}`)
  const captions = { mode: 'soft', assPath: null, fontsDir: null, tracks } as const
  await renderPlan({ ...plan, encoding: { ...plan.encoding, format }, captions }, film, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const asked = ['-select_streams', 's', '-show_entries', 'stream_tags=language', '-of', 'csv=p=0']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...asked, film])
  expect(stdout.trim().split('\n').map(told)).toEqual([
    ...['eng', 'deu', 'fra', 'spa', 'ita', 'nld', 'por', 'rus', 'jpn', 'kor', 'zho', 'zho', 'ara', 'heb', 'hin', 'ind', 'msa', 'tha'],
    ...['vie', 'tur', 'ukr', 'pol', 'hrv', 'isl', 'fas', 'ell', 'nor', 'cym'],
  ])
})

it('an audiobook says that it is one, also where nothing else is filled in', async () => {
  const book = kit.file('book.m4b')
  const encoding = { format: 'm4b', video: null, audio: { codec: 'aac', kilobits: 64 } } as const
  const metadata = { title: 'A book', ...kindTags('m4b') }
  await renderPlan({ ...plan, encoding, metadata }, book, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format_tags', '-of', 'json', book])
  expect(JSON.parse(stdout)).toMatchObject({ format: { tags: { major_brand: 'M4B ', media_type: '2', title: 'A book' } } })
})

it.each([
  ['25', { numerator: 25, denominator: 1 }, 25 * 3661 + 7, '01:01:01:07'],
  ['29.97', { numerator: 30_000, denominator: 1001 }, 30 * 61 + 5, '00:01:01;07'],
  ['59.94', { numerator: 60_000, denominator: 1001 }, 3600, '00:01:00;04'],
  ['23.976', { numerator: 24_000, denominator: 1001 }, 24 * 60, '00:01:00:00'],
  ['12.5', { numerator: 25, denominator: 2 }, 10, undefined],
] as const)('mOV at %s has a track of timecode from the place in its sequence, where there is one', async (_, rate, startFrame, code) => {
  const film = kit.file(`timecode-${startFrame}.mov`)
  const audio = { codec: 'pcm', kilobits: null } as const
  const encoding = { format: 'mov', video: { ...video, codec: 'prores' }, audio } as const
  await renderPlan({ ...plan, rate, startFrame, encoding }, film, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', film])
  const { streams } = JSON.parse(stdout) as { streams: { codec_type: string, codec_tag_string: string, tags?: Record<string, string> }[] }
  expect(streams.find(({ codec_tag_string }) => codec_tag_string === 'tmcd')?.tags?.timecode).toBe(code)
  expect(streams.map(({ codec_type }) => codec_type).slice(0, 2)).toEqual(['video', 'audio'])
})

it.each([44_100, 48_000] as const)('wAV at %i Hz is a broadcast wave that knows its place', async (sampleRate) => {
  const path = kit.file(`broadcast-${sampleRate}.wav`)
  const encoding = { format: 'wav', video: null, audio: { codec: 'pcm', kilobits: null, sampleRate } } as const
  const metadata = { title: 'Sturm – one', creation_time: '2026-11-27T01:02:03.000Z' }
  await renderPlan({ ...plan, startFrame: 250, encoding, metadata }, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const bytes = await readFile(path)
  const at = bytes.indexOf('bext') + 8
  const text = (from: number, length: number): string => bytes.toString('latin1', at + from, at + from + length).replace(/\0+$/, '')
  expect([text(0, 256), text(256, 32), text(320, 10), text(330, 8)]).toEqual(['Sturm ? one', 'Takeroom', '2026-11-27', '01:02:03'])
  expect(Number(bytes.readBigUInt64LE(at + 338))).toBe(10 * sampleRate)
  expect((await readWavLayout(path)).frames).toBe(sampleRate)
})
