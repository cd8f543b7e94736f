/** Shapes of every kind, with all that they can have. */
import type { Shape } from '#contract/text-style.ts'
import fc from 'fast-check'
import { Shape as Shapes } from '#contract/text-style.ts'

function share(from: number, to: number): fc.Arbitrary<number> {
  return fc.integer({ min: from * 1000, max: to * 1000 }).map(value => value / 1000)
}
export const shapes: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom(...Shapes.shape.kind.options),
  width: share(0.01, 3),
  height: share(0.01, 3),
  roundness: share(0, 1),
  points: fc.integer({ min: 3, max: 24 }),
  inner: share(0.05, 1),
  fill: fc.option(fc.record({ colour: fc.constantFrom('#ffd23f', '#204060', '#808080'), opacity: share(0, 1) }), { freq: 4 }),
  outline: fc.option(fc.record({ colour: fc.constantFrom('#ffffff', '#d6336c'), width: share(0.001, 0.1) })),
  shadow: fc.record({ colour: fc.constant('#000000'), opacity: share(0, 1), distance: share(0, 0.1), blur: share(0, 0.05) }),
}, { requiredKeys: ['kind', 'width', 'height', 'roundness', 'points', 'inner', 'fill', 'outline'] })
