/** The pictures along the clip of a shot: each shows what plays there, and only those that are seen are drawn. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filmPieces } from '../../../src-renderer/rooms/timeline/lanes/film.ts'

const strip = { tiles: 20, columns: 12, tileWidth: 160, tileHeight: 90 }
/** Ten seconds at 30 frames a second: a tile shows half a second. */
const clip = { in: 0, speed: 100, sourceLength: 300, length: 300 }
function tiles(view: Partial<Parameters<typeof filmPieces>[0]>): number[] {
  return filmPieces({ clip, strip, from: 0, until: 300, pixelsPerFrame: 4, height: 90, ...view }).map(({ tile }) => tile)
}

it('they follow the zoom, the in point and the speed', () => {
  expect(tiles({})).toEqual([1, 4, 6, 9, 12, 14, 17, 19])
  expect(tiles({ pixelsPerFrame: 1 })).toEqual([5, 15])
  expect(tiles({ clip: { ...clip, in: 150, length: 150 }, until: 150 })).toEqual([11, 14, 16, 19])
  expect(tiles({ clip: { ...clip, speed: 200, length: 150 }, until: 150 })).toEqual([2, 8, 13, 18])
  expect(tiles({ clip: { ...clip, in: 299, length: 1 }, until: 1 })).toEqual([19])
})

it('what is seen is the same wherever it is scrolled to', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 250 }), fc.double({ min: 0.2, max: 30, noNaN: true }), (from, pixelsPerFrame) => {
    const view = { clip, strip, pixelsPerFrame, height: 70 }
    const all = new Map(filmPieces({ ...view, from: 0, until: 300 }).map(piece => [Math.round(piece.left), piece.tile]))
    const seen = filmPieces({ ...view, from, until: Math.min(300, from + 40) })
    expect(seen[0]?.left).toBeLessThanOrEqual(from * pixelsPerFrame)
    expect(seen.map(piece => piece.tile)).toEqual(seen.map(piece => all.get(Math.round(piece.left))))
    expect(seen.length).toBeLessThanOrEqual(Math.ceil(40 * pixelsPerFrame / (70 * 160 / 90)) + 1)
  }))
})
