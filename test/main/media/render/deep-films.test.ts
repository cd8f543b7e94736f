/**
 * Films of ten bits, with transparency and of high dynamic range: what is in their pixels, drawn plainly, composed, moved, faded and
 * titled.
 *
 * @module-tag all
 */
import type { VideoSettings } from '#contract/presets.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { createSegmentCache } from '../../../../src-main/media/render/segment-cache.ts'
import { ffprobe, mediainfo, render } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { moved } from '../../../kit/moved.ts'

let kit: MediaKit
let hasMediainfo = false
beforeAll(async () => {
  kit = await openMediaKit()
  hasMediainfo = await promisify(execFile)('mediainfo', ['--Version']).then(() => true, () => false)
})
afterAll(() => kit.close())

const [width, height] = [256, 144]
const rate = { numerator: 25, denominator: 1 }
type Look = RenderPicture['look']

function picture(
  path: string | null,
  start: number,
  length: number,
  look: Partial<Look> = {},
  more: Partial<RenderPicture> = {},
): RenderPicture {
  const file = path === null ? null : { path, medium: path.endsWith('.png') ? 'picture' as const : 'video' as const }
  return {
    ...{ file, start, length, in: 0, sourceLength: null },
    ...{ speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: { ...plainLook, fit: 'cover', ...look }, ...more },
  }
}

type Settings = Pick<VideoSettings, 'codec'> & Partial<VideoSettings>

function planOf(
  pictures: readonly RenderPicture[],
  stretches: RenderPlan['stretches'],
  settings: Settings,
  format: 'mov' | 'mp4' | 'mkv' | 'webm' = 'mov',
): RenderPlan {
  const durationFrames = Math.max(...stretches.map(({ startFrame, frames }) => startFrame + frames))
  return {
    ...{ width, height, rate, durationFrames, background: '#204060' },
    ...{ pictures, stretches, sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] } },
    encoding: { format, video: { width, height, rate: null, quality: 'high', encoder: 'software', ...settings }, audio: null },
    ...{ loudness: null, chapters: [], metadata: {} },
  }
}

/** Red, green, blue and alpha of sixteen bits at each place, of each frame, as the file says that its pixels are to be read. */
async function pixelsOf(path: string, places: readonly (readonly [number, number])[], read: string): Promise<number[][][]> {
  const { stdout } = await kit.ffmpeg.run([
    ...['-i', path, '-vf', `${read},format=gbrap16le`],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'gbrap16le', '-'],
  ])
  const plane = width * height * 2
  return places.map(([x, y]) => Array.from({ length: stdout.length / plane / 4 }, (_, frame) =>
    [2, 0, 1, 3].map(of => stdout.readUInt16LE((frame * 4 + of) * plane + (y * width + x) * 2))))
}
const asBt709 = 'zscale=min=709:rin=limited:m=gbr:r=full'
const asBt2020 = 'zscale=min=2020_ncl:rin=limited:m=gbr:r=full'
/** Alpha of ten bits comes to sixteen by shifting. */
function near(found: readonly number[] | undefined, wanted: readonly number[], within: number): boolean {
  return found !== undefined && wanted.every((value, at) => Math.abs(value - found[at]! / 65_535) <= within)
}

