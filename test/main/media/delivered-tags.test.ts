/** What players and shops sort files by: languages of captions in each container, and that an audiobook is one. */
import type { Format } from '#contract/presets.ts'
import type { RenderPlan } from '../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../kit/media.ts'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kindTags } from '#rules/deliver/sound-tags.ts'
import { fromSingle } from '../../../src-main/media/plan/older-render-job.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { openMediaKit } from '../../kit/media.ts'

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

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru', 'ja', 'ko', 'zh-Hans', 'yue', 'ar', 'he', 'hi', 'id', 'ms', 'th', 'vi', 'tr', 'uk', 'pl', 'hr', 'is', 'fa', 'el', 'nb', 'cy']
/** QuickTime and ISO 639-2 B have other names for some. */
const alike: Readonly<Record<string, string>> = { ger: 'deu', chi: 'zho', yue: 'zho', dut: 'nld', gre: 'ell', per: 'fas', may: 'msa', wel: 'cym', ice: 'isl', hr: 'hrv', nob: 'nor' }
const told = (code: string): string => alike[code.trim()] ?? code.trim()

it.each(['mp4', 'mov', 'mkv'] as const)('%s says the language of each caption track', async (format: Format) => {
  const srt = kit.file('words.srt')
  await writeFile(srt, '1\n00:00:00,000 --> 00:00:00,900\nwords\n')
  const tracks = languages.map(language => ({ path: srt, language, name: '' }))
  const film = kit.file(`languages.${format}`)
  await renderPlan({ ...plan, encoding: { ...plan.encoding, format }, captions: { mode: 'soft', assPath: null, fontsDir: null, tracks } }, film, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 's', '-show_entries', 'stream_tags=language', '-of', 'csv=p=0', film])
  expect(stdout.trim().split('\n').map(told)).toEqual([
    ...['eng', 'deu', 'fra', 'spa', 'ita', 'nld', 'por', 'rus', 'jpn', 'kor', 'zho', 'zho', 'ara', 'heb', 'hin', 'ind', 'msa', 'tha', 'vie', 'tur'],
    ...['ukr', 'pol', 'hrv', 'isl', 'fas', 'ell', 'nor', 'cym'],
  ])
})

it('an audiobook says that it is one, also where nothing else is filled in', async () => {
  const book = kit.file('book.m4b')
  const encoding = { format: 'm4b', video: null, audio: { codec: 'aac', kilobits: 64 } } as const
  await renderPlan({ ...plan, encoding, metadata: { title: 'A book', ...kindTags('m4b') } }, book, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format_tags', '-of', 'json', book])
  expect(JSON.parse(stdout)).toMatchObject({ format: { tags: { major_brand: 'M4B ', media_type: '2', title: 'A book' } } })
})
