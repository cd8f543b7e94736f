/** A segment is named by what is seen in it: by everything that changes its picture, and by nothing else. */
import type { PictureEncoder } from '../../../../src-main/media/picture/picture-encoders.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import { expect, it } from 'vitest'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { segmentKey } from '../../../../src-main/media/picture/segment-key.ts'
import { segmentsOf } from '../../../../src-main/media/picture/segments.ts'
import { splitLong } from '../../../../src-main/media/picture/split-segments.ts'
import { moved } from '../../../kit/moved.ts'
import { onlyEncoding } from '../../../kit/plain-plan.ts'

const colours = { colourMatrix: 'bt709', hdr: null, map: null, isRounded: false, isAsFilm: true } as const
const source = { width: 64, height: 48, colours, hasAlpha: false, decoder: null }

function clip(changes: Partial<RenderPicture> = {}): RenderPicture {
  return {
    ...{ file: { path: 'film', medium: 'video' }, start: 0, length: 400, in: 0, sourceLength: 2_000, speed: 100 },
    ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: plainLook },
    ...changes,
  }
}

interface Facts {
  readonly ffmpegVersion?: string
  readonly contentOf?: (path: string) => string | null
  readonly screen?: Partial<RenderPlan>
  readonly encoder?: PictureEncoder
}

function atRate(numerator: number): RenderPlan['encoding'] {
  const { video, ...rest } = onlyEncoding({ width: 64, height: 48 })
  return { ...rest, video: video && { ...video, rate: { numerator, denominator: 1 } } }
}

const x264: PictureEncoder = { name: 'libx264', quality: 'standard' }

/** The keys of a film of these clips, one after another or as they are. */
function keysOf(pictures: readonly RenderPicture[], facts: Facts = {}): (string | null)[] {
  const { ffmpegVersion = '7.1', contentOf = path => path, screen = {}, encoder = x264 } = facts
  const end = Math.max(...pictures.map(({ start, length }) => start + length))
  const plan: RenderPlan = {
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: end, background: '#000000' },
    pictures,
    stretches: pictures.map(({ start, length }, at) => ({ startFrame: start, frames: length, layers: [at] })),
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding: onlyEncoding({ width: 64, height: 48 }), chapters: [] },
    ...screen,
  }
  return splitLong(segmentsOf(plan, () => source), plan)
    .map(segment => segmentKey(segment, { plan, encoder, captions: null, ffmpegVersion, contentOf }))
}

const easing = 'ease' as const
const ramp = (speed: number) => ({ at: 0, from: 0, points: [{ at: 0, speed: 100, easing }, { at: 200, speed, easing }] })
const whole = keysOf([clip()])
const newIn = (keys: readonly (string | null)[]): number => keys.filter(key => !whole.includes(key)).length

it('names three pieces of sixteen seconds', () => {
  expect(new Set(whole).size).toBe(3)
})

it.each<[string, readonly (string | null)[], number]>([
  ['nothing that lies elsewhere, but the gap before it', keysOf([clip({ start: 20 })]), 1],
  ['the last piece of what ends earlier', keysOf([clip({ length: 390 })]), 1],
  ['the first piece of what begins later', keysOf([clip({ in: 10, length: 390 })]), 1],
  ['nothing of what has more behind its end', keysOf([clip({ sourceLength: 9_000 })]), 0],
  ['the piece in which a file ends', keysOf([clip({ sourceLength: 395 })]), 1],
  ['what fades out, where it fades', keysOf([clip({ fadeOut: 20 })]), 2],
  ['all of another file', keysOf([clip({ file: { path: 'other', medium: 'video' } })]), 3],
  ['all of what lies otherwise', keysOf([clip({ look: { ...plainLook, x: 0.1 } })]), 3],
  ['all of what is cropped', keysOf([clip({ look: { ...plainLook, crop: { ...plainLook.crop, left: 0.1 } } })]), 3],
  ['all of what is turned', keysOf([clip({ look: { ...plainLook, rotation: 90 } })]), 3],
  ['all of what is less clear', keysOf([clip({ look: { ...plainLook, opacity: 0.5 } })]), 3],
  ['all of what runs faster', keysOf([clip({ speed: 150 })]), 3],
  ['all of what changes its speed, in pieces of four seconds at most', keysOf([clip({ ramp: ramp(150) })]), 5],
  ['all of what moves, as one', keysOf([moved(clip({}), { x: 0, y: 0, scale: 1.2 })]), 1],
  ['all of another size', keysOf([clip()], { screen: { width: 128 } }), 3],
  ['all at another rate', keysOf([clip()], { screen: { rate: { numerator: 30, denominator: 1 } } }), 2],
  ['all over another background', keysOf([clip()], { screen: { background: '#ff0000' } }), 3],
  ['all with another encoder', keysOf([clip()], { encoder: { name: 'libx265', quality: 'standard' } }), 3],
  ['all in another quality', keysOf([clip()], { encoder: { name: 'libx264', quality: 'high' } }), 3],
  ['all in hardware', keysOf([clip()], { encoder: { name: 'h264_nvenc', quality: 'standard' } }), 3],
  ['all of a film at another rate', keysOf([clip()], { screen: { encoding: atRate(30) } }), 3],
  ['all by another ffmpeg', keysOf([clip()], { ffmpegVersion: '8.0' }), 3],
])('names again %s', (_, keys, count) => {
  expect(newIn(keys)).toBe(count)
})

it('names nothing whose bytes are not known', () => {
  const second = clip({ start: 400, file: { path: 'unknown', medium: 'video' } })
  expect(keysOf([clip(), second], { contentOf: path => path === 'film' ? path : null })).toEqual([...whole, null, null, null])
})

it('names a still by how long it is seen, not by when', () => {
  const still = clip({ file: { path: 'still', medium: 'picture' }, sourceLength: null, length: 150 })
  expect(keysOf([still, { ...still, start: 150 }])).toSatisfy(([one, two]: string[]) => one === two)
})
