/**
 * What ffmpeg has no option for: languages that QuickTime has no number of, and how long Matroska and WebM last, and when their sound
 * begins.
 *
 * @module-tag all
 */
import type { AudioSettings, Format, VideoCodec } from '#contract/presets.ts'
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presetById } from '#rules/deliver/presets.ts'
import { packedLanguage } from '../../../../src-main/media/render/complete-file.ts'
import { ffprobe, mediainfo, playedByChromium, render } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { soundFromSamples } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 64, height: 36 }

function planOf(format: Format, codec: VideoCodec, audio: AudioSettings | null, frames: number): RenderPlan {
  return {
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: frames, background: '#000000', pictures: [], stretches: [] },
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, chapters: [], metadata: {} },
    encoding: { format, video: { codec, ...size, rate: null, quality: 'small', encoder: 'software' }, audio },
  }
}

it('captions in MOV keep their language, whether QuickTime has a number of it or not', async () => {
  const languages = ['gl', 'sr-Latn', 'de', 'cy', 'zh-Hans', ''] as const
  await writeFile(kit.file('words.srt'), '1\n00:00:00,200 --> 00:00:00,800\nWords\n')
  const tracks = languages.map(language => ({ path: kit.file('words.srt'), language, name: '' }))
  const plan = planOf('mov', 'h264', { codec: 'aac', kilobits: 128 }, 25)
  const { path } = await render({ ...plan, captions: { mode: 'soft', assPath: null, fontsDir: null, tracks } }, kit)
  const { streams } = await ffprobe(path)
  expect(streams.filter(({ codec_type }) => codec_type === 'subtitle').map(({ tags }) => tags?.language))
    .toEqual(['glg', 'srp', 'ger', 'cym', 'chi', undefined])
  const [read] = await mediainfo([path, path]).catch(() => [null])
  if (read) {
    expect(read.filter(track => track['@type'] === 'Text').map(({ Language }) => Language))
      .toEqual(['gl', 'sr', 'de', 'cy', 'zh-tw', undefined])
  }
})

it('a language is packed as ISO 14496-12 says', () => {
  expect(packedLanguage('und')).toBe(0x55C4)
  expect(packedLanguage('glg')).toBe(0x1D87)
})

const kinds: readonly (readonly [Format, VideoCodec, AudioSettings])[] = [
  ['webm', 'vp9', { codec: 'opus', kilobits: 128 }],
  ['mkv', 'h264', { codec: 'opus', kilobits: 128 }],
  ['mkv', 'vp9', { codec: 'mp3', kilobits: 192 }],
  ['mkv', 'vp9', { codec: 'mp3', kilobits: 192, sampleRate: 44_100, channels: 1 }],
  ['mkv', 'h264', { codec: 'aac', kilobits: 128 }],
  ['mkv', 'h264', { codec: 'flac', kilobits: null }],
]

describe.each(kinds)('%s with %s and %o', (format, codec, audio) => {
  it.each([25, 61])('lasts as long as its %i pictures, and its sound comes at its time', async (frames) => {
    const beep = await kit.make(`beep-${frames}.wav`, ['-f', 'lavfi', '-i', `aevalsrc='if(lt(t,0.5),0,sin(2*PI*1000*t)*0.5)':d=${frames / 25}:s=48000,aformat=channel_layouts=stereo`])
    const whole = { startSample: 0, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 }
    const sounds = [soundFromSamples({ path: beep, ...whole })]
    const { path } = await render({ ...planOf(format, codec, audio, frames), sounds }, kit)
    const probed = await ffprobe(path)
    expect(Number(probed.format.duration)).toBeCloseTo(frames / 25, 3)
    expect(probed.streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({ start_pts: 0 })
    const [read] = await mediainfo([path, path]).catch(() => [null])
    if (read)
      expect(Number(read.find(track => track['@type'] === 'General')?.Duration)).toBeCloseTo(frames / 25, 3)
    const sound = ['-copyts', '-i', path, '-map', '0:a', '-af', 'aresample=48000,ashowinfo', '-ac', '1', '-f', 'f32le', '-']
    const { stdout, stderr } = await kit.ffmpeg.run(sound)
    const first = Number(/ pts_time:(\S+)/.exec(stderr)?.[1])
    const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
    const begin = first + samples.findIndex(value => Math.abs(value) > 0.1) / 48_000
    // Matroska counts in milliseconds, and a lossy codec smears a beginning a little.
    expect(Math.abs(begin - 0.5)).toBeLessThan(0.003)
    if (format === 'webm') {
      const [played] = await playedByChromium([{ path, preset: { ...presetById('webm-1080')! } }])
      // Once all is loaded, Chromium tells the end of the last packet, whose beginning is rounded to a millisecond.
      expect(Math.abs((played?.seconds ?? 0) - frames / 25)).toBeLessThan(0.0015)
    }
  })
})
