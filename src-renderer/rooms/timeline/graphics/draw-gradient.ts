/** Draws a gradient: its image, and its likenesses on the page. */
import type { Gradient } from '#contract/gradient.ts'
import type { Size } from '#rules/sequence/placement.ts'
import { circleOfGradient, cssColour, lineOfGradient } from '#rules/colour/gradient.ts'

/** Where it is clear, what was there before is gone. */
export function drawGradient(brush: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, gradient: Gradient, size: Size): void {
  brush.clearRect(0, 0, size.width, size.height)
  brush.fillStyle = fillOf(brush, gradient, size)
  brush.fillRect(0, 0, size.width, size.height)
}

function fillOf(brush: Pick<CanvasRenderingContext2D, 'createLinearGradient' | 'createRadialGradient'>, gradient: Gradient, size: Size) {
  const [from, to] = lineOfGradient(gradient, size)
  const { x, y, radius } = circleOfGradient(gradient, size)
  const fill = gradient.kind === 'linear'
    ? brush.createLinearGradient(from.x, from.y, to.x, to.y)
    : brush.createRadialGradient(x, y, 0, x, y, radius)
  for (const stop of gradient.stops)
    fill.addColorStop(stop.at, cssColour(stop))
  return fill
}
