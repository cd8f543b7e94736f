/**
 * Segments become the same file whether ffmpeg looks at their frames or goes by their headers; a join that fails says why.
 *
 * @module-tag all
 */
import type { Format, VideoCodec } from '#contract/presets.ts'
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formats } from '#rules/deliver/formats.ts'
import { pictureForm } from '#rules/deliver/picture-form.ts'
import { FfmpegError } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import { encoderArgs, segmentMuxer, softwareEncoders } from '../../../../src-main/media/picture/picture-encoders.ts'
import { joinInto, joinParts } from '../../../../src-main/media/render/join-parts.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 256, height: 144 }
const rate = { numerator: 25, denominator: 1 }
const signal = new AbortController().signal
const segments = ['segment-0.mp4', 'segment-1.mp4', 'segment-2.mp4'].map(file => ({ file, frames: 20 }))
const quality = 'standard'

function planOf(format: Format, codec: VideoCodec): RenderPlan {
  const encoding = onlyEncoding(size)
  return {
    ...{ ...size, rate, durationFrames: 60, background: '#000000' },
    ...fromSingle([]),
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    encoding: { ...encoding, format, video: { ...encoding.video!, codec }, audio: null },
    ...{ chapters: [], metadata: { title: 'A film' } },
  }
}

/** Twenty frames each, as a delivery encodes them; none where this ffmpeg has no such encoder. */
async function makeSegments(name: string, codec: VideoCodec): Promise<string | null> {
  const encoder = softwareEncoders[codec].find(each => kit.ffmpeg.encoders.has(each))
  if (encoder === undefined)
    return null
  const folder = kit.file(name)
  await mkdir(folder)
  const encoded = encoderArgs({ name: encoder, quality, form: pictureForm({ codec }) }, { ...size, rate, threads: 1 })
  const form = ['-video_track_timescale', '25000', '-f', segmentMuxer({ name: encoder, quality })]
  const pieces = segments.map((_, at) => `[s${at}]trim=start_frame=${at * 20}:end_frame=${at * 20 + 20},setpts=N/25/TB[v${at}]`)
  const split = `testsrc2=s=${size.width}x${size.height}:r=25:d=2.4,split=3${segments.map((_, at) => `[s${at}]`).join('')}`
  await kit.ffmpeg.run([
    ...['-y', '-filter_complex', [split, ...pieces].join(';')],
    ...segments.flatMap(({ file }, at) => ['-map', `[v${at}]`, ...encoded, ...form, join(folder, file)]),
  ])
  return folder
}
const made = new Map<VideoCodec, Promise<string | null>>()
/** Those of a codec, for all of its formats. */
function segmentsOf(codec: VideoCodec): Promise<string | null> {
  const folder = made.get(codec) ?? makeSegments(codec, codec)
  made.set(codec, folder)
  return folder
}

/** Joins them, and counts the commands that it took. */
async function joined(plan: RenderPlan, folder: string): Promise<{ bytes: Buffer, commands: readonly (readonly string[])[] }> {
  const commands: (readonly string[])[] = []
  const ffmpeg: MediaKit['ffmpeg'] = {
    ...kit.ffmpeg,
    run(args, options) {
      commands.push(args)
      return kit.ffmpeg.run(args, options)
    },
  }
  const part = join(folder, `joined.${plan.encoding.format}`)
  await joinParts(plan, { segments, sound: null }, part, { folder, ffmpeg, signal })
  return { bytes: await readFile(part), commands }
}

const films = (['mp4', 'mov', 'webm', 'mkv'] as const).flatMap(format => formats[format].video.map(codec =>
  ({ format, codec, looks: !['h264', 'hevc', 'av1'].includes(codec) || format === 'webm' || format === 'mkv' })))

it.for(films)('$codec in $format, with a look at the frames: $looks', async ({ format, codec, looks }, { skip }) => {
  const plan = planOf(format, codec)
  const folder = await segmentsOf(codec)
  if (folder === null)
    return skip(`this ffmpeg does not encode ${codec}`)
  const { bytes, commands } = await joined(plan, folder)
  expect(commands.map(args => args.includes('-codec_whitelist'))).toEqual([!looks])
  // Matroska gives each file a number of its own.
  if (looks)
    return
  const aloud = join(folder, `aloud.${format}`)
  await kit.ffmpeg.run([...await joinInto(plan, folder, { segments, sound: null }), aloud], { cwd: folder })
  expect(bytes.equals(await readFile(aloud))).toBe(true)
})

it('where it cannot begin, the file is named', async () => {
  const plan = planOf('mp4', 'h264')
  const folder = await makeSegments('missing', 'h264') ?? ''
  await rm(join(folder, 'segment-0.mp4'))
  const joining = joinParts(plan, { segments, sound: null }, join(folder, 'joined.mp4'), { folder, ffmpeg: kit.ffmpeg, signal })
  await expect(joining).rejects.toThrow(FfmpegError)
  await expect(joining).rejects.toMatchObject({ stderr: expect.stringContaining('segment-0.mp4') })
})
