/**
 * How the colours of a source are read, and come into those of a film: one decision for the proxy, the poster, the stills and the
 * delivery.
 */
import type { PictureForm } from '#rules/deliver/picture-form.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { ColourMap, Curve } from './colour-map.ts'
import type { Probe, VideoColours } from './probe-types.ts'
import type { Hdr } from './tone-map.ts'
import { open, readFile } from 'node:fs/promises'
import { knownPrimaries, mapFilters, mapFrom, powerCurve, srgbCurve, toProfileSpace, videoCurve } from './colour-map.ts'
import { pictureColours } from './picture-colours.ts'
import { canToneMap, hdrTransfers, whiteNits } from './tone-map.ts'

export interface ReadColours {
  /** A value for `in_color_matrix`, of what comes out of `toneMapFilters` where there is an `hdr`. */
  readonly colourMatrix: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Null also where ffmpeg cannot convert it. */
  readonly hdr: Hdr | null
  /** Null where its RGB is that of a film. */
  readonly map: ColourMap | null
  /**
   * Whether its RGB is rounded to eight bits before it is mapped, as every reader of such files does: dark values would tell the
   * difference.
   */
  readonly isRounded: boolean
  /** Whether its pixels are stored as those of a film are: BT.709 in limited range. */
  readonly isAsFilm: boolean
}

/** Pictures that are stored by brightness and colour. */
const halved: ReadonlySet<string> = new Set(['image/jpeg', 'image/webp', 'image/avif'])

export async function readColours(path: string, probed: Probe, ffmpeg: Pick<Ffmpeg, 'filters'>): Promise<ReadColours> {
  if (probed.medium === 'picture') {
    const { map, matrix } = pictureColours(await readStart(path, probed.mime), probed.mime)
    return { colourMatrix: matrix, hdr: null, map, isRounded: halved.has(probed.mime), isAsFilm: false }
  }
  const hdr = canToneMap(ffmpeg) ? probed.hdr : null
  if (hdr !== null)
    return { colourMatrix: 'bt709', hdr, map: null, isRounded: false, isAsFilm: true }
  const colourMatrix = colourMatrixOf(probed)
  const map = probed.hdr === null ? videoMap(probed.colours) : null
  const isBt709 = colourMatrix === 'bt709' || probed.colours?.matrix === 'bt709'
  return { colourMatrix, hdr, map, isRounded: false, isAsFilm: map === null && isBt709 && probed.colours?.isFullRange !== true }
}

/** Whether what a picture says of its colours is understood. */
export async function understandsColours(path: string, mime: string): Promise<boolean> {
  return pictureColours(await readStart(path, mime), mime).isUnderstood
}

const longestStart = 2 ** 22

/** All kinds but TIFF say their colours before their pixels, of which there may be gigabytes in a film. */
export async function readStart(path: string, mime: string): Promise<Buffer> {
  if (mime === 'image/tiff')
    return readFile(path)
  const file = await open(path)
  try {
    const start = Buffer.alloc(Math.min((await file.stat()).size, longestStart))
    const { bytesRead } = await file.read(start, 0, start.length, 0)
    return start.subarray(0, bytesRead)
  }
  finally {
    await file.close()
  }
}

/** Chromium reads untagged video as BT.709 from 720 lines on. */
export function colourMatrixOf({ colours, height }: Pick<Probe, 'colours' | 'height'>): 'auto' | 'bt601' | 'bt709' {
  return colours?.matrix != null ? 'auto' : (height ?? 0) >= 720 ? 'bt709' : 'bt601'
}

/** Primaries are converted where the stream names them, and not guessed. BT.709 and its kin are all shown alike. */
function videoMap(colours: VideoColours | null): ColourMap | null {
  const primaries = knownPrimaries[(colours?.primaries ?? 'bt709') as keyof typeof knownPrimaries] ?? knownPrimaries.bt709
  const [curve, ofFilm] = curvesOf(colours?.transfer ?? null)
  return mapFrom([curve, curve, curve], toProfileSpace(primaries), ofFilm)
}

function curvesOf(transfer: string | null): [own: Curve, ofFilm: Curve] {
  switch (transfer) {
    case 'linear': return [powerCurve(1), srgbCurve]
    case 'iec61966-2-1': return [srgbCurve, srgbCurve]
    default: return [videoCurve, videoCurve]
  }
}

/** For every `scale` that converts: without, the colours of small numbers of pixels are rounded by up to four codes. */
export const exactly = 'flags=bicubic+accurate_rnd+full_chroma_int'

/** How pixels are kept: RGB with or without alpha, or BT.709 in limited range. */
export type PixelForm = 'gbrap' | 'gbrp' | 'yuv444p' | 'yuv420p' | 'yuv422p' | 'yuv420p10le' | 'yuv422p10le' | 'yuv444p10le' | WholeForm
/** For what is merged before it is rounded. */
export type WholeForm = 'yuv420p16le' | 'yuv422p16le' | 'yuv444p16le'

/**
 * Filters from frames of the source, upright and after `toneMapFilters`, to the colours of the film. `size` are options of `scale`, or
 * nothing; RGB is made at the smaller of both sizes.
 */
