import type { RenderPlan, RenderSound } from '../../../../src-main/media/plan/render-plan.ts'
/**
 * An audiobook for shops: each chapter in a file with room tone, in the form and at the loudness that they take, or told where it cannot
 * be.
 *
 * @module-tag all
 */
import type { BookPlan } from '../../../../src-main/media/render/book.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shopProblems } from '#rules/deliver/shop.ts'
import { shopText } from '#rules/text/shop-text.ts'
import { renderBook, sampleOf } from '../../../../src-main/media/render/book.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle } from '../../../kit/plain-plan.ts'

const run = promisify(execFile)
let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const chapterSeconds = 6
const signal = new AbortController().signal

/** Syllables with pauses, as loud and as noisy as told, and single peaks of so much. */
interface Voice { readonly level?: number, readonly noise?: number, readonly peaks?: number }
async function speech(name: string, { level = 0.2, noise = 0, peaks = 0 }: Voice = {}): Promise<string> {
  const syllables = `${level}*sin(2*PI*180*t)*max(0,sin(2*PI*2*t))*gt(mod(t,3),0.8)`
  const wave = `${syllables}+${noise}*(random(0)*2-1)+${peaks}*eq(mod(n,24000),12000)*gt(mod(t,3),0.9)`
  return kit.make(name, ['-f', 'lavfi', '-i', `aevalsrc=exprs='${wave}':s=48000:d=${chapterSeconds}`, '-c:a', 'pcm_s24le'])
}
function spoken(path: string, at: number): RenderSound {
  const length = chapterSeconds * 48_000
  return { path, start: at * length, length, in: 0, speed: 100, levels: [{ at: 0, amplitude: 1 }] }
}

function planOf(sounds: readonly RenderSound[], chapters: number): RenderPlan {
  return {
    ...{ width: 64, height: 36, rate: { numerator: 25, denominator: 1 }, durationFrames: chapters * chapterSeconds * 25 },
    ...{ background: '#000000', ...fromSingle([]), sounds },
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: { targetLufs: -19, truePeakDbtp: -3 } },
    ...{ encoding: { format: 'mp3', video: null, audio: { codec: 'mp3', kilobits: 192, sampleRate: 44_100, channels: 1 } } },
    ...{ chapters: [], metadata: { title: 'The lighthouse', artist: 'Ann' } },
  }
}
function bookOf(titles: readonly string[], has: Partial<BookPlan> = {}): BookPlan {
  const frames = chapterSeconds * 25
  const files = titles.map((title, at) => ({ file: `${at} ${title}.mp3`, title, startFrame: at * frames, frames }))
  return { files, isLevelled: true, channels: 1, ...has }
}
let made = 0
async function book(sounds: readonly RenderSound[], of: BookPlan) {
  const folder = kit.file(`book-${made++}`)
  const { files } = await renderBook(planOf(sounds, of.files.length), of, { folder, ffmpeg: kit.ffmpeg, signal })
  return { files, folder }
}

describe('three chapters, one quiet, one loud, one with peaks', () => {
  it.each([1, 2] as const)('are what shops take, in %i channel(s)', async (channels) => {
    const sounds = await Promise.all([
      speech('quiet.wav', { level: 0.01 }),
      speech('loud.wav', { level: 0.9 }),
      speech('peaks.wav', { level: 0.08, peaks: 0.9 }),
    ])
    const { files, folder } = await book(sounds.map(spoken), bookOf(['Opening credits', 'One', 'Closing credits'], { channels }))
    for (const file of files) {
      const path = join(folder, file.name)
      expect(shopProblems(file), JSON.stringify(file)).toEqual([])
      const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path])
      const { streams: [stream], format } = JSON.parse(stdout)
      expect(stream).toMatchObject({ codec_name: 'mp3', sample_rate: '44100', channels, bit_rate: '192000' })
      expect(format.tags).toMatchObject({ album: 'The lighthouse', artist: 'Ann', track: expect.stringMatching(/^\d\/3$/) })
      // Independently of what is told: all samples, and the room tone at both ends.
      const { stdout: raw } = await kit.ffmpeg.run(['-i', path, '-af', 'pan=mono|c0=c0', '-ar', '48000', '-f', 'f32le', '-'])
      const left = new Float32Array(new Uint8Array(raw).buffer)
      const rms = (from: number, to: number): number =>
        10 * Math.log10(left.subarray(from, to).reduce((sum, sample) => sum + sample ** 2, 0) / (to - from))
      expect(rms(0, left.length)).toBeCloseTo(file.rmsDb!, 0)
      expect(rms(0, left.length)).toBeGreaterThan(-23)
      expect(rms(0, left.length)).toBeLessThan(-18)
      for (const [from, to] of [[4800, 24_000], [left.length - 90_000, left.length - 9600]] as const) {
        expect(rms(from, to)).toBeLessThan(-60)
        expect(rms(from, to), 'no digital silence').toBeGreaterThan(-80)
      }
      expect(file.seconds).toBeLessThan(chapterSeconds + 3.5)
    }
    const hasMediainfo = await run('mediainfo', ['--Version']).then(() => true, () => false)
    if (hasMediainfo) {
      const { stdout } = await run('mediainfo', ['--Output=JSON', join(folder, files[1]!.name)])
      const { media: { track } } = JSON.parse(stdout)
      expect(track.find((each: Record<string, string>) => each['@type'] === 'Audio')).toMatchObject({ BitRate_Mode: 'CBR' })
    }
  })
})

it('noise that no gain removes is told, and so is what was not to be levelled', async () => {
  const noisy = await speech('noisy.wav', { level: 0.2, noise: 0.02 })
  const { files: [file] } = await book([spoken(noisy, 0)], bookOf(['One']))
  expect(shopProblems(file!)).toEqual(['noisy'])
  const report = shopText('Book', { files: [file!], sample: null, cover: { width: 1000, height: 1000 } })
  expect(report).toMatch(/NOT {2}0 One\.mp3[\s\S]*noise floor above[\s\S]*The cover has 1000 × 1000/)
  const sounds = [await speech('soft.wav', { level: 0.02 }), await speech('loud.wav', { level: 0.9 })]
  const { files } = await book(sounds.map(spoken), bookOf(['One', 'Two'], { isLevelled: false }))
  expect(files.map(({ gainDb }) => gainDb)[0]).toBe(files[1]!.gainDb)
  expect(shopProblems(files[0]!)).toContain('too-quiet')
})

it('a chapter in which nothing is heard is only room tone, and is told', async () => {
  const { files: [one, two] } = await book([spoken(await speech('one.wav'), 0)], bookOf(['One', 'Two']))
  expect(shopProblems(one!)).toEqual([])
  expect(shopProblems(two!)).toContain('too-quiet')
})

it('the sample begins after the opening credits and is as long as shops take', () => {
  const rate = { numerator: 25, denominator: 1 }
  const at = (minutes: number): number => minutes * 60 * 25
  const chapters = [0, 1, 20].map((minutes, index) => ({ file: `${index}.mp3`, title: '', startFrame: at(minutes), frames: 1 }))
  expect(sampleOf(chapters, { rate, durationFrames: at(30) })).toEqual({ startFrame: at(1), frames: at(3) })
  expect(sampleOf(chapters.slice(0, 1), { rate, durationFrames: at(2) })).toEqual({ startFrame: 0, frames: at(2) })
  expect(sampleOf([], { rate, durationFrames: at(2) })).toBeNull()
})
