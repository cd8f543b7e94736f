/**
 * Shots of high dynamic range in a film of BT.709: their colours as they were before ffmpeg made them PQ and HLG.
 *
 * @module-tag all
 */
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHdrFinder } from '../../../../src-main/deliver/hdr-takes.ts'
import { takeStill } from '../../../../src-main/media/picture/still.ts'
import { makePoster } from '../../../../src-main/media/preview/poster.ts'
import { makeShotRenditions } from '../../../../src-main/media/preview/proxy.ts'
import { probeByFfmpeg } from '../../../../src-main/media/probe/probe-by-ffmpeg.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { canToneMap } from '../../../../src-main/media/probe/tone-map.ts'
import { render } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, silentEncoding } from '../../../kit/plain-plan.ts'
import { aTake } from '../../../seam/sequence/arbitrary.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 128, height: 72 }
/** Dark and middle grey, a dark red, and white. */
const bars = ['0x404040', '0x808080', '0x802020', '0xFFFFFF']

async function makeHdr(name: string, transfer: string): Promise<string> {
  const drawn = bars.map((colour, at) => `drawbox=x=iw*${at}/4:w=iw/4:h=ih:color=${colour}:t=fill`)
  const asVideo = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'
  const asHdr = `zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`
  return kit.make(name, [
    ...['-f', 'lavfi', '-i', `color=c=black:s=${size.width}x${size.height}:r=25,format=gbrp,${drawn.join(',')}`],
    ...['-vf', `${asVideo},${asHdr}`, '-frames:v', '5', '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:crf=6'],
    ...['-color_trc', transfer, '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc', '-color_range', 'tv'],
  ])
}

async function middles(path: string): Promise<number[][]> {
  const { stdout } = await kit.ffmpeg.run([
    ...['-i', path, '-frames:v', '1', '-vf', 'crop=iw:2:0:ih/2,scale=32:1:flags=area,format=rgb24', '-f', 'rawvideo', '-'],
  ])
  return bars.map((_, bar) => [...stdout.subarray((bar * 8 + 4) * 3, (bar * 8 + 5) * 3)])
}

function near(shown: readonly number[] | undefined, wanted: readonly number[]): boolean {
  return wanted.every((value, at) => Math.abs(value - (shown?.[at] ?? -1)) <= 12)
}

const kinds = [['pq', 'smpte2084', 'mp4'], ['hlg', 'arib-std-b67', 'mkv']] as const

it.each(kinds)('%s is brought to BT.709: dark and middle tones exactly, white not clipped', async (hdr, transfer, extension) => {
  expect(canToneMap(kit.ffmpeg)).toBe(true)
  const source = await makeHdr(`${hdr}.${extension}`, transfer)
  const probed = await probe(source, kit)
  expect([probed.hdr, (await probeByFfmpeg(source, kit.ffmpeg)).hdr]).toEqual([hdr, hdr])
  const encoding = silentEncoding(size)
  const pictures = fromSingle([{ path: source, medium: 'video', startFrame: 0, frames: 5, inFrame: 0, fit: 'cover', pushIn: null }])
  const plan = {
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: 5, background: '#000000', sounds: [], ...pictures },
    captions: { mode: 'none' as const, assPath: null, fontsDir: null, tracks: [] },
    ...{ encoding: { ...encoding, video: { ...encoding.video!, quality: 'high' as const } }, loudness: null, chapters: [], metadata: {} },
  }
  const converted = await render(plan, kit)
  await makeShotRenditions(source, kit.folder, { ffmpeg: kit.ffmpeg, probe: probed })
  const clear = plan.pictures.map(picture => ({ ...picture, look: { ...picture.look, opacity: 0.999 } }))
  const composed = await render({ ...plan, pictures: clear }, kit)
  await makePoster(source, kit.file('poster.jpg'), { ffmpeg: kit.ffmpeg, probe: probed })
  await takeStill(source, 0.08, kit.file('frame.png'), { ffmpeg: kit.ffmpeg, durationSeconds: 0.2 })
  const derived = ['proxy.mp4', 'filmstrip.jpg', 'poster.jpg', 'frame.png'].map(name => kit.file(name))
  for (const path of [converted.path, composed.path, ...derived]) {
    const [dark, middle, red, white] = await middles(path)
    const wanted = [[64, 64, 64], [128, 128, 128], [128, 32, 32]]
    expect([dark, middle, red].map((shown, at) => near(shown, wanted[at]!)), path).toEqual([true, true, true])
    expect(Math.min(...white!), path).toBeGreaterThan(195)
    expect(Math.max(...white!), path).toBeLessThan(230)
  }
  const filters = new Set([...kit.ffmpeg.filters].filter(name => name !== 'zscale'))
  const pale = await render(plan, { ...kit, ffmpeg: { ...kit.ffmpeg, filters } })
  expect(near((await middles(pale.path))[1], [128, 128, 128])).toBe(false)

  const takes = [aTake(1, { medium: 'video' }), aTake(2, { medium: 'picture' })]
  const find = createHdrFinder(() => source)
  expect([...await find(takes, { ...kit.ffmpeg, filters })]).toEqual([takes[0]!.id])
  expect([...await find(takes, kit.ffmpeg)]).toEqual([])
  expect([...await find(takes, kit.ffmpeg, 'all')]).toEqual([takes[0]!.id])
})
