/** The backdrop of a clip: what it is, where it is, and its blur. */
import type { Backdrop } from '#contract/backdrop.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backdropSize, behind, blurPixels, usualBackdrop } from '#rules/sequence/backdrop.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { placedAt, resolve } from '#rules/sequence/resolve.ts'
import { clipId, documentOf, picture, pictureTrack } from '../../kit/sequence.ts'

const takeId = clipId(7) as never // has the form of an id
const shot = { ...picture(11, 0, 50, { takeId, sourceLength: 50 }), backdrop: usualBackdrop }
const sides = fc.integer({ min: 16, max: 4000 })
const backdrops: fc.Arbitrary<Backdrop> = fc.record({
  blur: fc.double({ min: 0.02, max: 0.1, noNaN: true }),
  darkness: fc.double({ min: 0, max: 0.9, noNaN: true }),
})

it('is right below its clip, fills the frame whatever the clip does, and fades with it', () => {
  fc.assert(fc.property(sides, sides, fc.double({ min: 0.1, max: 3, noNaN: true }), fc.nat(49), (width, height, scale, at) => {
    const clip = {
      ...{ ...shot, look: { ...shot.look, scale, x: 0.3, rotation: 20, opacity: 0.8 }, fadeIn: 20 },
      keys: { x: [{ at: 0, value: 0.2, easing: 'linear' as const }], opacity: [{ at: 0, value: 0.5, easing: 'hold' as const }] },
    }
    const [stretch] = resolve(documentOf(pictureTrack(1, [clip]))).stretches
    expect(stretch!.layers.map(layer => [layer.clip.id, layer.clip.isBehind ?? false])).toEqual([[clip.id, true], [clip.id, false]])
    const [below, above] = stretch!.layers.map(layer => placedAt(layer.clip, at))
    expect(below!.opacity).toBe(above!.opacity)
    const frame = { width: 1080, height: 1920 }
    const placed = placementOf(stretch!.layers[0]!.clip.look, below!, { width, height }, frame)
    expect([placed.x, placed.y, placed.rotation]).toEqual([540, 960, 0])
    expect(Math.min(placed.width / 1080, placed.height / 1920)).toBeCloseTo(1)
  }))
})

it('of a title there is none, nor without one', () => {
  expect(behind({ ...shot, takeId: null })).toBeNull()
  const { backdrop: _, ...plain } = shot
  expect(behind(plain)).toBeNull()
  expect(resolve(documentOf(pictureTrack(1, [plain]))).stretches[0]!.layers).toHaveLength(1)
})

it('has the keys of the colours, and none of those of its place', () => {
  const keys = { tint: [{ at: 0, value: 0.4, easing: 'hold' as const }], scale: [{ at: 0, value: 2, easing: 'hold' as const }] }
  expect(behind({ ...shot, keys })).toMatchObject({ keys: { tint: keys.tint } })
  expect(behind({ ...shot, keys })).not.toHaveProperty('keys.scale')
})

it('a dip in colour is over it once', () => {
  const dip = { ...shot, crossIn: 10, transition: { kind: 'dip' as const, colour: '#ffffff' } }
  expect(placedAt(dip, 5).veil).toEqual({ colour: '#ffffff', opacity: 1 })
  expect(placedAt(behind(dip)!, 5).veil).toBeUndefined()
})

it('has the shape of the picture in few pixels', () => {
  fc.assert(fc.property(sides, sides, (width, height) => {
    const small = backdropSize({ width, height })
    expect(Math.max(small.width, small.height)).toBe(96)
    expect(Math.min(small.width, small.height)).toBeGreaterThanOrEqual(2)
    expect(Math.abs(small.width * height / width - small.height)).toBeLessThanOrEqual(Math.max(1, height / width) * 2)
  }))
})

describe('the blur', () => {
  const drawn = fc.tuple(fc.integer({ min: 2, max: 24 }), fc.integer({ min: 2, max: 24 })).chain(([width, height]) =>
    fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }).map(bytes => ({ width, height, bytes })))

  it('never leaves the range of the colours, but for the darkness', () => {
    fc.assert(fc.property(drawn, backdrops, ({ width, height, bytes }, backdrop) => {
      const pixels = Uint8ClampedArray.from(bytes)
      blurPixels(pixels, { width, height }, backdrop)
      for (const channel of [0, 1, 2]) {
        const of = (all: Iterable<number>) => [...all].filter((_, at) => at % 4 === channel)
        const [least, most] = [Math.min(...of(bytes)), Math.max(...of(bytes))].map(value => value * (1 - backdrop.darkness))
        expect(Math.min(...of(pixels))).toBeGreaterThanOrEqual(least! - 1)
        expect(Math.max(...of(pixels))).toBeLessThanOrEqual(most! + 1)
      }
      expect(pixels.filter((_, at) => at % 4 === 3).every(alpha => alpha === 255)).toBe(true)
    }))
  })

  it('leaves one colour as it is, and spreads a point evenly to all sides', () => {
    const size = { width: 41, height: 41 }
    const plain = new Uint8ClampedArray(41 * 41 * 4).fill(200)
    blurPixels(plain, size, { blur: 0.05, darkness: 0 })
    expect([...plain.subarray(0, 3)]).toEqual([200, 200, 200])
    const point = new Uint8ClampedArray(41 * 41 * 4)
    for (let y = 17; y <= 23; y++) {
      for (let x = 17; x <= 23; x++)
        point.fill(255, (y * 41 + x) * 4, (y * 41 + x) * 4 + 3)
    }
    blurPixels(point, size, { blur: 0.02, darkness: 0 })
    const at = (x: number, y: number): number => point[(y * 41 + x) * 4]!
    expect(at(15, 20)).toBeGreaterThan(10)
    expect([at(25, 20), at(20, 15), at(20, 25)]).toEqual([at(15, 20), at(15, 20), at(15, 20)])
  })
})
