/**
 * What the form and preflight refuse is what the encoders refuse: each encodes the smallest, longest and narrowest size that is offered for
 * it, in each of its forms, and not the next one.
 *
 * @module-tag all
 */
import type { Format, VideoCodec, VideoSettings } from '#contract/presets.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VideoCodec as codecs, Format as formatNames } from '#contract/presets.ts'
import { encoderSizes, sizeProblem } from '#rules/deliver/encoder-sizes.ts'
import { fitsFormat, formats } from '#rules/deliver/formats.ts'
import { choosesAlpha, choosesLight, depthsOf, pictureForm, withFittingForm } from '#rules/deliver/picture-form.ts'
import { drawnInput } from '../../../../src-main/media/ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import { encoderArgs, isEncodedAtEnd, softwareEncoders } from '../../../../src-main/media/picture/picture-encoders.ts'
import { render } from '../../../kit/every-preset.ts'
import { spread } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

function planOf(format: Format, video: VideoSettings): RenderPlan {
  const frames = format === 'png' || format === 'jpeg' ? 1 : 3
  return {
    ...{ width: video.width, height: video.height, rate: { numerator: 25, denominator: 1 }, durationFrames: frames, background: '#808080' },
    ...{ pictures: [], stretches: [], sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] } },
    ...{ encoding: { format, video, audio: null }, loudness: null, chapters: [], metadata: {} },
  }
}

/** The sides that pictures may have at all. */
const [least, most] = [16, 8192]

/** The smallest, narrowest and largest that are offered. 8192 × 8192 of the others takes up to half a minute: tried by hand. */
function edgesOf(codec: VideoCodec): Size[] {
  const { least: { width, height }, narrow, square } = encoderSizes[codec]
  const longest = narrow?.longest ?? most
  return [
    ...[{ width, height }, { width, height: longest }, { width: longest, height }],
    ...narrow ? [{ width: narrow.side, height: most }, { width: most, height: narrow.side }] : [],
    ...square === undefined ? [] : [{ width: most, height: square }, { width: square, height: most }],
  ]
}

/** The next ones. */
function beyond(codec: VideoCodec): Size[] {
  const { least: { width, height }, narrow, square } = encoderSizes[codec]
  return [
    ...width > least ? [{ width: width - 2, height }] : [],
    ...height > least ? [{ width, height: height - 2 }] : [],
    ...narrow
      ? [narrow.longest + 2, most].flatMap(longest =>
          [{ width: narrow.side - 2, height: longest }, { width: longest, height: narrow.side - 2 }])
      : [],
    ...square === undefined ? [] : [{ width: square + 2, height: square + 2 }, { width: most, height: most }],
  ]
}

function settings(codec: VideoCodec, { width, height }: Size): VideoSettings {
  return { codec, width, height, rate: null, quality: 'standard', encoder: 'software' }
}
const formatOf = (codec: VideoCodec): Format => formatNames.options.find(format => formats[format].video.includes(codec))!

function formsOf(codec: VideoCodec): VideoSettings[] {
  const plain = settings(codec, encoderSizes[codec].least)
  const deep = depthsOf(plain).filter(bits => bits > 8).map(bits => ({ ...plain, bits }))
  const bright = deep.filter(choosesLight).flatMap(video => (['hlg', 'pq'] as const).map(light => ({ ...video, light })))
  return [plain, ...deep, ...bright, ...choosesAlpha(plain) ? [{ ...plain, hasAlpha: true }] : []].map(withFittingForm)
}

/** Arguments of ffmpeg for one picture, with those of the encoder that a film gets, into a file. */
function pictureArgs(video: VideoSettings, path: string): string[] {
  const { codec, width, height } = video
  const isStill = isEncodedAtEnd(codec)
  const name = softwareEncoders[codec].find(each => kit.ffmpeg.encoders.has(each))!
  const form = pictureForm(video)
  const task = { rate: { numerator: 25, denominator: 1 }, width, height, threads: 1 }
  const args = isStill ? ['-c:v', name] : encoderArgs({ name, quality: 'standard', form }, task)
  // Matroska has no such tags.
  const untagged = args.filter((arg, at) => arg !== '-tag:v' && args[at - 1] !== '-tag:v')
  const container = isStill ? { gif: 'gif', webp: 'webp', png: 'image2pipe', jpeg: 'image2pipe' }[codec as 'gif'] : 'matroska'
  return [...untagged, '-frames:v', '1', '-f', container, path]
}

/** Whether all can be encoded; one ffmpeg tries them. */
async function encode(videos: readonly VideoSettings[]): Promise<boolean> {
  const paths = videos.map((_, at) => kit.file(`tried-${at}`))
  try {
    await kit.ffmpeg.run([
      '-y',
      ...videos.flatMap(({ width, height }) => drawnInput(`color=gray:s=${width}x${height}:r=25:d=0.04`)),
      ...videos.flatMap((video, at) => ['-map', `${at}:v`, ...pictureArgs(video, paths[at]!)]),
    ])
    return (await Promise.all(paths.map(path => stat(path)))).every(({ size }) => size > 0)
  }
  catch (error) {
    if (error instanceof FfmpegError)
      return false
    throw error
  }
}

/** Large pictures take much memory. */
function tooLargeTogether(sizes: readonly Size[]): boolean {
  return sizes.some(({ width, height }) => width * height > 4_000_000)
}

describe.each(codecs.options)('%s', (codec) => {
  it('delivers a film of its least size, and encodes that in each of its forms', async () => {
    const format = formatOf(codec)
    const forms = formsOf(codec)
    for (const video of forms) {
      expect(fitsFormat({ format, video, audio: formats[format].audio.length === 0 ? null : { codec: 'pcm', kilobits: null } })
        || fitsFormat({ format, video, audio: { codec: formats[format].audio[0] ?? 'aac', kilobits: 128 } })).toBe(true)
    }
    const [plain, ...others] = forms
    const { report } = await render(planOf(format, plain!), kit)
    expect(report.frames).toBe(format === 'png' || format === 'jpeg' ? 1 : 3)
    if (others.length > 0)
      expect(await encode(others)).toBe(true)
  })

  it('takes its smallest, narrowest and largest sizes', async () => {
    const sizes = spread(edgesOf(codec), 3)
    expect(sizes.filter(size => sizeProblem(settings(codec, size)) !== null)).toEqual([])
    const all = sizes.map(size => settings(codec, size))
    for (const together of tooLargeTogether(sizes) ? all.map(one => [one]) : [all])
      expect(await encode(together), JSON.stringify(together)).toBe(true)
  })

  it.each(spread(beyond(codec), 2))('refuses $width × $height, before anything is encoded', async (size) => {
    const video = settings(codec, size)
    expect(sizeProblem(video)).not.toBeNull()
    expect(await encode([video])).toBe(false)
    await expect(render(planOf(formatOf(codec), video), kit)).rejects.toThrow(`this one has ${size.width} × ${size.height}.`)
  }, 60_000)
})