describe('a film with transparency', () => {
  it('is clear where no clip covers it, and keeps straight colours and the alpha of clips, fades, moves and titles', async () => {
    const half = await kit.make('half.png', ['-f', 'lavfi', '-i', 'color=c=0xff8000@0.5:s=128x72,format=rgba', '-frames:v', '1'])
    const full = await kit.picture('full.png', { width: 128, height: 72, colour: '0x2040c0' })
    const title = { text: '███████████████', style: { ...titleStyle, size: 0.4, colour: '#ffffff' } }
    const pictures = [
      picture(half, 0, 4),
      picture(full, 4, 4, { scale: 0.5 }),
      picture(full, 8, 4, {}, { fadeIn: 4 }),
      picture(half, 12, 4, { opacity: 0.5 }),
      moved(picture(full, 16, 4, { scale: 0.5 }), { x: 0.1, y: 0, scale: 0.6 }),
      picture(half, 16, 4),
      picture(null, 24, 4, {}, { title }),
      picture(null, 28, 4, { opacity: 0.5 }, { title: { ...title, style: { ...title.style, colour: '#ff8000' } } }),
    ]
    const layer = (at: number, startFrame: number, ...more: number[]) => ({ startFrame, frames: 4, layers: [at, ...more] })
    const stretches = [layer(0, 0), layer(1, 4), layer(2, 8), layer(3, 12), layer(4, 16, 5), layer(6, 24), layer(7, 28)]
    const { path } = await render(planOf(pictures, stretches, { codec: 'prores4444', hasAlpha: true, quality: 'standard' }), kit)
    const [middle = [], corner = []] = await pixelsOf(path, [[128, 72], [4, 4]], asBt709)
    expect(middle).toHaveLength(32)
    // What ffmpeg makes of a half.
    const orange = [1, 128 / 255, 0]
    const blue = [32 / 255, 64 / 255, 192 / 255]
    const far = 0.003
    expect(near(middle[1], [...orange, 127 / 255], far), `half clear: ${middle[1]}`).toBe(true)
    expect(near(middle[5], [...blue, 1], far), `smaller than the frame: ${middle[5]}`).toBe(true)
    expect(near(corner[5], [0, 0, 0, 0], far), `around it: ${corner[5]}`).toBe(true)
    const faded = corner.slice(8, 12).map(([, , , alpha]) => alpha! / 65_535)
    expect([0, 0.25, 0.5, 0.75].every((wanted, at) => Math.abs(faded[at]! - wanted) < far), `a fade: ${faded.join(' ')}`).toBe(true)
    expect(near(corner[10], blue, far), `straight while it fades: ${corner[10]}`).toBe(true)
    expect(near(middle[13], [...orange, 63.5 / 255], far), `half of half: ${middle[13]}`).toBe(true)
    expect(near(middle[17], [...orange.map((value, at) => (value + blue[at]!) / 2), 1], far), `over another: ${middle[17]}`).toBe(true)
    expect(near(corner[17], [...orange, 127 / 255], far), `beside the other: ${corner[17]}`).toBe(true)
    expect(near(middle[21], [0, 0, 0, 0], far), `a gap: ${middle[21]}`).toBe(true)
    expect(near(middle[25], [1, 1, 1, 1], far), `a title: ${middle[25]}`).toBe(true)
    expect(near(corner[25], [0, 0, 0, 0], far), `beside it: ${corner[25]}`).toBe(true)
    expect(near(middle[29], [...orange, 127 / 255], 0.01), `a title that is half clear: ${middle[29]}`).toBe(true)
    const { streams: [stream] } = await ffprobe(path)
    expect(stream).toMatchObject({ codec_name: 'prores', profile: '4444', nb_frames: '32', color_transfer: 'bt709' })
  }, 120_000)
})

it('more layers than one command draws are drawn in several, and burned captions have their own alpha', async () => {
  const full = await kit.picture('layer.png', { width: 128, height: 72, colour: '0x2040c0' })
  const pictures = Array.from({ length: 23 }, (_, at) => picture(full, 0, 4, { scale: 0.5, opacity: at === 0 ? 1 : 0.5 }))
  const assPath = kit.file('box.ass')
  await writeFile(assPath, `[Script Info]\nScriptType: v4.00+\nPlayResX: ${width}\nPlayResY: ${height}\n\n[V4+ Styles]\n`
  + 'Format: Name, Fontname, Fontsize, PrimaryColour, Outline, Shadow, Alignment\nStyle: Box,Noto Sans,20,&H0000FF00,0,0,7\n\n[Events]\n'
  + 'Format: Layer, Start, End, Style, Text\n'
  + 'Dialogue: 0,0:00:00.00,0:00:01.00,Box,{\\pos(8,8)\\p1}m 0 0 l 40 0 40 20 0 20\n')
  const layers = pictures.map((_, at) => at)
  const plan = planOf(pictures, [{ startFrame: 0, frames: 4, layers }], { codec: 'prores4444', hasAlpha: true })
  const { path } = await render({ ...plan, captions: { mode: 'burned', assPath, fontsDir: null, tracks: [] } }, kit)
  const places = [[128, 72], [24, 16], [4, 4]] as const
  const [middle, box, corner] = (await pixelsOf(path, places, asBt709)).map(frames => frames[2])
  expect(near(middle, [32 / 255, 64 / 255, 192 / 255, 1], 0.003), `${middle}`).toBe(true)
  expect(near(box, [0, 1, 0, 1], 0.003), `${box}`).toBe(true)
  expect(near(corner, [0, 0, 0, 0], 0.003), `${corner}`).toBe(true)
}, 120_000)

