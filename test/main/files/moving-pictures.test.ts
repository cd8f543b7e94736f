/**
 * Pictures that move become films with their own times and transparency, or a still; what they were is kept.
 *
 * @module-tag all
 */
import type { MediaKit } from '../../kit/media.ts'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movingPicture } from '#rules/files/moving-pictures.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { openComingIn } from '../../kit/coming-in.ts'
import { spread } from '../../kit/how-long.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** Five frames of 200 ms: a red half that becomes opaque green. */
const source = 'color=red@0.5:s=64x48:r=5:d=0.4,format=rgba[a];color=lime:s=64x48:r=5:d=0.6,format=rgba[b];[a][b]concat=n=2'
const opaque = 'color=red:s=64x48:r=5:d=0.4,format=rgba[a];color=lime:s=64x48:r=5:d=0.6,format=rgba[b];[a][b]concat=n=2'
const kinds: readonly (readonly [name: string, args: readonly string[], keepsHalves: boolean])[] = [
  ['moves.gif', ['-f', 'gif'], false],
  ['moves.png', ['-f', 'apng'], true],
  ['moves.webp', ['-c:v', 'libwebp_anim', '-lossless', '1'], true],
  ['lossy.webp', ['-c:v', 'libwebp_anim', '-q:v', '90'], true],
]

const forms = ['', 'opaque-', 'one-'] as const
let drawing: Promise<void> | undefined
/** All of them are drawn by one command, when the first is needed. */
async function drawn(name: string, form: typeof forms[number] = ''): Promise<string> {
  drawing ??= kit.makeAll(['-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', opaque], forms.flatMap(each => kinds.map(([kind, args]) =>
    [each + kind, ['-map', each === 'opaque-' ? '1:v' : '0:v', ...each === 'one-' ? ['-frames:v', '1'] : [], ...args]] as const)))
  await drawing
  return kit.file(form + name)
}

