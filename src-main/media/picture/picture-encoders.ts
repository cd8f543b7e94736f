/** The encoders of picture: which of ffmpeg's a codec is given, and what it is told. */
import type { VideoCodec, VideoSettings } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { PictureForm } from '#rules/deliver/picture-form.ts'
import { isRgb, pictureForm } from '#rules/deliver/picture-form.ts'

export interface PictureEncoder {
  /** As ffmpeg spells it. */
  readonly name: string
  /** `lossless` is encoded again when the segments are joined. */
  readonly quality: VideoSettings['quality'] | 'lossless'
  /** Instead of a quality. */
  readonly kilobits?: number | undefined
  /** Absent: that of an ordinary film. */
  readonly form?: PictureForm
}

/** By codec, best first. What is encoded when the segments are joined comes to them without loss. */
export const softwareEncoders: Readonly<Record<VideoCodec, readonly string[]>> = {
  h264: ['libx264'],
  hevc: ['libx265'],
  av1: ['libsvtav1', 'libaom-av1'],
  vp9: ['libvpx-vp9'],
  prores: ['prores_ks'],
  prores4444: ['prores_ks'],
  dnxhr: ['dnxhd'],
  gif: ['gif'],
  webp: ['libwebp_anim'],
  png: ['png'],
  jpeg: ['mjpeg'],
  frames: ['png'],
}

const makers = ['nvenc', 'qsv', 'videotoolbox', 'amf', 'vaapi'] as const
type Maker = (typeof makers)[number]

/** None for codecs that no graphics processor encodes. */
export function hardwareEncoders(codec: VideoCodec): readonly string[] {
  return codec === 'h264' || codec === 'hevc' || codec === 'av1' ? makers.map(maker => `${codec}_${maker}`) : []
}

/** Whether a picture of many frames, or a still, is made of the whole film at the end. */
export function isEncodedAtEnd(codec: VideoCodec): boolean {
  return ['gif', 'webp', 'png', 'jpeg'].includes(codec)
}

/**
 * How many frames may be decoded before the first of them is shown: x264 and x265 come to two, hardware to no more than four. The same for
 * all films of a kind; more than needed only says that decoding begins earlier.
 */
export function framesAhead({ codec, encoder }: Pick<VideoSettings, 'codec' | 'encoder'>): number {
  return codec !== 'h264' && codec !== 'hevc' ? 0 : encoder === 'software' ? 2 : 4
}

/** For x264 20 is nearly as good as the source; the numbers of the others were chosen to look alike. Smaller is better. */
const levels: Readonly<Record<string, Readonly<Record<VideoSettings['quality'], number>>>> = {
  'libx264': { small: 25, standard: 20, high: 16 },
  'libx265': { small: 28, standard: 23, high: 18 },
  'libsvtav1': { small: 42, standard: 34, high: 24 },
  'libaom-av1': { small: 42, standard: 34, high: 24 },
  'libvpx-vp9': { small: 38, standard: 31, high: 24 },
  /** LT, 422 and 422 HQ. */
  'prores_ks': { small: 1, standard: 2, high: 3 },
}
/** Those of ten bits have one quality. */
const dnxhrProfiles = { small: 'dnxhr_lb', standard: 'dnxhr_sq', high: 'dnxhr_hq', deep: 'dnxhr_hqx' } as const
const hardwareLevels = { small: 29, standard: 24, high: 19 } as const

/** For filters and for the encoder, as ffmpeg spells it. */
interface FilmColours { readonly range: string, readonly primaries: string, readonly transfer: string, readonly matrix: string }

export function colourTags({ light, pixels }: Pick<PictureForm, 'light' | 'pixels'>): FilmColours {
  // Pictures of a film are shown by the curve of sRGB, as on the page.
  if (isRgb(pixels))
    return { range: 'pc', primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'gbr' }
  return light === 'sdr'
    ? { range: 'tv', primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' }
    : { range: 'tv', primaries: 'bt2020', transfer: light === 'pq' ? 'smpte2084' : 'arib-std-b67', matrix: 'bt2020nc' }
}

const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'yuv420p']

export interface EncoderTask {
  readonly rate: FrameRate
  readonly width: number
  readonly height: number
  readonly threads: number
}

/** For the output. All segments of a film share one header, because players keep the first one. */
const ordinary = pictureForm(null)