/** One colour for as long as asked, stored as PQ or HLG in BT.2020: shares of the largest value. */
async function hdrClip(name: string, transfer: 'smpte2084' | 'arib-std-b67', colour: string): Promise<string> {
  const tags = `setparams=range=tv:color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`
  return kit.make(name, [
    ...['-f', 'lavfi', '-i', `color=c=${colour}:s=256x144:r=25:d=0.32,format=gbrp,zscale=min=gbr:rin=full:m=2020_ncl:r=limited,format=yuv420p10le,${tags}`],
    ...['-c:v', 'libx265', '-x265-params', 'lossless=1:log-level=error', '-color_primaries', 'bt2020', '-color_trc', transfer],
    ...['-colorspace', 'bt2020nc', '-color_range', 'tv', '-tag:v', 'hvc1'],
  ])
}

/** ITU-R BT.2408: white of standard range is 58 % of PQ, and 75 % of HLG. */
const whites = { pq: 0.5807, hlg: 0.75 } as const
const transfers = { pq: 'smpte2084', hlg: 'arib-std-b67' } as const

describe.each(['pq', 'hlg'] as const)('a film in %s', (light) => {
  it('keeps the light of its own kind, converts the other, and shows white of standard range at 203 cd/m²', async () => {
    const other = light === 'pq' ? 'hlg' : 'pq'
    const [own, foreign, white] = await Promise.all([
      hdrClip(`own-${light}.mp4`, transfers[light], '0xc08040'),
      // White, as its own kind stores it.
      hdrClip(`foreign-${light}.mp4`, transfers[other], other === 'pq' ? '0x949494' : '0xbfbfbf'),
      kit.picture(`white-${light}.png`, { width: 128, height: 72, colour: 'white' }),
    ])
    const title = { text: '███████████████', style: { ...titleStyle, size: 0.4, colour: '#ffffff' } }
    const pictures = [
      picture(own, 0, 4),
      picture(own, 4, 4, { scale: 0.5, rotation: 10 }),
      picture(foreign, 8, 4),
      picture(white, 12, 4),
      picture(white, 16, 4, { scale: 0.5 }),
      picture(null, 20, 4, {}, { title }),
      picture(own, 24, 4, { opacity: 0.999 }),
    ]
    const stretches = pictures.map((_, at) => ({ startFrame: at * 4, frames: 4, layers: [at] }))
    const { path } = await render(planOf(pictures, stretches, { codec: 'hevc', bits: 10, light }, 'mp4'), kit)
    const [middle = []] = await pixelsOf(path, [[128, 72]], asBt2020)
    expect(middle).toHaveLength(28)
    const warm = [192 / 255, 128 / 255, 64 / 255]
    const grey = Array.from<number>({ length: 3 }).fill(whites[light])
    const far = 0.004
    expect(near(middle[1], warm, far), `as it was: ${middle[1]}`).toBe(true)
    expect(near(middle[5], warm, far), `turned: ${middle[5]}`).toBe(true)
    expect(near(middle[9], grey, far), `of the other kind: ${middle[9]}`).toBe(true)
    expect(near(middle[13], grey, far), `white: ${middle[13]}`).toBe(true)
    expect(near(middle[17], grey, far), `white, smaller: ${middle[17]}`).toBe(true)
    expect(near(middle[21], grey, far), `a title: ${middle[21]}`).toBe(true)
    expect(near(middle[25], warm, far), `nearly opaque: ${middle[25]}`).toBe(true)
    const { streams: [stream] } = await ffprobe(path)
    expect(stream).toMatchObject({ codec_name: 'hevc', profile: 'Main 10', color_range: 'tv', nb_frames: '28' })
    expect(stream).toMatchObject({ color_space: 'bt2020nc', color_primaries: 'bt2020', color_transfer: transfers[light] })
    if (hasMediainfo) {
      const video = (await mediainfo([path, path]))[0]!.find(track => track['@type'] === 'Video')!
      expect(video).toMatchObject({ BitDepth: '10', transfer_characteristics: light === 'pq' ? 'PQ' : 'HLG' })
      expect(video.HDR_Format_Compatibility ?? null).toBe(light === 'pq' ? 'HDR10' : null)
    }
  }, 180_000)
})

const containers = { hevc: ['mp4', 'mov', 'mkv'], av1: ['mp4', 'mkv', 'webm'] } as const
const screens = (['hevc', 'av1'] as const).flatMap(codec => (['pq', 'hlg'] as const).flatMap(light =>
  containers[codec].map(format => [codec, light, format] as const)))

