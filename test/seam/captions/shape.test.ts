/** Shapes: each fills its box and nothing else, and is drawn in its place as a picture would be. */
import type { Shape } from '#contract/text-style.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Shape as Shapes } from '#contract/text-style.ts'
import { toAss } from '#rules/captions/ass.ts'
import { assPath, boxOfShape, pathOfShape, plainShapes, svgPath } from '#rules/captions/shape.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { titlesOf } from '#rules/captions/title.ts'
import { picture } from '../../kit/sequence.ts'
import { shapes } from './arbitrary-shapes.ts'

const screen = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }

function drawn(shape: Shape, has: Parameters<typeof picture>[3] = {}): string[] {
  const clip = picture(1, 10, 50, { takeId: null, title: { text: 'Arrow', style: titleStyle, shape }, ...has })
  const ass = toAss(screen, { captions: null, titles: titlesOf(clip, 60) })
  return [...ass.matchAll(/^Dialogue: .*?,,0,0,0,,(.*)$/gm)].map(([, text]) => text!)
}

it('touch all sides of their box, and nothing of them is outside', () => {
  fc.assert(fc.property(shapes, (shape) => {
    const box = boxOfShape(shape, screen)
    const points = pathOfShape(shape, box).flatMap(({ to, by = [] }) => [to, ...by])
    const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    expect(Math.min(...across)).toBeCloseTo(0)
    expect(Math.max(...across)).toBeCloseTo(box.width)
    expect(Math.min(...down)).toBeCloseTo(0)
    expect(Math.max(...down)).toBeCloseTo(box.height)
  }))
})

it('are plain shapes that the document takes, drawn as numbers only', () => {
  for (const shape of Object.values(plainShapes)) {
    expect(Shapes.parse(shape)).toEqual(shape)
    const path = pathOfShape(shape, boxOfShape(shape, screen))
    expect(assPath(path)).toMatch(/^m -?\d+ -?\d+(?: [lb](?: -?\d+ -?\d+)+)+$/)
    expect(svgPath(path)).toMatch(/^M [\d.]+ [\d.]+(?: [LC](?: [\d.]+ [\d.]+)+)+ Z$/)
  }
})

it('keep their form in a frame of another shape', () => {
  const [wide, upright] = [boxOfShape(plainShapes.star, screen), boxOfShape(plainShapes.star, { width: 720, height: 1280 })]
  expect(upright).toEqual(wide)
  expect(wide.width).toBe(wide.height)
})

it('are in the middle, and moved, sized and turned like a picture', () => {
  const look = { ...picture(1, 0, 1).look, x: 0.25, y: -0.1, scale: 1.5, rotation: 30 }
  const [text] = drawn({ ...plainShapes.rectangle, outline: { colour: '#102030', width: 0.01 } }, { look })
  expect(text).toContain('\\an5\\pos(960,288)\\fscx150\\fscy150\\bord10.8\\frz-30')
  expect(text).toContain('\\c&H003FD2FF\\3c&H00302010')
  expect(text).toMatch(/\\p4\}m 0 0 l 3456 0 l 3456 2016 l 0 2016$/)
})

it('fade, are hollow without a fill, and have a shadow below them', () => {
  const hollow: Shape = { ...plainShapes.star, fill: null, outline: { colour: '#ffffff', width: 0.01 } }
  expect(drawn(hollow)[0]).toContain('\\1a&HFF&\\3a&H00&')
  expect(drawn(hollow, { fadeIn: 10 })[0]).toMatch(/\\1a&HFF&\\3a&HFF&\\t\(\d+,\d+,\\1a&HFF&\\3a&H00&\)/)
  const shadow = { colour: '#000000', opacity: 0.5, distance: 0.02, blur: 0.01 }
  const [below, above] = drawn({ ...plainShapes.star, shadow })
  expect(below).toContain('\\pos(654.4,374.4)')
  expect(below).toContain('\\1a&H80&')
  expect(below).toContain('\\blur7.2')
  expect(above).toContain('\\pos(640,360)')
  // Nothing is drawn of what nothing is seen of, and its name is never drawn.
  expect(drawn({ ...plainShapes.star, fill: null })).toEqual([])
  expect([below, above].join()).not.toContain('Arrow')
})
