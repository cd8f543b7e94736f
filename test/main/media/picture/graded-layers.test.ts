/**
 * Graded pictures are delivered in the colours that the grade says: stills and films of all colours, faded, moved, clear, slow and
 * backwards.
 *
 * @module-tag all
 */
import type { Grade } from '#contract/grade.ts'
import type { Key, Keys } from '#contract/sequence-document.ts'
import type { RenderPicture } from '../../../../src-main/media/plan/render-plan.ts'
import type { Made } from '../../../kit/colours/patches.ts'
import type { MediaKit } from '../../../kit/media.ts'
import type { Scene } from '../../../kit/scenes.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cubeOf } from '#rules/colour/cube.ts'
import { grading, neutralGrade, vignetteAt } from '#rules/colour/grade.ts'
import { cubeText, latticeOf } from '#rules/colour/lattice.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { gradeAt } from '#rules/sequence/graded.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { hasMovingGrade } from '../../../../src-main/media/picture/graded-layer.ts'
import { readSource } from '../../../../src-main/media/picture/picture-source.ts'
import { renderSegment } from '../../../../src-main/media/picture/render-segment.ts'
import { segmentKey } from '../../../../src-main/media/picture/segment-key.ts'
import { segmentsOf } from '../../../../src-main/media/picture/segments.ts'
import { farthest, makeFilm, patchesIn, profileOf, rawPatches, wantedOf, withPngProfile } from '../../../kit/colours/patches.ts'
import { render } from '../../../kit/every-preset.ts'
import { spread } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { moved } from '../../../kit/moved.ts'
import { silentEncoding } from '../../../kit/plain-plan.ts'
import { byScene, oneAfterAnother } from '../../../kit/scenes.ts'
import { lutTexts } from '../../../kit/truth/luts.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = 192
const rate = { numerator: 30_000, denominator: 1001 }

function picture(path: string, medium: 'picture' | 'video', has: Partial<RenderPicture> = {}): RenderPicture {
  return {
    ...{ file: { path, medium }, start: 0, length: 4, in: 0, sourceLength: medium === 'video' ? 4 : null, speed: 100 },
    ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: { ...plainLook, fit: 'cover' }, ...has },
  }
}

function planOf(scenes: readonly Scene[]) {
  return {
    ...{ width: size, height: size, rate, background: '#000000', sounds: [], ...oneAfterAnother(scenes) },
    captions: { mode: 'none' as const, assPath: null, fontsDir: null, tracks: [] },
    ...{ loudness: null, chapters: [], metadata: {} },
  }
}

/** Of each scene, as YUV 4:2:0; all are rendered as one film. */
async function framesOfAll(scenes: readonly Scene[]): Promise<Uint8Array[][]> {
  const encoding = silentEncoding({ width: size, height: size })
  const video = { ...encoding.video!, quality: 'high' as const }
  const plan = planOf(scenes)
  const { path } = await render({ ...plan, encoding: { ...encoding, video } }, kit)
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'])
  const bytes = size ** 2 * 3 / 2
  expect(stdout).toHaveLength(plan.durationFrames * bytes)
  return byScene(Array.from({ length: plan.durationFrames }, (_, at) => stdout.subarray(at * bytes, (at + 1) * bytes)), scenes)
}
async function framesOf(pictures: readonly RenderPicture[], frames: number): Promise<Uint8Array[]> {
  return (await framesOfAll([{ pictures, frames }]))[0]!
}

async function png(name: string): Promise<Made> {
  const path = await kit.make(name, [
    ...await rawPatches(kit, `${name}.raw`),
    ...['-frames:v', '1', '-pix_fmt', 'rgb24', '-c:v', 'png', '-update', '1'],
  ])
  return { path, wanted: await wantedOf(kit, path, 'bt709', 'srgb') }
}
async function widePng(name: string): Promise<Made> {
  const path = await kit.make(name, [
    ...await rawPatches(kit, `${name}.raw`, 'p3', 'srgb'),
    ...['-frames:v', '1', '-pix_fmt', 'rgb24', '-c:v', 'png', '-update', '1'],
  ])
  await writeFile(path, withPngProfile(await readFile(path), profileOf('p3', 'srgb')))
  return { path, wanted: await wantedOf(kit, path, 'p3', 'srgb') }
}
const hd = ['bt709', 'bt709', 'bt709'] as const
const film = (form: Parameters<typeof makeFilm>[2]) => (name: string) => makeFilm(kit, name, form)

