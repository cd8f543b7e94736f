/**
 * A film has a constant frame rate however short its segments are: each packet's times, the average rate, and what mediainfo says of it.
 *
 * @module-tag all
 */
import type { Format, VideoCodec } from '#contract/presets.ts'
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { link, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formats } from '#rules/deliver/formats.ts'
import { pictureForm } from '#rules/deliver/picture-form.ts'
import { encoderArgs, segmentMuxer, softwareEncoders } from '../../../../src-main/media/picture/picture-encoders.ts'
import { joinParts } from '../../../../src-main/media/render/join-parts.ts'
import { mediainfo } from '../../../kit/every-preset.ts'
import { isLong } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding } from '../../../kit/plain-plan.ts'

const run = promisify(execFile)
let kit: MediaKit
let hasMediainfo = false
beforeAll(async () => {
  kit = await openMediaKit()
  hasMediainfo = await run('mediainfo', ['--Version']).then(() => true, () => false)
})
afterAll(() => kit.close())

const size = { width: 256, height: 144 }
const signal = new AbortController().signal
const rates = [{ numerator: 25, denominator: 1 }, { numerator: 30_000, denominator: 1001 }]
type Rate = typeof rates[number]
type Film = readonly number[]
/** Each of the short ones at the start, in the middle and at the end, many in a row, and nothing else. */
const films: readonly Film[] = [
  ...[[1, 20, 2, 20, 3], [2, 20, 3, 20, 1], [3, 20, 1, 20, 2]],
  ...[[20, 1, 1, 1, 2, 1], [1, 1, 2, 1], Array.from<number>({ length: 90 }).fill(3)],
]

function planOf(format: Format, codec: VideoCodec, rate: Rate, durationFrames: number): RenderPlan {
  const encoding = onlyEncoding(size)
  return {
    ...{ ...size, rate, durationFrames, background: '#000000' },
    ...fromSingle([]),
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    encoding: { ...encoding, format, video: { ...encoding.video!, codec }, audio: null },
    ...{ chapters: [], metadata: {} },
  }
}

/** Segments of so many frames as a delivery encodes them. Null where this ffmpeg has no such encoder. */
async function makeSegments(codec: VideoCodec, rate: Rate): Promise<string | null> {
  const encoder = softwareEncoders[codec].find(each => kit.ffmpeg.encoders.has(each))
  if (encoder === undefined)
    return null
  const folder = kit.file(`${codec}-${rate.numerator}`)
  await mkdir(folder)
  const encoded = encoderArgs({ name: encoder, quality: 'standard', form: pictureForm({ codec }) }, { ...size, rate, threads: 1 })
  const ticks = rate.numerator < 1000 ? rate.numerator * 1000 : rate.numerator
  const r = `${rate.numerator}/${rate.denominator}`
  const muxer = segmentMuxer({ name: encoder, quality: 'standard' })
  // One ffmpeg writes all of them.
  await kit.ffmpeg.run([
    ...['-y', '-f', 'lavfi', '-i', `testsrc2=s=${size.width}x${size.height}:r=${r}`],
    ...[...new Set(films.flat())].flatMap((frames) => {
      const form = ['-frames:v', String(frames), '-r', r, '-video_track_timescale', String(ticks), '-f', muxer]
      return [...encoded, ...form, join(folder, `s${frames}.mp4`)]
    }),
  ])
  return folder
}

interface Probed {
  readonly packets: readonly { readonly pts: number, readonly dts?: number, readonly duration?: number }[]
  readonly streams: readonly [{ readonly avg_frame_rate: string, readonly r_frame_rate: string, readonly time_base: string }]
}
async function ffprobe(path: string): Promise<Probed> {
  // MOV has a track of timecode, too.
  const shown = ['-select_streams', 'v', '-show_packets', '-show_streams', '-of', 'json']
  return JSON.parse((await run('ffprobe', ['-v', 'error', ...shown, path])).stdout) as Probed
}

