/**
 * What the preview of a shot is made of: a proxy in step with its source, a filmstrip, and the sound as a delivery mixes it.
 *
 * @module-tag all
 */
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filmstripOf, proxySize } from '../../../../src-main/media/preview/preview-size.ts'
import { makeShotRenditions, shotFiles } from '../../../../src-main/media/preview/proxy.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { decodeToWav48k } from '../../../../src-main/media/sound/decode.ts'
import { decodedSound, greyFrames, openMediaKit, peakDb } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function renditionsOf(path: string) {
  const folder = `${path}.made`
  await mkdir(folder)
  const made = await makeShotRenditions(path, folder, { ...kit, probe: await probe(path, kit) })
  return { ...made, folder, path: join(folder, shotFiles.proxy) }
}

/** Times in seconds and keyframes of the pictures, in the order of the file. */
async function packetsOf(path: string): Promise<{ at: number, isKey: boolean }[]> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (!track)
    return []
  const packets: { at: number, isKey: boolean }[] = []
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
    packets.push({ at: packet.timestamp, isKey: packet.type === 'key' })
  return packets
}

const timesOf = async (path: string) => (await packetsOf(path)).map(packet => packet.at).sort((a, b) => a - b)

/** The colour in the middle of each half of the first frame. */
async function halvesOf(path: string): Promise<number[][]> {
  const filters = 'scale=in_color_matrix=auto,format=rgb24,scale=2:1:flags=area'
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-frames:v', '1', '-vf', filters, '-f', 'rawvideo', '-'])
  return [[...stdout.subarray(0, 3)], [...stdout.subarray(3, 6)]]
}

function expectNear(found: readonly number[] | undefined, wanted: readonly number[], by = 8): void {
  expect(found?.map((value, at) => Math.abs(value - (wanted[at] ?? 0)) <= by), `${found?.join()} is not ${wanted.join()}`)
    .toEqual(wanted.map(() => true))
}

function areInStep(found: readonly number[], wanted: readonly number[]): boolean {
  return found.length === wanted.length && found.every((at, index) => Math.abs(at - (wanted[index] ?? 0)) < 0.0006)
}

