/** Which presets can be rendered on this machine, and which hardware encoders work. */
import type { EncoderKind, Preset, RenderPreset, VideoCodec } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { VideoCodec as VideoCodecs } from '#contract/presets.ts'
import { keepsBitRate, kilobitsFor, leastKilobits } from '#rules/deliver/bit-rate.ts'
import { presets } from '#rules/deliver/presets.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { lackingIn } from '../media/ffmpeg/ffmpeg-needs.ts'
import { findHardware } from '../media/picture/choose-encoder.ts'
import { renderNeeds } from '../media/render/render-needs.ts'

export interface WorkingEncoder { readonly codec: VideoCodec, readonly name: string }

export interface PresetThatLacks { readonly presetId: string, readonly needs: readonly string[] }

/** Of these and the studio's own presets. */
export async function presetsThatLack(own: readonly Preset[], ffmpeg: Ffmpeg | null): Promise<PresetThatLacks[]> {
  if (ffmpeg === null)
    return []
  const found = await Promise.all([...presets, ...own].map(async preset =>
    ({ presetId: preset.id, needs: await neededFor(preset, false, ffmpeg) })))
  return found.filter(({ needs }) => needs.length > 0)
}

/** What ffmpeg does not have for it, as ffmpeg spells it; and the hardware encoder, where none works. */
export async function neededFor(preset: RenderPreset, burnsCaptions: boolean, ffmpeg: Ffmpeg, drawsApart = false): Promise<string[]> {
  const { video } = preset
  const isWithout = video?.encoder === 'hardware' && await findHardware(video.codec, ffmpeg) === null
  const lacking = lackingIn(ffmpeg, renderNeeds(preset, burnsCaptions, ffmpeg, drawsApart))
  return [...isWithout ? [`${video.codec} hardware encoder`] : [], ...lacking]
}

/** One after another: a trial takes a moment of the processor, and a driver may not like two at once. */
export async function workingHardware(ffmpeg: Ffmpeg | null): Promise<WorkingEncoder[]> {
  const found: WorkingEncoder[] = []
  for (const codec of ffmpeg ? VideoCodecs.options : []) {
    const name = ffmpeg && await findHardware(codec, ffmpeg)
    if (name !== null)
      found.push({ codec, name })
  }
  return found
}

/**
 * With the bit rate that keeps the film under the size that was asked for, of what is between the sequence's in and out. The encoder says
 * what it cannot; see `renderWithin`.
 */
export function withinSize(preset: RenderPreset, megabytes: number | undefined, sequence: Sequence): RenderPreset {
  const { video, audio } = preset
  if (megabytes === undefined || !video || !keepsBitRate(video))
    return preset
  const { frames } = rangeOf(sequence, resolve(sequence).durationFrames)
  const seconds = secondsOfFrames(frames, sequence.rate)
  return { ...preset, video: { ...video, kilobits: kilobitsFor({ megabytes, seconds, audio }) ?? leastKilobits } }
}

/** Sound and pictures have none to choose. */
export function withEncoder(preset: RenderPreset, encoder: EncoderKind | undefined): RenderPreset {
  return encoder && preset.video ? { ...preset, video: { ...preset.video, encoder } } : preset
}
