/** What is dragged on the picture: the same place on the screen and in the document, and nothing that the document refuses. */
import type { Point } from '#rules/sequence/placement.ts'
import type { Framed, Pull } from '../../../src-renderer/rooms/timeline/preview/frame-gestures.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Look } from '#contract/sequence-document.ts'
import { Shape } from '#contract/text-style.ts'
import { plainShapes } from '#rules/captions/shape.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { placementOf, pointOf, shareAt } from '#rules/sequence/placement.ts'
import {
  corners,
  crop,
  move,
  nudge,
  outlineOf,
  partOfShape,
  placementIn,
  reset,
  resize,
  sides,
  stretch,
  turn,
} from '../../../src-renderer/rooms/timeline/preview/frame-gestures.ts'

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const size = fc.record({ width: fc.integer({ min: 40, max: 4000 }), height: fc.integer({ min: 40, max: 4000 }) })
const place = fc.record({ x: real(-2, 2), y: real(-2, 2), scale: real(0.05, 8) })
const share = real(0, 0.45)
const anyLook = fc.record({
  place,
  fit: fc.constantFrom('contain' as const, 'cover' as const),
  rotation: real(-360, 360),
  opacity: real(0, 1),
  crop: fc.record({ left: share, top: share, right: share, bottom: share }),
}).map(({ place: at, ...rest }): Look => ({ ...at, ...rest }))
const anyFramed = fc.record({ look: anyLook, source: size, frame: size })
const point = fc.record({ x: real(-3000, 5000), y: real(-3000, 5000) })
const anyPull = fc.record({ from: point, to: point, isConstrained: fc.boolean(), reach: fc.constantFrom(0, 8) })

const wide: Framed = { look: plainLook, source: { width: 1600, height: 900 }, frame: { width: 800, height: 450 } }
function pull(from: readonly [number, number], to: readonly [number, number], has: Partial<Pull> = {}): Pull {
  return { from: { x: from[0], y: from[1] }, to: { x: to[0], y: to[1] }, isConstrained: false, reach: 8, ...has }
}

describe('a shape', () => {
  const shape = { ...plainShapes.rectangle, width: 0.6, height: 0.35 }
  const framedOf = (framed: Framed): Framed => ({ ...framed, part: partOfShape(shape, framed.frame) })

  it('is framed by its own box, and sized by a corner like a picture', () => {
    const [first, , third] = outlineOf(framedOf(wide))
    expect([first, third].flatMap(corner => [Math.round(corner!.x), Math.round(corner!.y)])).toEqual([265, 146, 535, 304])
    const sized = resize(framedOf(wide), pull([535, 304], [670, 383], { reach: 0 })).look
    expect(sized.scale).toBeCloseTo(2, 2)
    expect(outlineOf(framedOf({ ...wide, look: sized }))[0]!.x).toBeCloseTo(130, 0)
  })

  it('follows the side that is pulled, wherever it is, however large and turned, and stays about its middle', () => {
    fc.assert(fc.property(anyFramed, fc.constantFrom(...sides), fc.integer({ min: 1, max: 30 }), (given, side, by) => {
      const framed = framedOf({ ...given, source: given.frame, look: { ...given.look, scale: Math.max(0.5, given.look.scale) } })
      const corner = outlineOf(framed)
      const at = sides.indexOf(side)
      const middle = (points: readonly Point[]): Point =>
        ({ x: (points[at]!.x + points[(at + 1) % 4]!.x) / 2, y: (points[at]!.y + points[(at + 1) % 4]!.y) / 2 })
      const [from, centre] = [middle(corner), placementIn(framed)]
      const reach = Math.hypot(from.x - centre.x, from.y - centre.y)
      const to = { x: from.x + (from.x - centre.x) / reach * by, y: from.y + (from.y - centre.y) / reach * by }
      const stretched = stretch(framed, shape, side, { from, to, isConstrained: false, reach: 0 })
      fc.pre(stretched.width < 5 && stretched.height < 5)
      const after = middle(outlineOf({ ...framed, part: partOfShape(stretched, framed.frame) }))
      expect(Math.hypot(after.x - to.x, after.y - to.y)).toBeLessThan(0.2)
      expect(Shape.parse(stretched)).toEqual(stretched)
      const other = side === 'e' || side === 'w' ? 'height' : 'width'
      expect(stretched[other]).toBe(shape[other])
    }))
  })

  it('has no size that the document refuses', () => {
    fc.assert(fc.property(anyFramed, fc.constantFrom(...sides), anyPull, (framed, side, pulled) => {
      const stretched = stretch(framedOf({ ...framed, source: framed.frame }), shape, side, pulled)
      expect(Shape.parse(stretched)).toEqual(stretched)
    }))
  })
})