const key = (at: number, value: number, easing: Key['easing'] = 'linear'): Key => ({ at, value, easing })

function gradedColours(grade: Grade, wanted: readonly (readonly number[])[]): number[][] {
  return wanted.map(([red, green, blue]) =>
    grading(grade)([red! / 255, green! / 255, blue! / 255]).map(value => value * 255))
}

/** To store colours in eight bits of YUV is 1.7 codes off by itself; a grade that makes them differ more makes this more, too. */
const most = 3

const wheel = (red: number, green: number, blue: number) => ({ all: 0, red, green, blue })
const own: Grade = {
  ...neutralGrade,
  ...{ exposure: -0.4, contrast: 0.1, saturation: -0.2, temperature: 0.2, tint: -0.1 },
  ...{ lift: wheel(0.1, 0, 0.05), gamma: wheel(0, 0.1, -0.1), gain: wheel(-0.05, 0, 0.05) },
}

describe.each(spread([
  ['a still', 'picture', png],
  ['a still of P3', 'picture', widePng],
  ['a film', 'video', film({ space: 'bt709', matrix: 'bt709', isFull: false, pixels: 'yuv420p', tags: hd })],
  ['an untagged film of BT.601', 'video', film({ space: 'bt709', matrix: 'bt601', isFull: false, pixels: 'yuv420p', tags: null })],
  ['a film of full range', 'video', film({ space: 'bt709', matrix: 'bt709', isFull: true, pixels: 'yuv444p', tags: hd })],
  ['a film of ten bits', 'video', film({ space: 'bt709', matrix: 'bt709', isFull: false, pixels: 'yuv422p10le', tags: hd })],
] as const, 2))('%s', (name, medium, make) => {
  it('has the colours of its grade, alone, while it fades, and moved', async () => {
    const { path, wanted } = await make(`${name}.${medium === 'picture' ? 'png' : 'mp4'}`)
    const off: [string, number][] = []
    const grades = Object.entries({ ...gradePresets, own })
    const films = await framesOfAll(grades.flatMap(([, grade]) => {
      const has = { grade, length: 4, fadeIn: 2 }
      const larger = { ...plainLook, fit: 'cover' as const, scale: 1.01 }
      return [
        { pictures: [picture(path, medium, has)], frames: 3 },
        { pictures: [picture(path, medium, { ...has, look: larger })], frames: 2 },
      ]
    }))
    for (const [at, [of, grade]] of grades.entries()) {
      const colours = gradedColours(grade, wanted)
      const [[first, , third], [, half]] = films.slice(at * 2) as [Uint8Array[], Uint8Array[]]
      off.push([`${of} alone`, farthest(patchesIn(third!, size), colours)])
      expect(Math.max(...patchesIn(first!, size).flat())).toBeLessThan(2)
      off.push([`${of} half faded`, farthest(patchesIn(half!, size), colours.map(colour => colour.map(value => value / 2)))])
    }
    expect(off.filter(([, codes]) => codes > most)).toEqual([])
  })
})