export function filmColours(
  { colourMatrix, map, isRounded, isAsFilm }: ReadColours,
  form: PixelForm,
  { size = '', isLarger = false }: { readonly size?: string, readonly isLarger?: boolean } = {},
): string[] {
  const isRgb = form === 'gbrap' || form === 'gbrp'
  const read = `in_color_matrix=${colourMatrix}`
  const written = isRgb ? [] : ['out_color_matrix=bt709:out_range=tv']
  const sized = size === '' ? [] : [size]
  if (map === null && (isRgb || isAsFilm))
    return [`scale=${[...sized, read, ...written, ...isRgb ? [exactly] : []].join(':')}`, `format=${form}`]
  const [first, second] = isLarger ? [[], sized] : [sized, []]
  const rgb = form === 'gbrap' ? 'gbrap' : 'gbrp'
  return [
    `scale=${[...first, read, exactly].join(':')}`,
    ...map === null || isRounded ? [`format=${rgb}`] : [],
    ...map === null ? [] : [...isRounded ? [`scale=${exactly}`] : [], `format=${rgb}16`, ...mapFilters(map)],
    `scale=${[...second, ...written, exactly].join(':')}`,
    `format=${form}`,
  ]
}

/** Filters to the RGB of a film in sixteen bits, of the source's own size; see `filmColours`. */
export function filmRgb(
  { colourMatrix, map, isRounded }: ReadColours,
  form: 'gbrp16' | 'gbrap16',
  { width, height }: { readonly width: number, readonly height: number },
): string[] {
  const rounded = map !== null && isRounded ? [`format=${form.slice(0, -2)}`, `scale=${exactly}`] : []
  const read = `scale=w=${width}:h=${height}:in_color_matrix=${colourMatrix}:${exactly}`
  return [read, ...rounded, `format=${form}`, ...map === null ? [] : mapFilters(map)]
}

/** Between RGB of eight and of sixteen bits, and to and from YUV, without loss: swscale takes white to 65,280. */
const rgbBy = 'min=gbr:rin=full:m=gbr:r=full'
/** It moves alpha up and down by eight bits as well, and that is not all of it. `lutrgb` would cut all channels off at 65,280. */
const wholeAlpha = 'colorchannelmixer=aa=1.00390625'
const shiftedAlpha = 'colorchannelmixer=aa=0.99610894941634'
/** For RGB of sixteen bits. Where there was no alpha, zscale of ffmpeg 5.1 fills half of it. */
export const opaque = 'limiter=min=65535:max=65535:planes=8'

/** From eight bits of RGB with alpha to sixteen. */
export const deepened = [`zscale=${rgbBy}`, 'format=gbrap16le', wholeAlpha]

/** Back to eight bits. */
export const shallowed = [shiftedAlpha, `zscale=${rgbBy}`, 'format=gbrap']

interface Sized { readonly size?: string, readonly isLarger?: boolean }

/**
 * Like `filmColours`, but RGB with alpha of sixteen bits, from opaque frames. A source of high dynamic range keeps its light: its frames
 * are not
 * to come from `toneMapFilters`.
 */
export function deepRgb(colours: ReadColours, sized: Sized = {}): string[] {
  if (colours.hdr === null)
    return [...filmColours(colours, 'yuv444p16le', sized), 'zscale=min=709:rin=limited:m=gbr:r=full', 'format=gbrap16le', opaque]
  const scaled = [...sized.size ? [sized.size] : [], 'in_color_matrix=bt2020:out_color_matrix=bt2020:out_range=tv', exactly].join(':')
  return [
    `setparams=color_primaries=bt2020:color_trc=${hdrTransfers[colours.hdr]}:colorspace=bt2020nc`,
    ...[`scale=${scaled}`, 'format=yuv444p10le', 'zscale=min=2020_ncl:rin=limited:m=gbr:r=full', 'format=gbrap16le', opaque],
  ]
}

/**
 * Filters on straight RGB of sixteen bits, from the light of its source to that of the film. White of BT.709 becomes 203 cd/m² (ITU-R
 * BT.2408), as
 * screens show it (BT.1886); what HLG cannot show is cut off at 1,000.
 */
export function toFilmLight(hdr: Hdr | null, light: Hdr | 'sdr'): string[] {
  if (light === 'sdr' || light === hdr)
    return []
  const from = hdr === null ? 'tin=bt709:pin=bt709' : `tin=${hdrTransfers[hdr]}:pin=bt2020`
  return [`zscale=${rgbBy}:${from}:t=${hdrTransfers[light]}:p=bt2020:npl=${whiteNits}`, 'format=gbrap16le']
}

/** From the light of the film to BT.709, the other way round: white of 203 cd/m² is white again, and what is brighter is cut off. */
export function fromFilmLight(light: Hdr | 'sdr'): string[] {
  return light === 'sdr'
    ? []
    : [`zscale=${rgbBy}:tin=${hdrTransfers[light]}:pin=bt2020:t=bt709:p=bt709:npl=${whiteNits}`, 'format=gbrap16le']
}

/** From straight RGB of sixteen bits to what is encoded. */
export function encodedFrom(pixels: PictureForm['pixels'], light: Hdr | 'sdr'): string[] {
  switch (pixels) {
    case 'rgb24': return [`zscale=${rgbBy}`, 'format=gbrap', 'format=rgb24', 'setsar=1']
    case 'rgba': return [...shallowed, 'format=rgba', 'setsar=1']
    case 'rgb48be': case 'rgba64be': return [`format=${pixels}`, 'setsar=1']
    default: return yuvFrom(pixels, light)
  }
}

function yuvFrom(pixels: string, light: Hdr | 'sdr'): string[] {
  return [`zscale=min=gbr:rin=full:m=${light === 'sdr' ? '709' : '2020_ncl'}:r=limited`, `format=${pixels}`, 'setsar=1']
}
