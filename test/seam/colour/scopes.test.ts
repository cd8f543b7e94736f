/**
 * Scopes count each pixel once, where its values say.
 *
 * @module-tag wide
 */
import type { ScopePicture } from '#rules/colour/scopes.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chromaOf, histogramOf, paradeOf, summaryOf, vectorscopeOf, waveformOf } from '#rules/colour/scopes.ts'

const sizes = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9 }))
const pictures: fc.Arbitrary<ScopePicture> = sizes.chain(([width, height]) =>
  fc.uint8ClampedArray({ minLength: width * height * 4, maxLength: width * height * 4 }).map(pixels => ({ pixels, width, height })))
const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0)

/** Every pixel is the same. */
function plain(red: number, green: number, blue: number): ScopePicture {
  return { width: 4, height: 3, pixels: Uint8ClampedArray.from({ length: 48 }, (_, at) => [red, green, blue, 255][at % 4]!) }
}
function placesOf({ counts, width }: { counts: Uint32Array, width: number }): [number, number][] {
  return [...counts].flatMap((count, at): [number, number][] => count > 0 ? [[at % width, Math.floor(at / width)]] : [])
}

it('each pixel is counted once, and in its own column', () => {
  fc.assert(fc.property(pictures, (picture) => {
    const { width, height } = picture
    const pixels = width * height
    expect([waveformOf(picture), ...paradeOf(picture), vectorscopeOf(picture)].map(({ counts }) => sum(counts)))
      .toEqual(Array.from({ length: 5 }).fill(pixels))
    expect(histogramOf(picture).map(bin => sum(bin))).toEqual([pixels, pixels, pixels, pixels])
    for (const { counts } of [waveformOf(picture), ...paradeOf(picture)]) {
      for (let x = 0; x < width; x++)
        expect(sum(counts.filter((_, at) => at % width === x))).toBe(height)
    }
  }))
})

it('a row that gets brighter is a line from below to above', () => {
  const pixels = Uint8ClampedArray.from({ length: 256 * 4 }, (_, at) => at % 4 === 3 ? 255 : Math.floor(at / 4))
  const places = placesOf(waveformOf({ pixels, width: 256, height: 1 }))
  expect(places.toSorted((a, b) => a[0] - b[0])).toEqual(Array.from({ length: 256 }, (_, x) => [x, 255 - x]))
})

it('greys are in the middle of a vectorscope, and each full colour at its place', () => {
  fc.assert(fc.property(fc.nat(255), (value) => {
    for (const [x, y] of placesOf(vectorscopeOf(plain(value, value, value))))
      expect(Math.max(Math.abs(x - 127.5), Math.abs(y - 127.5))).toBeLessThan(1)
  }))
  expect(chromaOf([0, 0, 1]).x).toBeCloseTo(0.5, 9)
  expect(chromaOf([1, 0, 0]).y).toBeCloseTo(0.5, 9)
  expect(placesOf(vectorscopeOf(plain(255, 0, 0)))[0]![1]).toBe(0)
  expect(placesOf(vectorscopeOf(plain(0, 0, 255)))[0]![0]).toBe(255)
  const [cyan, red] = [chromaOf([0, 1, 1]), chromaOf([1, 0, 0])]
  expect([cyan.x + red.x, cyan.y + red.y].map(each => Math.abs(each) < 1e-12)).toEqual([true, true])
})

it('a summary says how bright and how colourful a picture is', () => {
  const grey = 128 / 255
  expect(summaryOf(plain(128, 128, 128)))
    .toEqual({ dark: grey, bright: grey, mean: expect.closeTo(grey, 9), colourful: expect.closeTo(0, 9) })
  fc.assert(fc.property(pictures, (picture) => {
    const { dark, mean, bright, colourful } = summaryOf(picture)
    expect(dark <= bright && mean >= 0 && mean <= 1 && colourful >= 0 && colourful <= Math.SQRT1_2).toBe(true)
  }))
})
