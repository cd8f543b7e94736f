/** Zooming keeps the point under the pointer in place, and compared images show the same part. */
import type { PictureFrame, PictureZoom } from '../../../../src-renderer/parts/media/picture-zoom.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitScaleOf, fitted, movedBy, placeOf, scaleOf, within, zoomedTo } from '../../../../src-renderer/parts/media/picture-zoom.ts'

const frame: fc.Arbitrary<PictureFrame> = fc.record({
  width: fc.integer({ min: 100, max: 3000 }),
  height: fc.integer({ min: 100, max: 2000 }),
  pictureWidth: fc.integer({ min: 16, max: 4096 }),
  pictureHeight: fc.integer({ min: 16, max: 4096 }),
})
const share = fc.double({ min: 0, max: 1, noNaN: true })
const zoom: fc.Arbitrary<PictureZoom> = fc.record({ times: fc.double({ min: 1.01, max: 12, noNaN: true }), x: share, y: share })
const offset = fc.integer({ min: -900, max: 900 })

/** The point of the image at this distance in pixels from the centre of the frame. */
function pointAt(view: PictureZoom, { pictureWidth, pictureHeight, ...rest }: PictureFrame, dx: number, dy: number): [number, number] {
  const scale = scaleOf(view, { pictureWidth, pictureHeight, ...rest })
  return [view.x + dx / (pictureWidth! * scale), view.y + dy / (pictureHeight! * scale)]
}

describe('zooming', () => {
  it('keeps the point under the pointer in place', () => {
    fc.assert(fc.property(zoom, frame, fc.double({ min: 1.05, max: 6, noNaN: true }), offset, offset, (view, sizes, factor, dx, dy) => {
      const scale = Math.min(16, scaleOf(view, sizes) * factor)
      fc.pre(scale / fitScaleOf(sizes) > 1.01)
      const [x, y] = pointAt(view, sizes, dx, dy)
      const [nextX, nextY] = pointAt(zoomedTo(view, sizes, scale, dx, dy), sizes, dx, dy)
      expect(nextX).toBeCloseTo(x, 6)
      expect(nextY).toBeCloseTo(y, 6)
    }))
  })

  it('stays between fitted and the largest magnification', () => {
    fc.assert(fc.property(zoom, frame, fc.double({ min: 0, max: 100, noNaN: true }), (view, sizes, scale) => {
      const next = zoomedTo(view, sizes, scale)
      expect(scaleOf(next, sizes)).toBeGreaterThanOrEqual(fitScaleOf(sizes) * 0.9999)
      expect(scaleOf(next, sizes)).toBeLessThanOrEqual(16.0001)
    }))
  })

  it('to 1 shows one image pixel per screen pixel', () => {
    const sizes = { width: 400, height: 300, pictureWidth: 1600, pictureHeight: 1200 }
    expect(placeOf(zoomedTo(fitted, sizes, 1), sizes).transform).toMatch(/scale\(1\)$/)
    expect(placeOf(zoomedTo(fitted, sizes, 4), sizes).imageRendering).toBe('pixelated')
  })

  it('all the way out is fitted again, from any position', () => {
    fc.assert(fc.property(zoom, frame, (view, sizes) => {
      expect(zoomedTo(view, sizes, 0)).toEqual(fitted)
    }))
  })
})

it('moving there and back restores the view, and the centre stays within the image', () => {
  fc.assert(fc.property(zoom, frame, offset, offset, (view, sizes, dx, dy) => {
    const back = movedBy(movedBy(view, sizes, dx, dy), sizes, -dx, -dy)
    expect(back.x).toBeCloseTo(view.x, 6)
    expect(back.y).toBeCloseTo(view.y, 6)
    const kept = within(movedBy(view, sizes, dx, dy))
    expect([kept.x, kept.y].every(value => value >= 0 && value <= 1)).toBe(true)
  }))
})

it('one view shows the same part of images of any size', () => {
  const small = { width: 500, height: 500, pictureWidth: 512, pictureHeight: 512 }
  const large = { width: 500, height: 500, pictureWidth: 2048, pictureHeight: 2048 }
  const view = zoomedTo(fitted, small, 2, 120, -40)
  expect(pointAt(view, large, 0, 0)).toEqual(pointAt(view, small, 0, 0))
  expect(pointAt(view, large, 200, 100)[0]).toBeCloseTo(pointAt(view, small, 200, 100)[0], 9)
})
