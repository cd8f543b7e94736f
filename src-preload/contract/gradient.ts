/** How the image of a gradient is drawn: from one colour to others, along a line or around a point. */
import { z } from 'zod'
import { Colour } from './text-style.ts'

const share = z.number().min(0).max(1)

export const mostStops = 5

export const GradientStop = z.object({ at: share, colour: Colour, opacity: share })
export type GradientStop = z.infer<typeof GradientStop>

export const Gradient = z.object({
  kind: z.enum(['linear', 'radial']),
  /** Of a linear one: degrees clockwise, 0 upwards. It reaches from corner to corner. */
  angle: z.number().min(-360).max(360),
  /** Of a radial one, as shares of width and height. It reaches to the farthest corner. */
  centre: z.object({ x: share, y: share }),
  /** In order. */
  stops: z.array(GradientStop).min(2).max(mostStops),
})
export type Gradient = z.infer<typeof Gradient>