describe('a look-up table', () => {
  it.each(Object.keys(lutTexts))('%s of a grade has the colours that the rule says', async (name) => {
    const { id, text } = lutTexts[name]!
    const lut = { path: kit.file(name) }
    await writeFile(lut.path, text)
    const { path, wanted } = await png(`${name}.png`)
    const grades = [1, 0.4].map(amount => ({ ...own, lut: { id, amount } }))
    const films = await framesOfAll(grades.map(grade => ({ pictures: [picture(path, 'picture', { grade, lut })], frames: 1 })))
    for (const [at, grade] of grades.entries()) {
      const [frame] = films[at]!
      const changed = grading(grade, cubeOf(text))
      const colours = wanted.map(([red, green, blue]) => changed([red! / 255, green! / 255, blue! / 255]).map(value => value * 255))
      expect(farthest(patchesIn(frame!, size), colours)).toBeLessThanOrEqual(most)
      expect(farthest(colours, gradedColours(own, wanted))).toBeGreaterThan(most)
    }
  })

  it('that a grade was saved as makes the same of a picture in ffmpeg', async () => {
    await writeFile(kit.file('saved.cube'), cubeText(latticeOf(own), 'Our own “look”'))
    const { path, wanted } = await png('saved.png')
    const look = ['-vf', `lut3d=file=${kit.file('saved.cube')}`]
    const drawn = await kit.make('looked.png', ['-i', path, ...look, '-frames:v', '1', '-update', '1'])
    const [frame] = await framesOf([picture(drawn, 'picture')], 1)
    expect(farthest(patchesIn(frame!, size), gradedColours(own, wanted))).toBeLessThanOrEqual(most)
  })
})

it.each([
  ['stays', {}],
  ['changes', { tint: [key(0, -0.1), key(300, 0.1)] }],
] as const)('one can see through a picture whose grade %s as through the same without a grade', async (_, keys) => {
  const path = await kit.make('clear.png', [
    ...['-f', 'lavfi', '-i', `color=0x6090c0@0.5:s=64x64,format=rgba`, '-frames:v', '1', '-c:v', 'png', '-update', '1'],
  ])
  const below = await kit.picture('below.png', { width: size, height: size, colour: '0x203040' })
  const grade = { ...own, vignette: 0 }
  const [frame] = await framesOf([picture(below, 'picture'), picture(path, 'picture', { grade, keys: structuredClone(keys) as Keys })], 1)
  const over = grading(grade)([0x60 / 255, 0x90 / 255, 0xC0 / 255]).map(value => value * 255)
  const wanted = [0x20, 0x30, 0x40].map((value, at) => value + (over[at]! - value) * 128 / 255)
  expect(farthest(patchesIn(frame!, size).slice(0, 1), [wanted])).toBeLessThanOrEqual(most)
})

it.each(['picture', 'video'] as const)('a vignette of a %s darkens its corners, by itself and with colours', async (medium) => {
  const args = ['-f', 'lavfi', '-i', `color=0x808080:s=160x160:r=25:d=1,format=${medium === 'video' ? 'yuv420p' : 'rgb24'}`]
  const path = medium === 'video'
    ? await kit.make('grey.mp4', [...args, '-c:v', 'libx264', '-qp', '4', '-colorspace', 'bt709', '-color_range', 'tv'])
    : await kit.make('grey.png', [...args, '-frames:v', '1', '-update', '1'])
  const grades = [{ ...neutralGrade, vignette: 0.8, vignetteStart: 0.2 }, { ...gradePresets.warm, vignette: 0.5 }]
  const larger = { ...plainLook, fit: 'cover' as const, scale: 1.004 }
  const films = await framesOfAll(grades.flatMap(grade =>
    [{}, { look: larger }].map(has => ({ pictures: [picture(path, medium, { grade, ...has })], frames: 2 }))))
  for (const [at, grade] of grades.entries()) {
    const [[frame], [moved]] = films.slice(at * 2) as [Uint8Array[], Uint8Array[]]
    const colour = grading(grade)([128 / 255, 128 / 255, 128 / 255])
    const wanted = Array.from({ length: 16 }, (_, at) => {
      const share = vignetteAt(grade, (at % 4 + 0.5) / 4, (Math.floor(at / 4) + 0.5) / 4)
      return colour.map(value => value * share * 255)
    })
    for (const each of [frame, moved])
      expect(farthest(patchesIn(each!, size), wanted)).toBeLessThanOrEqual(most)
  }
})

