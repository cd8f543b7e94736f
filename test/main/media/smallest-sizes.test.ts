/**
 * What the form and preflight refuse is what the encoders refuse: each encodes the smallest size that is offered for it, in each of its
 * forms.
 */
import type { Format, VideoCodec, VideoSettings } from '#contract/presets.ts'
import type { RenderPlan } from '../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { VideoCodec as codecs, Format as formatNames } from '#contract/presets.ts'
import { fitsEncoder, fitsFormat, formats, smallestSize } from '#rules/deliver/formats.ts'
import { choosesAlpha, choosesBits, choosesLight, withFittingForm } from '#rules/deliver/picture-form.ts'
import { openMediaKit } from '../../kit/media.ts'
import { render } from './every-preset.ts'

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

function formsOf(codec: VideoCodec): VideoSettings[] {
  const plain: VideoSettings = { codec, ...smallestSize(codec), rate: null, quality: 'standard', encoder: 'software' }
  const deep = choosesBits(plain) ? [{ ...plain, bits: 10 as const }] : []
  const bright = deep.filter(choosesLight).flatMap(video => (['hlg', 'pq'] as const).map(light => ({ ...video, light })))
  return [plain, ...deep, ...bright, ...choosesAlpha(plain) ? [{ ...plain, hasAlpha: true }] : []].map(withFittingForm)
}

const forms = codecs.options.flatMap(codec => formsOf(codec).map(video =>
  ({ video, format: formatNames.options.find(format => formats[format].video.includes(codec))!, form: JSON.stringify(video) })))

it.each(forms)('$form', async ({ video, format }) => {
  expect(fitsFormat({ format, video, audio: formats[format].audio.length === 0 ? null : { codec: 'pcm', kilobits: null } })
    || fitsFormat({ format, video, audio: { codec: formats[format].audio[0] ?? 'aac', kilobits: 128 } })).toBe(true)
  const { report } = await render(planOf(format, video), kit)
  expect(report.frames).toBe(format === 'png' || format === 'jpeg' ? 1 : 3)
}, 60_000)

it.each(codecs.options.filter(codec => smallestSize(codec).width > 16))('%s is refused below it, before anything is encoded', async (codec) => {
  const least = smallestSize(codec)
  for (const size of [{ ...least, width: least.width - 2 }, { ...least, height: least.height - 2 }]) {
    const video: VideoSettings = { codec, ...size, rate: null, quality: 'standard', encoder: 'software' }
    expect(fitsEncoder(video)).toBe(false)
    await expect(render(planOf(codec === 'av1' ? 'mkv' : 'mov', video), kit)).rejects.toThrow(`needs a picture of at least ${least.width} × ${least.height}`)
  }
})
