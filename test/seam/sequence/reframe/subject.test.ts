/** The guess at a subject: within the picture, at what moves and is bright, calm over time. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { subjectIn } from '#rules/sequence/reframe/subject.ts'

const size = { width: 32, height: 18 }

/** Grey pictures with a bright spot at each of these places. */
function spots(places: readonly { readonly x: number, readonly y: number }[], brightness = 240, background = 20): Uint8Array[] {
  return places.map(({ x, y }) => Uint8Array.from({ length: size.width * size.height }, (_, at) => {
    const [across, down] = [at % size.width, Math.floor(at / size.width)]
    return Math.abs(across - x) <= 1 && Math.abs(down - y) <= 1 ? brightness : background
  }))
}

it('is within the picture, one for each, whatever is seen', () => {
  const pictures = fc.array(fc.uint8Array({ minLength: 576, maxLength: 576 }), { minLength: 1, maxLength: 12 })
  fc.assert(fc.property(pictures, fc.double({ min: 0.5, max: 8, noNaN: true }), (all, perSecond) => {
    const found = subjectIn(all, size, perSecond)
    expect(found).toHaveLength(all.length)
    for (const { x, y } of found) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x, y)).toBeLessThanOrEqual(1)
    }
  }))
})

it('follows a bright spot that moves', () => {
  const places = Array.from({ length: 21 }, (_, at) => ({ x: 4 + at, y: 9 }))
  const found = subjectIn(spots(places), size, 4)
  found.forEach(({ x, y }, at) => {
    expect(Math.abs(x - (places[at]!.x + 0.5) / 32)).toBeLessThan(0.06)
    expect(y).toBeCloseTo(9.5 / 18, 2)
  })
})

it('follows the brighter of two that move', () => {
  const frames = Array.from({ length: 12 }, (_, at) => {
    const [bright] = spots([{ x: 5 + at % 2, y: 5 }])
    const [dim] = spots([{ x: 26 - at % 2, y: 12 }], 90)
    return bright!.map((value, index) => Math.max(value, dim![index]!))
  })
  expect(subjectIn(frames, size, 4)[6]!.x).toBeLessThan(0.3)
})

it('is where the edges of a still are, and in the middle of an empty picture', () => {
  expect(subjectIn(spots([{ x: 25, y: 4 }]), size, 4)[0]!.x).toBeCloseTo(25.5 / 32, 1)
  expect(subjectIn([new Uint8Array(576).fill(90)], size, 4)).toEqual([{ x: 0.5, y: 0.5 }])
})

it('stays where it was while nothing moves, and is not moved by noise', () => {
  const frames = spots(Array.from({ length: 16 }, (_, at) => ({ x: 4 + Math.min(7, at), y: 9 })))
  const noisy = frames.map((frame, at) => frame.map((value, index) => value + (index * 7 + at * 13) % 5))
  const found = subjectIn(noisy, size, 4)
  expect(Math.abs(found.at(-1)!.x - 11 / 32)).toBeLessThan(0.06)
})