it('a still moves with a grade and its vignette as without, alone and above another', async () => {
  const bar = 'color=black:s=192x192,drawbox=x=92:y=0:w=8:h=192:c=white:t=fill,format=rgb24'
  const path = await kit.make('bar.png', ['-f', 'lavfi', '-i', bar, '-frames:v', '1', '-update', '1'])
  const below = picture(await kit.picture('under.png', { width: size, height: size, colour: '0x203040' }), 'picture', { length: 10 })
  const still = picture(path, 'picture', { length: 10, look: { ...plainLook, fit: 'cover' } })
  const moving = moved(still, { x: -0.4, y: 0, scale: 1 })
  /** Where the bar is. */
  const placeIn = (frame: Uint8Array): number => {
    const weights = [...frame.subarray(size * size / 2, size * (size / 2 + 1))].map(value => Math.max(0, value - 90))
    return weights.reduce((sum, weight, x) => sum + weight * x, 0) / weights.reduce((sum, weight) => sum + weight, 0)
  }
  const wanted = Array.from({ length: 10 }, (_, frame) => 95.5 - 0.4 * size * frame / 9)
  const scenes = [[], [below]].flatMap(under =>
    [undefined, { ...neutralGrade, exposure: -0.2 }, { ...neutralGrade, vignette: 0.1 }].map(grade =>
      ({ pictures: [...under, { ...moving, ...grade && { grade } }], frames: 10 })))
  for (const frames of await framesOfAll(scenes))
    frames.forEach((each, frame) => expect(Math.abs(placeIn(each) - wanted[frame]!)).toBeLessThan(1.5))
})

describe('a shot', () => {
  /** Its brightness says its frame. */
  const counted = () => kit.make('counted.mp4', [
    ...['-f', 'lavfi', '-i', 'color=black:s=64x64:r=30000/1001:d=2,format=gray,geq=lum=10+N*4,format=yuv420p'],
    ...['-c:v', 'libx264', '-qp', '4', '-g', '12', '-color_range', 'tv', '-colorspace', 'bt709'],
  ])
  const slowing = [{ at: 0, speed: 300, easing: 'ease' as const }, { at: 25, speed: 30, easing: 'hold' as const }]
  const grade = { ...neutralGrade, exposure: -0.5, vignette: 0.4 }
  const brightness = (value: number): number => 16 + 219 * value / 255 * 2 ** (-0.5 / 2.4)
  const shots: readonly [string, Partial<RenderPicture>, number][] = [
    ['plays', { in: 20 }, 30],
    ['plays fast', { in: 3, speed: 130 }, 30],
    ['plays slowly', { in: 12, speed: 33 }, 40],
    ['plays backwards', { in: 10, isReversed: true }, 40],
    ['plays slowly backwards', { in: 12, speed: 50, isReversed: true }, 40],
    ['changes its speed', { in: 4, ramp: { at: 0, from: 400, points: slowing } }, 30],
    ['is held', { in: 33, isFrozen: true }, 12],
    ['lasts longer than its file', { in: 45, length: 40 }, 40],
  ]
  it('plays fast, slowly, backwards and ramped, is held and ends as without its grade', async () => {
    const path = await counted()
    const scenes = shots.map(([, has, frames]) =>
      ({ frames, pictures: [picture(path, 'video', { length: frames, sourceLength: 59, grade, ...has })] }))
    const off = (await framesOfAll(scenes)).flatMap((frames, of) => frames.flatMap((frame, at) => {
      const value = frame[size * (size / 2) + size / 2]!
      const wanted = brightness(10 + 4 * sourceFrameAt(scenes[of]!.pictures[0]!, at))
      return Math.abs(value - wanted) > 1.4 ? [`${shots[of]![0]}, frame ${at}: ${value} for ${wanted}`] : []
    }))
    expect(off).toEqual([])
  })
})