async function pixels(path: string): Promise<{ ms: number, rgba: number[] }[]> {
  const small = ['-vf', 'format=rgba,scale=1:1:flags=neighbor', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba']
  const { stdout } = await kit.ffmpeg.run([
    ...['-y', '-i', path, ...small, '-'],
    ...['-map', '0:v:0', '-c', 'copy', '-f', 'framecrc', kit.file('times.txt')],
  ])
  const times = await readFile(kit.file('times.txt'), 'utf8')
  const [numerator, denominator] = (/#tb 0: (\d+)\/(\d+)/.exec(times) ?? []).slice(1).map(Number)
  return times.split('\n').filter(line => line.startsWith('0,')).map((line, at) => ({
    ms: Math.round(Number(line.split(',')[3]) * 1000 * (numerator ?? 0) / (denominator ?? 1)),
    rgba: [...stdout.subarray(at * 4, at * 4 + 4)],
  }))
}
function isNear(rgba: readonly number[], wanted: readonly number[]): boolean {
  return rgba.every((value, at) => Math.abs(value - (wanted[at] ?? 0)) <= 6)
}

describe.each(spread(kinds, 3))('%s', (name, _args, keepsHalves) => {
  it('becomes a film of the same frames, each for its time', async () => {
    const { bring, assets, takes } = await openComingIn()
    const path = await drawn(name)
    const film = await bring(path)
    const asset = { extension: 'mov', width: 64, height: 48, channels: null, hasPoster: true }
    expect(film).toMatchObject({ medium: 'video', title: name, asset })
    expect(film.asset.durationSeconds).toBeCloseTo(1, 2)
    const frames = await pixels(assets.pathOf(film.asset))
    expect(frames.reduce((sum, { ms }) => sum + ms, 0)).toBe(1000)
    const [first, last] = [frames[0]?.rgba ?? [], frames.at(-1)?.rgba ?? []]
    expect(isNear(last, [0, 255, 0, 255])).toBe(true)
    if (keepsHalves)
      expect([first, isNear(first, [254, 0, 0, 128])]).toEqual([first, true])
    // What came is kept, byte for byte.
    const [original] = await takes.find(film.sourceTakeIds)
    expect(original).toMatchObject({ medium: 'picture', title: name, projectId: null })
    expect(original?.asset.id).toBe(sha256(await readFile(path)))
  })

  it('is opaque where all of it is', async () => {
    const { bring, assets } = await openComingIn()
    const film = await bring(await drawn(name, 'opaque-'))
    const { stderr } = await kit.ffmpeg.run(['-i', assets.pathOf(film.asset), '-frames:v', '1', '-f', 'null', '-'])
    expect(stderr).toMatch(/Video: png .*, rgb24/)
  })

  it('is a still where that is wanted', async () => {
    const { imports, projectId } = await openComingIn()
    const path = await drawn(name)
    const still = await imports.file(await imports.receive(basename(path), createReadStream(path), null), projectId, 'still')
    expect(still).toMatchObject({ medium: 'picture', projectId, asset: { width: 64, height: 48, durationSeconds: null, hasPoster: true } })
  })

  it('of one frame is a still, whatever is wanted', async () => {
    const { bring } = await openComingIn()
    const one = await bring(await drawn(name, 'one-'))
    expect(one).toMatchObject({ medium: 'picture', sourceTakeIds: [] })
  })
})

it('frames of different lengths keep them, the last one too', async () => {
  const { bring, assets } = await openComingIn()
  const bytes = await readFile(await drawn('moves.gif'))
  const lengths = [30, 7, 120, 50, 90]
  let at = 0
  for (const hundredths of lengths) {
    at = bytes.indexOf(Buffer.from([0x21, 0xF9, 0x04]), at) + 4
    bytes.writeUInt16LE(hundredths, at)
  }
  await writeFile(kit.file('uneven.gif'), bytes)
  const film = await bring(kit.file('uneven.gif'))
  expect((await pixels(assets.pathOf(film.asset))).map(({ ms }) => ms)).toEqual(lengths.map(each => each * 10))
  expect(film.asset.durationSeconds).toBeCloseTo(2.97, 2)
})

it.each([
  ['moves.avif', 'color=red:s=64x48:r=5:d=1', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p'], 255],
  ['clear.avif', 'color=red@0.5:s=64x48:r=5:d=1,format=yuva420p,split[c][x];[x]alphaextract', [], 128],
] as const)('%s becomes a film with its transparency', async (name, graph, args, alpha) => {
  const { bring, assets } = await openComingIn()
  const av1 = ['-c:v', 'libaom-av1', '-cpu-used', '8']
  const path = await kit.make(name, alpha === 255
    ? ['-f', 'lavfi', '-i', graph, ...args]
    : ['-filter_complex', `${graph}[a]`, '-map', '[c]', '-map', '[a]', '-pix_fmt:v:0', 'yuv420p', ...av1, '-t', '1'])
  const film = await bring(path)
  expect(film).toMatchObject({ medium: 'video', asset: { extension: 'mov', width: 64, height: 48 } })
  expect(film.asset.durationSeconds).toBeCloseTo(1, 1)
  const [first] = await pixels(assets.pathOf(film.asset))
  expect(Math.abs((first?.rgba[3] ?? 0) - alpha)).toBeLessThanOrEqual(2)
})

/** Moving edges, half transparent, so that the encoder keeps only the parts that change and lays them over each other. */
const lively = 'testsrc2=s=64x48:r=5:d=2,format=rgba,geq=r=\'r(X,Y)\':g=\'g(X,Y)\':b=\'b(X,Y)\':a=\'if(gt(mod(X+8*N,64),20),255,128)\''
const raw = ['-fps_mode', 'passthrough', '-pix_fmt', 'rgba', '-f', 'rawvideo', '-']
it.each([
  ['lively.png', ['-f', 'apng']],
  ['lively.webp', ['-c:v', 'libwebp_anim', '-lossless', '1']],
])('every pixel of %s is in the film', async (name, args) => {
  const { bring, assets } = await openComingIn()
  const { stdout: wanted } = await kit.ffmpeg.run(['-f', 'lavfi', '-i', lively, ...args, kit.file(name), ...raw])
  const film = await bring(kit.file(name))
  const { stdout: found } = await kit.ffmpeg.run(['-i', assets.pathOf(film.asset), ...raw])
  expect(found.length).toBe(wanted.length)
  let most = 0
  found.forEach((value, at) => {
    most = Math.max(most, Math.abs(value - (wanted[at] ?? 0)))
  })
  // Laid over what is half transparent, a part is rounded.
  expect(most).toBeLessThanOrEqual(2)
})

it('reads nonsense and cut files without an end or an error', async () => {
  for (const [name] of kinds) {
    const bytes = await readFile(await drawn(name))
    expect(movingPicture(bytes)?.frames).toBeGreaterThan(1)
    for (let end = 0; end < bytes.length; end += 7)
      movingPicture(bytes.subarray(0, end))
    for (let at = 0; at < bytes.length; at += 3)
      movingPicture(Uint8Array.from(bytes, (byte, index) => index === at ? byte ^ 0xFF : byte))
  }
  expect(movingPicture(new Uint8Array())).toBeNull()
})

it('refuses a WebP whose frames are outside of it, and keeps nothing', async () => {
  const { bring } = await openComingIn()
  const bytes = await readFile(await drawn('moves.webp'))
  bytes.writeUIntLE(500, bytes.indexOf('ANMF') + 8, 3)
  await writeFile(kit.file('outside.webp'), bytes)
  await expect(bring(kit.file('outside.webp'))).rejects.toMatchObject({ code: 'unreadable-file', data: { name: 'outside.webp' } })
})