describe('screen and document', () => {
  it('a point of the picture comes back from the screen', () => {
    fc.assert(fc.property(anyFramed, fc.record({ x: real(-1, 2), y: real(-1, 2) }), (framed, at) => {
      const placement = placementIn(framed)
      const back = shareAt(placement, pointOf(placement, at))
      expect(back.x).toBeCloseTo(at.x, 6)
      expect(back.y).toBeCloseTo(at.y, 6)
    }))
  })

  it('what is dragged without snapping stays under the pointer', () => {
    fc.assert(fc.property(anyFramed, fc.record({ x: real(-1, 1), y: real(-1, 1) }), (framed, by) => {
      const { width, height } = framed.frame
      const at = pointOf(placementIn(framed), { x: 0.3, y: 0.6 })
      const to = { x: at.x + by.x * width, y: at.y + by.y * height }
      const { look } = move(framed, { from: at, to, isConstrained: false, reach: 0 })
      const now = pointOf(placementIn({ ...framed, look }), { x: 0.3, y: 0.6 })
      // The document is rounded to a hundred-thousandth of the frame.
      expect(Math.abs(now.x - to.x)).toBeLessThan(width * 1e-5)
      expect(Math.abs(now.y - to.y)).toBeLessThan(height * 1e-5)
    }))
  })

  it('the screen may be of any size: the same drag in a frame half as large is the same look', () => {
    fc.assert(fc.property(anyFramed, anyPull, (framed, by) => {
      const half = { width: framed.frame.width / 2, height: framed.frame.height / 2 }
      const less = (at: { x: number, y: number }) => ({ x: at.x / 2, y: at.y / 2 })
      const free = { ...by, reach: 0 }
      const small = { ...free, from: less(by.from), to: less(by.to) }
      const [one, other] = [move(framed, free).look, move({ ...framed, frame: half }, small).look]
      expect(one.x).toBeCloseTo(other.x, 4)
      expect(one.y).toBeCloseTo(other.y, 4)
    }))
  })

  it('the render draws by the same rule', () => {
    fc.assert(fc.property(anyFramed, (framed) => {
      const { look, source, frame } = framed
      const [corner] = outlineOf(framed, true)
      expect(corner).toEqual(pointOf(placementOf(look, look, source, frame), { x: 0, y: 0 }))
    }))
  })
})

describe('any drag', () => {
  it('gives a look that the document takes, and leaves a part of the picture', () => {
    const drags = [
      move,
      resize,
      turn,
      ...[...corners, ...sides, 'body' as const].map(handle => (framed: Framed, by: Pull) => crop(framed, handle, by)),
    ]
    fc.assert(fc.property(anyFramed, anyPull, (framed, by) => {
      for (const drag of drags) {
        const { look } = drag(framed, by)
        expect(Look.safeParse(look).error).toBeUndefined()
        expect(look.crop.left + look.crop.right).toBeLessThan(1)
        expect(look.crop.top + look.crop.bottom).toBeLessThan(1)
      }
    }))
  })
})

describe('snapping', () => {
  it('stops in the middle and at the edges, and shows the line', () => {
    const small = { ...wide, look: { ...plainLook, scale: 0.5, x: 0.1 } }
    const centred = move(small, pull([480, 225], [405, 225]))
    expect(centred.look.x).toBe(0)
    expect(centred.guides).toEqual([{ across: false, at: 400 }, { across: true, at: 225 }])
    const atEdge = move(small, pull([480, 225], [205, 225]))
    expect(atEdge.look.x).toBe(-0.25)
    expect(atEdge.guides[0]).toEqual({ across: false, at: 0 })
    expect(move(small, pull([480, 225], [405, 225], { reach: 0 })).look.x).toBeCloseTo(0.00625)
  })

  it('counts what is seen: a cropped picture is at the edge with its own edge', () => {
    const cropped = { ...wide, look: { ...plainLook, scale: 0.5, crop: { ...plainLook.crop, left: 0.5 } } }
    expect(move(cropped, pull([400, 225], [3, 225])).look.x).toBe(-0.5)
  })

  it('sizes to the edges of the frame', () => {
    const small = { ...wide, look: { ...plainLook, scale: 0.5 } }
    const { look, guides } = resize(small, pull([600, 337.5], [797, 448]))
    expect(look.scale).toBe(1)
    expect(guides).toHaveLength(1)
  })
})

describe('shift', () => {
  it('moves along one axis, sizes in steps of five percent, turns in steps of fifteen degrees, crops both sides alike', () => {
    const held = { isConstrained: true }
    expect(move(wide, pull([400, 225], [500, 260], held)).look).toMatchObject({ x: 0.125, y: 0 })
    expect(resize(wide, pull([800, 450], [633, 356], held)).look.scale).toBe(0.6)
    expect(turn(wide, pull([800, 225], [780, 350], held)).look.rotation).toBe(15)
    expect(crop(wide, 'w', pull([0, 225], [80, 225], held)).look.crop).toEqual({ left: 0.1, top: 0, right: 0.1, bottom: 0 })
  })
})

it('a turn rests at quarters, and its number stays between −180 and 180', () => {
  expect(turn(wide, pull([800, 225], [404, 625])).look.rotation).toBe(90)
  expect(turn({ ...wide, look: { ...plainLook, rotation: 170 } }, pull([800, 225], [780, 350])).look.rotation).toBeLessThan(-170)
})

it('a crop that is dragged inside keeps its size', () => {
  const look = { ...plainLook, crop: { left: 0.2, right: 0.2, top: 0, bottom: 0 } }
  expect(crop({ ...wide, look }, 'body', pull([400, 225], [900, 225])).look.crop).toEqual({ left: 0.4, right: 0, top: 0, bottom: 0 })
})

it('arrow keys move by pixels of the sequence, and a double click puts back', () => {
  const sequence = { width: 1920, height: 1080 }
  const look = nudge({ ...plainLook, scale: 2, rotation: 10, opacity: 0.5 }, 192, -108, sequence)
  expect(look).toMatchObject({ x: 0.1, y: -0.1, scale: 2 })
  expect(reset(look, false)).toEqual({ ...plainLook, opacity: 0.5 })
})
