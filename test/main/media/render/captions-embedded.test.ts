/** Captions of several languages inside a film, as ffprobe and mediainfo list them: their languages, names and flags. */
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { onlyEncoding } from '../../../kit/plain-plan.ts'

const run = promisify(execFile)

it('each language is a track with its name; the flags are those that were chosen; the mark and the chapters are next to them', async () => {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const languages = [['en', 'English', 'The light burns.'], ['zh-Hans', '简体中文', '灯塔的光还在。'], ['de', 'Schilder', 'Hafen']] as const
  for (const [language, , words] of languages)
    await writeFile(kit.file(`${language}.srt`), `1\n00:00:00,200 --> 00:00:01,000\n${words}\n`)
  const tracks = languages.map(([language, name]) =>
    ({ path: kit.file(`${language}.srt`), language, name, isShown: language === 'zh-Hans', isForced: language === 'de' }))
  const size = { width: 64, height: 36 }
  const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
  const plan: RenderPlan = {
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: 30, background: '#000000', loudness: null },
    ...{ pictures: [], stretches: [], sounds: [], chapters: [], metadata: {}, encoding: onlyEncoding(size) },
    captions: { mode: 'soft', assPath: null, fontsDir: null, tracks },
    mark: { sourceType, note: 'AI-generated', title: 'Film' },
  }
  const path = kit.file('film.mp4')
  await renderPlan(plan, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })

  const probed = await run('ffprobe', ['-v', 'error', '-select_streams', 's', '-show_streams', '-of', 'json', path])
  const { streams } = JSON.parse(probed.stdout) as {
    streams: { codec_name: string, disposition: Record<string, number>, tags: Record<string, string> }[]
  }
  expect(streams.map(({ codec_name, disposition, tags }) =>
    [codec_name, tags.language, tags.handler_name, disposition.default, disposition.forced])).toEqual([
    ['mov_text', 'eng', 'English', 0, 0],
    ['mov_text', 'zho', '简体中文', 1, 0],
    ['mov_text', 'deu', 'Schilder', 0, 1],
  ])
  const { stdout } = await run('mediainfo', ['--Output=JSON', path])
  const { media } = JSON.parse(stdout) as { media: { track: Record<string, string>[] } }
  const texts = media.track.filter(track => track['@type'] === 'Text')
  expect(texts.map(({ Language, Title, Format }) => [Language, Title, Format])).toEqual([
    ['en', 'English', 'Timed Text'],
    ['zh', '简体中文', 'Timed Text'],
    ['de', 'Schilder', 'Timed Text'],
  ])
  const words = await kit.ffmpeg.run(['-i', path, '-map', '0:s:1', '-f', 'srt', '-'])
  expect(words.stdout.toString()).toContain('灯塔的光还在。')
  const marked = await run('exiftool', ['-s3', '-XMP:DigitalSourceType', path])
  expect(marked.stdout.trim()).toBe(sourceType)
})