it.each(screens)('%s in %s as %s says in each segment on which screen it was made, and no measured brightness', async (codec, light, format) => {
  const own = await hdrClip(`screen-${light}.mp4`, transfers[light], '0xc08040')
  const pictures = [picture(own, 0, 4), picture(own, 4, 4, {}, { in: 4 })]
  const stretches = pictures.map((_, at) => ({ startFrame: at * 4, frames: 4, layers: [at] }))
  const path = kit.file(`screen-${codec}-${light}.${format}`)
  // Another container has the same segments.
  const cache = createSegmentCache({ folder: kit.file('kept'), limitBytes: async () => 1e9, hasRoom: async () => true, clock: systemClock })
  const kept = { cache, contentOf: basename }
  const plan = planOf(pictures, stretches, { codec, bits: 10, light }, format)
  await renderPlan(plan, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work'), kept })
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_frames', '-of', 'json', path])
  interface Frame { readonly side_data_list?: readonly Readonly<Record<string, string>>[] }
  const { frames } = JSON.parse(stdout) as { frames: readonly Frame[] } // as ffprobe documents
  expect(frames).toHaveLength(8)
  const said = frames.map(({ side_data_list: all = [] }) => all.filter(each => /Mastering|Content light/.test(each.side_data_type ?? '')))
  if (light === 'hlg') {
    expect(said.flat()).toEqual([])
    return
  }
  // Both segments begin with it; decoding may begin at either.
  for (const about of [said[0]!, said[4]!]) {
    const [screen, ...others] = about
    expect(screen?.side_data_type).toBe('Mastering display metadata')
    // x265 says that it is unknown (CTA-861.3).
    expect(others.every(({ max_content: most, max_average: average }) => Number(most) === 0 && Number(average) === 0)).toBe(true)
    const share = (name: string): number => screen![name]!.split('/').map(Number).reduce((top, bottom) => top / bottom)
    const points = ['red', 'green', 'blue', 'white_point'].flatMap(point => [`${point}_x`, `${point}_y`])
    const places = [...points, 'max_luminance', 'min_luminance']
    const wanted = [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329, 1000, 0.0001]
    expect(places.filter((name, at) => Math.abs(share(name) - wanted[at]!) > 1e-4)).toEqual([])
  }
  if (hasMediainfo) {
    const video = (await mediainfo([path, path]))[0]!.find(track => track['@type'] === 'Video')!
    expect(video).toMatchObject({ HDR_Format_Compatibility: 'HDR10', MasteringDisplay_ColorPrimaries: 'Display P3' })
    expect(video.MaxCLL).toBeUndefined()
  }
}, 120_000)

describe.each([
  ['hevc', 10, 'mp4', 'yuv420p10le'],
  ['av1', 10, 'mkv', 'yuv420p10le'],
  ['prores', undefined, 'mov', 'yuv422p10le'],
  ['dnxhr', 10, 'mov', 'yuv422p10le'],
] as const)('a film of ten bits in %s', (codec, bits, format, pixels) => {
  it('has more steps than eight bits, plainly and composed', async () => {
    const ramp = await kit.make(`ramp-${codec}.mkv`, [
      ...['-f', 'lavfi', '-i', 'color=s=256x144:r=25:d=0.32,format=yuv420p10le,geq=lum=400+X:cb=512:cr=512'],
      ...['-c:v', 'ffv1', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ])
    const pictures = [picture(ramp, 0, 4), picture(ramp, 4, 4, { opacity: 0.999 })]
    const stretches = [{ startFrame: 0, frames: 4, layers: [0] }, { startFrame: 4, frames: 4, layers: [1] }]
    const { path } = await render(planOf(pictures, stretches, { codec, ...bits && { bits } }, format), kit)
    const brightness = ['-vf', 'extractplanes=y,crop=256:1:0:72', '-f', 'rawvideo', '-pix_fmt', 'gray10le', '-']
    const { stdout } = await kit.ffmpeg.run(['-i', path, ...brightness])
    const rows = Array.from({ length: 8 }, (_, frame) => Array.from({ length: 256 }, (__, x) => stdout.readUInt16LE((frame * 256 + x) * 2)))
    for (const frame of [1, 5]) {
      expect(new Set(rows[frame]).size, `steps in frame ${frame}`).toBeGreaterThan(130)
      expect(Math.max(...rows[frame]!.map((value, x) => Math.abs(value - 400 - x)).slice(4, -4))).toBeLessThan(8)
    }
    const { streams: [stream] } = await ffprobe(path)
    expect(stream).toMatchObject({ pix_fmt: pixels, color_space: 'bt709', color_range: 'tv' })
  }, 120_000)
})