const steps = (times: readonly number[]): number[] => [...new Set(times.slice(1).map((time, at) => time - times[at]!))]

const pairs = rates.flatMap(rate => (['mp4', 'mov', 'webm', 'mkv', 'mxf'] as const).flatMap(format =>
  formats[format].video.map(codec => ({ format, codec, rate, fps: (rate.numerator / rate.denominator).toFixed(2) }))))
/**
 * With every format and codec each film is joined, at one of the rates, and over the pairs each film has every rate. `npm run test:long`
 * joins all of them at every rate.
 */
function filmsOf(pair: number): readonly Film[] {
  const [withCodec, withRate] = [pair % (pairs.length / rates.length), Math.floor(pair / (pairs.length / rates.length))]
  return isLong ? films : films.filter((_, at) => (at + withCodec) % rates.length === withRate)
}
const segments = new Map<string, Promise<string | null>>()

describe.for(pairs)('$codec in $format at $fps', (pair) => {
  const { format, codec, rate } = pair
  it('counts each frame, whatever the segments are', async ({ skip }) => {
    const key = `${codec} ${rate.numerator}`
    const making = segments.get(key) ?? makeSegments(codec, rate)
    segments.set(key, making)
    const folder = await making
    if (folder === null)
      return skip(`this ffmpeg does not encode ${codec}`)
    const { numerator, denominator } = rate
    const made = await Promise.all(filmsOf(pairs.indexOf(pair)).map(async (lengths) => {
      const frames = lengths.reduce((sum, each) => sum + each, 0)
      const path = join(folder, `film-${films.indexOf(lengths)}.${format}`)
      // Each in a folder of its own: a join writes its list there.
      const own = await mkdtemp(join(folder, 'join-'))
      await Promise.all([...new Set(lengths)].map(each => link(join(folder, `s${each}.mp4`), join(own, `s${each}.mp4`))))
      const joined = lengths.map(frames => ({ file: `s${frames}.mp4`, frames }))
      const tools = { folder: own, ffmpeg: kit.ffmpeg, signal }
      await joinParts(planOf(format, codec, rate, frames), { segments: joined, sound: null }, path, tools)
      return { frames, path, what: `${lengths.join(', ')} frames`, probed: await ffprobe(path) }
    }))
    for (const { frames, what, probed: { packets, streams: [stream] } } of made) {
      const shown = packets.map(({ pts }) => pts).sort((a, b) => a - b)
      if (format === 'webm' || format === 'mkv') {
        // It counts in milliseconds.
        expect(shown, what).toEqual(Array.from({ length: frames }, (_, at) => Math.round(at * denominator * 1000 / numerator)))
      }
      else {
        const [from, to] = stream.time_base.split('/').map(Number) as [number, number]
        const tick = denominator * to / numerator / from
        expect([shown.length, shown[0], steps(shown)], what).toEqual([frames, 0, [tick]])
        expect(steps(packets.map(({ dts }) => dts!)), what).toEqual([tick])
        expect(packets.filter(({ pts, dts, duration }) => pts < dts! || duration !== tick), what).toEqual([])
      }
      const [up, down] = stream.avg_frame_rate.split('/').map(Number) as [number, number]
      expect(up / down, what).toBeCloseTo(numerator / denominator, 2)
    }
    if (!hasMediainfo)
      return
    // Of a single file it says another form of JSON.
    const told = await mediainfo([...made.map(({ path }) => path), made[0]!.path])
    for (const [at, { frames, what }] of made.entries()) {
      const video = told[at]!.find(each => each['@type'] === 'Video')!
      // MXF has no other, and nothing is said of it.
      const mode = format === 'mxf' ? undefined : 'CFR'
      expect([video.FrameRate_Mode, video.FrameRate], what).toEqual([mode, (numerator / denominator).toFixed(3)])
      if (video.FrameCount !== undefined)
        expect(Number(video.FrameCount), what).toBe(frames)
    }
  })
})