export function encoderArgs(
  { name, quality, kilobits, form = ordinary }: PictureEncoder,
  { rate, width, height, threads }: EncoderTask,
): string[] {
  if (quality === 'lossless')
    return [...lossless, '-threads', String(threads)]
  const keyframes = ['-g', String(Math.max(1, Math.round(2 * rate.numerator / rate.denominator)))]
  const level = String(levels[name]?.[quality] ?? hardwareLevels[quality])
  // Each segment is as large as its share; its peaks last no longer than two seconds of it.
  const amount = kilobits === undefined
    ? ['-crf', level]
    : ['-b:v', `${kilobits}k`, '-maxrate', `${Math.round(kilobits * 1.5)}k`, '-bufsize', `${kilobits * 2}k`]
  const lanes = ['-threads', String(threads)]
  const planar = ['-pix_fmt', form.pixels]
  switch (name) {
    case 'libx264':
      return [
        ...['-c:v', name, '-preset', 'veryfast', ...amount, '-profile:v', 'high', ...planar],
        ...['-x264-params', 'stitchable=1', ...keyframes, ...lanes],
      ]
    case 'libx265': {
      const quiet = [`log-level=error:info=0:open-gop=0:pools=${threads}:frame-threads=1`, ...hdrParams(form)].join(':')
      return ['-c:v', name, '-preset', 'veryfast', ...amount, ...planar, '-x265-params', quiet, ...keyframes, '-tag:v', 'hvc1']
    }
    case 'libsvtav1':
      return ['-c:v', name, '-preset', '8', '-qp', level, ...planar, ...keyframes, ...svtParams(form)]
    case 'libaom-av1':
      return ['-c:v', name, '-cpu-used', '8', '-crf', level, '-b:v', '0', '-row-mt', '1', ...planar, ...keyframes, ...lanes]
    case 'libvpx-vp9':
      return [
        ...['-c:v', name, '-deadline', 'good', '-cpu-used', '4', '-crf', level, '-b:v', '0', '-row-mt', '1'],
        ...[...planar, ...keyframes, ...lanes],
      ]
    case 'prores_ks':
      return [
        // 4444, or 4444 XQ; alpha is without loss.
        ...['-c:v', name, '-profile:v', form.pixels === 'yuv422p10le' ? level : quality === 'high' ? '5' : '4'],
        ...[...form.hasAlpha ? ['-alpha_bits', '16'] : [], '-vendor', 'apl0', ...planar, ...lanes],
      ]
    // More effort makes files a tenth smaller, in five times the time.
    case 'png':
      return ['-c:v', name, '-pred', 'paeth', '-compression_level', '1', ...planar, ...lanes]
    case 'dnxhd':
      return ['-c:v', name, '-profile:v', dnxhrProfiles[form.isDeep ? 'deep' : quality], ...planar, ...lanes]
    default: {
      const own = hardwareArgs(makerOf(name), { rate, width, height, quality, level })
      return ['-c:v', name, ...own, ...keyframes, ...(name.startsWith('hevc') ? ['-tag:v', 'hvc1'] : [])]
    }
  }
}

/**
 * What the stream says to screens besides its colours. PQ tells on which screen it was made: here one of P3 and 1,000 cd/m², on which SDR
 * white
 * is at 203. How bright the film is was not measured, and nothing is said of it.
 */
function hdrParams({ light }: PictureForm): string[] {
  switch (light) {
    case 'pq': return ['hdr10=1:repeat-headers=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)']
    // Players that know BT.2020 alone show it as SDR.
    case 'hlg': return ['repeat-headers=1:atc-sei=18']
    default: return []
  }
}

/** The same screen, by shares instead of steps. An encoder of other makers, libaom, cannot be told of it by ffmpeg. */
function svtParams({ light }: PictureForm): string[] {
  const screen = 'G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)WP(0.3127,0.329)L(1000,0.0001)'
  return light === 'pq' ? ['-svtav1-params', `enable-hdr=1:mastering-display=${screen}`] : []
}

function makerOf(name: string): Maker {
  const maker = makers.find(each => name.endsWith(`_${each}`))
  if (!maker)
    throw new TypeError(`There is no encoder ${name}`)
  return maker
}

interface HardwareTask extends Omit<EncoderTask, 'threads'> {
  readonly quality: VideoSettings['quality']
  readonly level: string
}

function hardwareArgs(maker: Maker, { rate, width, height, quality, level }: HardwareTask): string[] {
  switch (maker) {
    case 'nvenc': return ['-preset', 'p4', '-rc', 'vbr', '-cq', level, '-b:v', '0', '-pix_fmt', 'yuv420p']
    case 'qsv': return ['-global_quality', level, '-pix_fmt', 'nv12']
    case 'amf': return ['-rc', 'cqp', '-qp_i', level, '-qp_p', level, '-pix_fmt', 'yuv420p']
    case 'vaapi': return ['-qp', level]
    case 'videotoolbox': {
      // Only the newest machines take a quality; all take bits a second.
      const bitsPerPixel = { small: 0.06, standard: 0.12, high: 0.24 }[quality]
      return ['-b:v', String(Math.round(width * height * rate.numerator / rate.denominator * bitsPerPixel)), '-pix_fmt', 'yuv420p']
    }
    default: return maker satisfies never
  }
}

/** Before the inputs. */
export function deviceArgs({ name }: PictureEncoder): string[] {
  return name.endsWith('_vaapi') ? ['-vaapi_device', '/dev/dri/renderD128'] : []
}

/** After the picture is drawn. */
export function uploadFilters({ name }: PictureEncoder): string[] {
  return name.endsWith('_vaapi') ? ['format=nv12', 'hwupload'] : []
}

/** MP4 contains all of them but ProRes, DNxHR and PNG, which QuickTime does. */
export function segmentMuxer({ name }: PictureEncoder): 'mp4' | 'mov' {
  return ['prores_ks', 'dnxhd', 'png'].includes(name) ? 'mov' : 'mp4'
}