describe('a grade that changes', () => {
  const luma = (value: number): number => 16 + 219 * value / 255
  const courses = [
    ['evenly', [key(200, 0, 'linear'), key(1400, 1)]],
    ['slowly at both ends', [key(0, 1, 'ease'), key(900, -0.5, 'ease'), key(1500, 0.5)]],
    ['at once', [key(500, 0.5, 'hold'), key(900, -0.5)]],
  ] as const
  const shots: readonly [string, 'picture' | 'video', Partial<RenderPicture>][] = [
    ['a still', 'picture', {}],
    ['a film', 'video', {}],
    ['a slow film', 'video', { speed: 40 }],
    ['a fast film', 'video', { in: 1, speed: 140 }],
    ['a film backwards', 'video', { in: 2, isReversed: true }],
    ['a held frame', 'video', { in: 5, isFrozen: true }],
    ['a film that is shorter than its clip', 'video', { in: 8 }],
  ]
  it.each(spread(shots, 3))('of %s has in each frame the colours of its keys, alone, moved and above another', async (name, medium, has) => {
    const grey = `color=0x606060:s=96x96:r=30000/1001,format=${medium === 'video' ? 'yuv420p' : 'rgb24'}`
    const path = medium === 'video'
      ? await kit.make(`${name}.mp4`, [
          ...['-f', 'lavfi', '-i', `${grey},trim=end_frame=24`, '-c:v', 'libx264', '-qp', '4'],
          ...['-colorspace', 'bt709', '-color_range', 'tv'],
        ])
      : await kit.make(`${name}.png`, ['-f', 'lavfi', '-i', grey, '-frames:v', '1', '-update', '1'])
    const dark = await kit.picture(`below ${name}.png`, { width: size, height: size, colour: '0x203040' })
    const below = picture(dark, 'picture', { length: 20 })
    const cropped = { ...plainLook, fit: 'cover' as const, scale: 1.004, crop: { ...plainLook.crop, left: 0.1 } }
    const lasting = { length: 20, sourceLength: medium === 'video' ? 24 : null, ...has }
    const ways: readonly [string, readonly RenderPicture[], Partial<RenderPicture>][] = [
      ['alone', [], {}],
      ['moved', [], { look: cropped }],
      ['fading', [below], { crossIn: 3 }],
      ['above another', [below], { look: cropped }],
    ]
    const found: string[] = []
    const all = ways.map(([way, under, as], turn) => {
      const [how, exposure] = courses[turn % courses.length]!
      return { way, how, under, given: picture(path, medium, { ...lasting, ...as, keys: { exposure: [...exposure] } }) }
    })
    const films = await framesOfAll(all.map(({ under, given }) => ({ pictures: [...under, given], frames: 20 })))
    for (const [turn, { way, how, given }] of all.entries()) {
      const shown = films[turn]!.map(frame => frame[size * (size / 2) + size / 2]!)
      const wanted = shown.map((_, at) => luma(0x60 * 2 ** (gradeAt(given, at).exposure / 2.4)))
      const isOff = (value: number, at: number): boolean => at >= given.crossIn && Math.abs(value - wanted[at]!) > 1.5
      found.push(...shown.flatMap((value, at) => isOff(value, at) ? [`${way}, ${how}, frame ${at}: ${value} for ${wanted[at]}`] : []))
    }
    expect(found).toEqual([])
  })

  it('has all colours of its frame, a look-up table as much as is seen of it, and a vignette', async () => {
    const { path, wanted } = await png('changing.png')
    const { id, text } = Object.values(lutTexts)[0]!
    const lut = { path: kit.file('changing.cube') }
    await writeFile(lut.path, text)
    const keys: Keys = {
      saturation: [key(0, -0.3, 'linear'), key(300, 0.2)],
      gammaRed: [key(0, 0.2, 'linear'), key(300, -0.2)],
      lutAmount: [key(0, 0, 'linear'), key(300, 0.9)],
    }
    const given = picture(path, 'picture', { grade: { ...own, lut: { id, amount: 0 } }, keys, lut })
    const frames = await framesOf([given], 4)
    const off = frames.map((frame, at) => {
      const changed = grading(gradeAt(given, at), cubeOf(text))
      const colours = wanted.map(([red, green, blue]) => changed([red! / 255, green! / 255, blue! / 255]).map(value => value * 255))
      return farthest(patchesIn(frame, size), colours)
    })
    expect(off.filter(codes => codes > most)).toEqual([])
    expect(farthest(patchesIn(frames[0]!, size), patchesIn(frames[3]!, size))).toBeGreaterThan(10)

    const plain = await kit.picture('plain.png', { width: size, height: size, colour: '0x808080' })
    const darkened = picture(plain, 'picture', {
      keys: { vignette: [key(0, 0, 'ease'), key(300, 0.8)], vignetteStart: [key(0, 0.6, 'linear'), key(300, 0.1)] },
    })
    const corners = (await framesOf([darkened], 4)).map((frame, at) => {
      const share = vignetteAt(gradeAt(darkened, at), 0.5 / 4, 0.5 / 4)
      return Math.abs(patchesIn(frame, size)[0]![0]! - 128 * share)
    })
    expect(corners.filter(codes => codes > most)).toEqual([])
  })

  it('is cut into segments whose lattices have room on a disk, also while its picture moves', async () => {
    const path = await kit.picture('long.png', { width: size, height: size, colour: '0x808080' })
    const facts = await readSource({ path, medium: 'picture' }, { ffmpeg: kit.ffmpeg, signal: new AbortController().signal })
    const keys: Keys = { scale: [key(0, 1), key(200_000, 1.2)], tint: [key(30_000, 0), key(150_000, 1)] }
    const given = picture(path, 'picture', { length: 2000, keys })
    const plan = { ...planOf([{ pictures: [given], frames: 2000 }]), encoding: silentEncoding({ width: size, height: size }) }
    const segments = segmentsOf(plan, () => facts)
    expect(segments.map(({ startFrame }) => startFrame)).toEqual([0, 300, 599, 1198, 1500])
    expect(segments.map(({ layers }) => hasMovingGrade(layers[0]!))).toEqual([false, true, true, true, false])
  })

  it('leaves nothing but the film in the folder where it is drawn', async () => {
    const path = await kit.picture('left.png', { width: size, height: size, colour: '0x808080' })
    const given = picture(path, 'picture', { keys: { exposure: [key(0, 0, 'linear'), key(300, 1)] } })
    const plan = { ...planOf([{ pictures: [given], frames: 4 }]), encoding: silentEncoding({ width: size, height: size }) }
    const facts = await readSource({ path, medium: 'picture' }, { ffmpeg: kit.ffmpeg, signal: new AbortController().signal })
    const folder = kit.file('drawn')
    await mkdir(folder)
    const [segment] = segmentsOf(plan, () => facts)
    const encoder = { name: 'libx264', quality: 'high' } as const
    const job = { plan, segment: segment!, folder, name: 'one', encoder, threads: 1, burnsCaptions: false }
    await renderSegment(job, { ffmpeg: kit.ffmpeg, signal: new AbortController().signal, onProgress: () => {} })
    expect(await readdir(folder)).toEqual(['one.mp4'])
  })
})

