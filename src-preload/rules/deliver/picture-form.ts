/** In which form the pictures of a film are stored: how many bits, with or without transparency, how bright. */
import type { Light, VideoSettings } from '#contract/presets.ts'

type Settings = Pick<VideoSettings, 'codec'> & Partial<Pick<VideoSettings, 'bits' | 'light' | 'hasAlpha' | 'encoder'>>

/** How the encoder takes its pixels, as ffmpeg spells it. */
type RgbPixels = 'rgb24' | 'rgba' | 'rgb48be' | 'rgba64be'
type Pixels = 'yuv420p' | 'yuv420p10le' | 'yuv422p' | 'yuv422p10le' | 'yuv444p10le' | 'yuva444p10le' | RgbPixels

/** Whether these are stored as red, green and blue, in full range. */
export const isRgb = (pixels: Pixels): pixels is RgbPixels => pixels.startsWith('rgb')

export interface PictureForm {
  readonly pixels: Pixels
  readonly light: Light | 'sdr'
  readonly hasAlpha: boolean
  /** It shows more than eight bits. */
  readonly isDeep: boolean
  /** All of it is drawn in RGB of sixteen bits: what is drawn alone has neither transparency nor another light. */
  readonly isComposed: boolean
}

/** How many bits of each colour there are to choose from; none where the codec has one number alone. */
export function depthsOf({ codec }: Settings): readonly NonNullable<VideoSettings['bits']>[] {
  switch (codec) {
    case 'hevc': case 'av1': case 'dnxhr': return [8, 10]
    case 'frames': return [8, 16]
    default: return []
  }
}
export const choosesLight = ({ codec, bits }: Settings): boolean => (codec === 'hevc' || codec === 'av1') && bits === 10
export const choosesAlpha = ({ codec }: Settings): boolean => codec === 'prores4444' || codec === 'frames'

/** Those that differ: 4444 is the ordinary one or XQ, DNxHR of ten bits is HQX. */
export function qualitiesOf({ codec, bits }: Settings): readonly VideoSettings['quality'][] {
  if (codec === 'prores4444')
    return ['standard', 'high']
  // Without loss.
  if (codec === 'frames')
    return ['standard']
  return codec === 'dnxhr' && bits === 10 ? ['high'] : ['small', 'standard', 'high']
}

/** Whether such pictures exist. Hardware encodes eight bits only. */
export function fitsPictureForm(video: Settings): boolean {
  const { bits, light, hasAlpha, encoder } = video
  return (bits === undefined || depthsOf(video).includes(bits)) && (light === undefined || choosesLight(video))
    && (hasAlpha === undefined || choosesAlpha(video)) && !(bits !== undefined && bits > 8 && encoder === 'hardware')
}

/** Without what the codec does not have. */
export function withFittingForm(video: VideoSettings): VideoSettings {
  const { bits, light, hasAlpha, ...asked } = video
  const offered = qualitiesOf({ ...asked, bits })
  const rest = offered.includes(asked.quality) ? asked : { ...asked, quality: offered.at(-1) ?? asked.quality }
  const now: VideoSettings = { ...rest, ...bits !== undefined && depthsOf(rest).includes(bits) && { bits } }
  return {
    ...now,
    ...light !== undefined && choosesLight(now) && { light },
    ...hasAlpha !== undefined && choosesAlpha(rest) && { hasAlpha },
  }
}

/** Sound alone has the form of an ordinary film. */
export function pictureForm(video: Settings | null): PictureForm {
  const { light = 'sdr', hasAlpha = false } = video ?? {}
  const pixels = pixelsOf(video)
  const isComposed = hasAlpha || light !== 'sdr' || isRgb(pixels)
  return { pixels, light, hasAlpha, isDeep: /(?:10le|48be|64be)$/.test(pixels), isComposed }
}

function pixelsOf(video: Settings | null): Pixels {
  const isDeep = video?.bits === 10
  switch (video?.codec) {
    case 'prores': return 'yuv422p10le'
    case 'prores4444': return video.hasAlpha ? 'yuva444p10le' : 'yuv444p10le'
    case 'frames': return video.bits === 16 ? video.hasAlpha ? 'rgba64be' : 'rgb48be' : video.hasAlpha ? 'rgba' : 'rgb24'
    case 'dnxhr': return isDeep ? 'yuv422p10le' : 'yuv422p'
    default: return isDeep ? 'yuv420p10le' : 'yuv420p'
  }
}
