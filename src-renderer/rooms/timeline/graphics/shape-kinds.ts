/** In the order in which they are offered. */
import { Shape } from '#contract/text-style.ts'

export const shapeKinds = Shape.shape.kind.options