it('a grade is part of the name of what is drawn; one that changes nothing is not', async () => {
  const { path } = await png('named.png')
  const facts = await readSource({ path, medium: 'picture' }, { ffmpeg: kit.ffmpeg, signal: new AbortController().signal })
  const keyOf = (grade: Grade | undefined, keys?: Keys): string | null => {
    const given = picture(path, 'picture', { ...grade && { grade }, ...keys && { keys } })
    const plan = { ...planOf([{ pictures: [given], frames: 4 }]), encoding: silentEncoding({ width: size, height: size }) }
    const encoder = { name: 'libx264', quality: 'high' } as const
    return segmentKey(segmentsOf(plan, () => facts)[0]!, { plan, encoder, captions: null, ffmpegVersion: '', contentOf: () => 'bytes' })
  }
  expect(keyOf(neutralGrade)).toBe(keyOf(undefined))
  expect(keyOf({ ...neutralGrade, pivot: 0.3 })).toBe(keyOf(undefined))
  expect(keyOf(own)).not.toBe(keyOf(undefined))
  expect(keyOf({ ...own, vignette: 0.1 })).not.toBe(keyOf(own))
  const exposed = (...exposure: Key[]): string | null => keyOf(undefined, { exposure })
  expect(exposed(key(0, 0), key(900, 0))).toBe(keyOf(undefined))
  expect(exposed(key(0, 0), key(900, 1))).not.toBe(exposed(key(0, 0), key(900, 0.9)))
  expect(exposed(key(0, 0), key(900, 1))).not.toBe(exposed(key(0, 0, 'ease'), key(900, 1)))
})
