/** The colours of a picture as a person sets them. `#rules/colour` has the arithmetic. */
import { z } from 'zod'
import { AssetId } from './words.ts'

const signed = z.number().min(-1).max(1)
/** For all three colours, and added to it for each. 0 changes nothing. */
export const Wheel = z.object({ all: signed, red: signed, green: signed, blue: signed })
export type Wheel = z.infer<typeof Wheel>

/** Of a curve: what is stored, and what becomes of it. */
const CurvePoint = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type CurvePoint = z.infer<typeof CurvePoint>
/** In order of `x`, each once. */
const Curve = z.array(CurvePoint).min(2).max(16).refine(points => points.every((point, at) => at === 0 || point.x > points[at - 1]!.x))
/** Absent: a straight line, which changes nothing. */
const Curves = z.object({ luma: Curve, red: Curve, green: Curve, blue: Curve }).partial()
export type Curves = z.infer<typeof Curves>
export type CurveName = keyof Curves

/** How much of a look-up table is seen. */
export const LutAmount = z.number().min(0).max(1)

export const Grade = z.object({
  /** Stops: 1 is twice the light. */
  exposure: z.number().min(-5).max(5),
  /** 0 changes nothing. */
  contrast: signed,
  /** The brightness that contrast leaves as it is. */
  pivot: z.number().min(0).max(1),
  /** -1 is grey, 0 changes nothing, 1 is twice as colourful. */
  saturation: signed,
  /** Above 0 is warmer. */
  temperature: signed,
  /** Above 0 is more magenta, below 0 greener. */
  tint: signed,
  /** What is dark, what is between, what is bright. */
  lift: Wheel,
  gamma: Wheel,
  gain: Wheel,
  curves: Curves.optional(),
  /** A look-up table, which comes after all of the above. */
  lut: z.object({ id: AssetId, amount: LutAmount }).optional(),
  /** How much darker the corners are. */
  vignette: z.number().min(0).max(1),
  /** How far from the middle the vignette begins: 1 is the corner. */
  vignetteStart: z.number().min(0).max(0.95),
})
export type Grade = z.infer<typeof Grade>