describe('a proxy', () => {
  it('is 540p, seeks in steps of half a second at most, and begins at zero', async () => {
    const { proxy, path } = await renditionsOf(await kit.clip('wide.mp4', { width: 1280, height: 720, rate: '30', seconds: 1.2 }))
    expect(proxy).toMatchObject({ width: 960, height: 540, hasAlpha: false })
    expect([proxy.durationSeconds, proxy.framesPerSecond]).toEqual([expect.closeTo(1.2, 1), expect.closeTo(30, 1)])
    const said = { width: 960, height: 540, videoCodec: 'avc', audioCodec: null, colours: { matrix: 'bt709' } }
    expect(await probe(path, kit)).toMatchObject(said)
    const packets = await packetsOf(path)
    const keys = packets.flatMap((packet, index) => packet.isKey ? index : [])
    expect(packets[0]).toEqual({ at: 0, isKey: true })
    expect(keys.every((key, index) => key - (keys[index - 1] ?? 0) <= 15) && packets.length - (keys.at(-1) ?? 0) <= 15).toBe(true)
    // Without B-frames the order of the file is the order of time.
    expect(packets.map(packet => packet.at)).toEqual(await timesOf(path))
    const bytes = await readFile(path)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it.each([
    ['24000/1001', 'film.mp4'],
    ['30000/1001', 'ntsc.mp4'],
    ['12', 'slow.mov'],
  ])('keeps each frame of %s at its time', async (rate, name) => {
    const source = await kit.clip(name, { rate, seconds: 1.5, withSound: true })
    const { path } = await renditionsOf(source)
    expect(areInStep(await timesOf(path), await timesOf(source))).toBe(true)
  })

  it('keeps a variable rate in time', async () => {
    // Every frame at first, then each fifth.
    const args = ['-vf', 'select=\'lt(n,20)+not(mod(n,5))\'', '-fps_mode', 'vfr']
    const source = await kit.clip('phone.mp4', { rate: '30', seconds: 2, args })
    const { path } = await renditionsOf(source)
    const times = await timesOf(source)
    expect(new Set(times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) * 30))).size).toBe(2)
    expect(areInStep(await timesOf(path), times)).toBe(true)
  })

  it('shows a picture that begins late from the start, and its sound where it belongs', async () => {
    const clip = await kit.clip('plain.mp4', { seconds: 1 })
    const tone = await kit.tone('short.wav', { seconds: 0.5, level: 0.5 })
    const both = ['-map', '0:v', '-map', '1:a', '-c', 'copy']
    const late = await kit.make('late-picture.mkv', ['-itsoffset', '0.4', '-i', clip, '-i', tone, ...both])
    const times = await timesOf((await renditionsOf(late)).path)
    expect([times[0], times[1]]).toEqual([0, expect.closeTo(0.44, 2)])
    const lateSound = await kit.make('late-sound.mkv', ['-i', clip, '-itsoffset', '0.4', '-i', tone, ...both])
    const [left] = await decodedSound(kit.ffmpeg, join((await renditionsOf(lateSound)).folder, shotFiles.sound))
    expect([peakDb(left.subarray(0, 19_000)), left.length]).toEqual([-Infinity, 43_200])
    expect(peakDb(left.subarray(19_300))).toBeCloseTo(-6, 0)
  })

  it('of a turned phone video is upright', async () => {
    const source = 'color=red:s=64x96:r=25[a];color=blue:s=64x96:r=25[b];[a][b]hstack'
    await kit.clip('lying.mp4', { source, seconds: 0.4 })
    const turned = await kit.turned('turned.mp4', kit.file('lying.mp4'))
    const { proxy, path } = await renditionsOf(turned)
    expect(proxy).toMatchObject({ width: 96, height: 128 })
    // What was left is up; halves from left to right are now the same.
    const [left = [], right = []] = await halvesOf(path)
    expectNear(left, right)
    expect(await probe(path, kit)).toMatchObject({ width: 96, height: 128 })
  })

  it.each([
    ['untagged, few lines', { size: '64x48', matrix: 'bt601', tags: [] }],
    ['untagged, 720 lines', { size: '96x720', matrix: 'bt709', tags: [] }],
    ['tagged BT.709, few lines', { size: '64x48', matrix: 'bt709', tags: ['-colorspace', 'bt709'] }],
    ['tagged BT.601, 720 lines', { size: '96x720', matrix: 'bt601', tags: ['-colorspace', 'smpte170m'] }],
  ])('of a shot that is %s has its colours', async (name, { size, matrix, tags }) => {
    const args = ['-vf', `scale=out_color_matrix=${matrix},format=yuv420p`, '-c:v', 'libx264', '-qp', '4', ...tags]
    const source = await kit.make(`${name}.mp4`, ['-f', 'lavfi', '-i', `color=0x20C040:s=${size}:r=25,format=rgb24`, '-t', '0.2', ...args])
    const { path } = await renditionsOf(source)
    expectNear((await halvesOf(path))[0], [0x20, 0xC0, 0x40])
  })

  it.each([
    ['see-through.webm', ['-pix_fmt', 'yuva420p', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
    ['see-through.mov', ['-pix_fmt', 'yuva444p10le', '-c:v', 'prores_ks']],
    ['see-through.mkv', ['-pix_fmt', 'yuva420p', '-c:v', 'libvpx', '-auto-alt-ref', '0', '-deadline', 'realtime']],
    ['see-through animation.mov', ['-pix_fmt', 'argb', '-c:v', 'qtrle']],
    ['see-through pictures.mov', ['-pix_fmt', 'rgba', '-c:v', 'png']],
  ])('of %s has its colours over black, and below them how opaque they are', async (name, args) => {
    const clear = 'color=red:s=64x48:r=25,format=rgba,geq=r=255:g=0:b=0:a=\'if(lt(X,32),128,0)\''
    const { path, proxy, folder } = await renditionsOf(await kit.make(name, ['-f', 'lavfi', '-i', clear, '-t', '0.2', ...args]))
    expect(proxy).toMatchObject({ width: 64, height: 48, hasAlpha: true })
    expect(await probe(path, kit)).toMatchObject({ width: 64, height: 96 })
    const quarters = await kit.ffmpeg.run(['-i', path, '-frames:v', '1', '-vf', 'format=rgb24,scale=2:2:flags=area', '-f', 'rawvideo', '-'])
    const [left, right, leftAlpha, rightAlpha] = [0, 1, 2, 3].map(at => [...quarters.stdout.subarray(at * 3, at * 3 + 3)])
    expectNear(left, [128, 0, 0], 16)
    expectNear(right, [0, 0, 0], 16)
    expectNear(leftAlpha, [128, 128, 128], 16)
    expectNear(rightAlpha, [0, 0, 0], 16)
    // In lists and along clips there is a checkerboard where nothing is.
    const strip = await kit.ffmpeg.run(['-i', join(folder, shotFiles.filmstrip), '-vf', 'format=gray', '-f', 'rawvideo', '-'])
    const wide = strip.stdout.length / 90
    const rows = Array.from({ length: 90 }, (_, row) => [...strip.stdout.subarray(row * wide + wide * 0.6, row * wide + wide * 0.9)])
    const has = (isSo: (grey: number) => boolean): boolean => rows.flat().some(isSo)
    expect([has(grey => Math.abs(grey - 102) < 8), has(grey => Math.abs(grey - 153) < 8), has(grey => grey < 60)])
      .toEqual([true, true, false])
  })

  it('of sixteen-bit video plays anywhere', async () => {
    const args = ['-t', '0.2', '-pix_fmt', 'yuv422p16le', '-c:v', 'ffv1']
    const { path } = await renditionsOf(await kit.make('deep.mkv', ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25', ...args]))
    const { stderr } = await kit.ffmpeg.run(['-i', path, '-f', 'null', '-'])
    expect(stderr).toMatch(/Video: h264 .*yuv420p\(/)
  })
})

describe('the sound of a shot', () => {
  const tone = (level: number) => `${level}*sin(2*PI*440*t)`
  it.each([
    ['mono', `aevalsrc=${tone(0.5)}:s=44100`],
    ['stereo', `aevalsrc=${tone(0.5)}|${tone(0.25)}:s=48000`],
    ['5.1', `aevalsrc=${[0.9, 0.9, 0.9, 0, 0.9, 0.9].map(tone).join('|')}:s=48000:c=5.1`],
  ])('%s is the same to the byte as a delivery decodes it', async (name, source) => {
    const inputs = ['testsrc=s=64x48:r=25', source].flatMap(graph => ['-f', 'lavfi', '-i', graph])
    const clip = await kit.make(`sound-${name}.mp4`, [...inputs, '-t', '0.6'])
    const { folder, hasSound } = await renditionsOf(clip)
    expect(hasSound).toBe(true)
    await decodeToWav48k(clip, kit.file(`${name}.wav`), kit)
    const [made, delivered] = [await readFile(join(folder, shotFiles.sound)), await readFile(kit.file(`${name}.wav`))]
    expect(made.equals(delivered)).toBe(true)
    const [left] = await decodedSound(kit.ffmpeg, kit.file(`${name}.wav`))
    // Six channels together do not clip.
    expect(peakDb(left.subarray(9600, 19_200))).toBeLessThan(-0.1)
    expect(peakDb(left.subarray(9600, 19_200))).toBeGreaterThan(-7)
  })
})

describe('a filmstrip', () => {
  it('shows the middle of each stretch', async () => {
    // Half a second of black, one of white, half a second of black.
    const part = (colour: string, seconds: number) => `color=${colour}:s=64x48:r=25:d=${seconds}`
    const source = `${part('black', 0.5)}[a];${part('white', 1)}[b];${part('black', 0.5)}[c];[a][b][c]concat=n=3`
    const { filmstrip, folder } = await renditionsOf(await kit.clip('blink.mp4', { source, seconds: 2 }))
    expect(filmstrip).toEqual({ tiles: 4, columns: 4, rows: 1, tileWidth: 120, tileHeight: 90 })
    const strip = join(folder, shotFiles.filmstrip)
    expect(await probe(strip, kit)).toMatchObject({ mime: 'image/jpeg', width: 480, height: 90 })
    const cut = await kit.make('row.png', ['-i', strip, '-vf', 'scale=4:4:flags=area', '-update', '1'])
    const [pixels] = await greyFrames(kit.ffmpeg, cut, 4)
    expect([...pixels?.subarray(4, 8) ?? []].map(value => value > 128)).toEqual([false, true, true, false])
  })

  it('of a single frame has one tile', async () => {
    const { filmstrip, folder, proxy } = await renditionsOf(await kit.clip('one.mp4', { args: ['-frames:v', '1'] }))
    expect(filmstrip).toMatchObject({ tiles: 1, columns: 1 })
    expect(proxy.durationSeconds).toBeGreaterThan(0)
    expect(await probe(join(folder, shotFiles.filmstrip), kit)).toMatchObject({ width: 120, height: 90 })
  })
})

it('sizes are even, keep the shape, and never grow', () => {
  expect(proxySize({ width: 1080, height: 1920 })).toEqual({ width: 540, height: 960 })
  expect(proxySize({ width: 63, height: 47 })).toEqual({ width: 64, height: 48 })
  expect(proxySize({ width: 8000, height: 400 })).toEqual({ width: 1920, height: 96 })
  expect(filmstripOf({ width: 960, height: 540 }, 3600)).toEqual({ tiles: 120, columns: 12, rows: 10, tileWidth: 160, tileHeight: 90 })
  expect(filmstripOf({ width: 540, height: 960 }, 0)).toEqual({ tiles: 1, columns: 1, rows: 1, tileWidth: 50, tileHeight: 90 })
})
