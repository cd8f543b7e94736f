/** How words and shapes look: titles, the captions of a track, and the word of a caption that is spoken. */
import { z } from 'zod'
import { mostFrames } from './sequence-limits.ts'

/** `#rrggbb`. */
export const Colour = z.string().regex(/^#[0-9a-f]{6}$/)

/** Sizes are shares of the picture's height. */
export const TextStyle = z.object({
  font: z.enum(['sans', 'serif', 'mono']),
  size: z.number().min(0.01).max(0.5),
  isBold: z.boolean(),
  colour: Colour,
  outlineColour: Colour,
  /** 0 is none. */
  outline: z.number().min(0).max(0.05),
  /** A box behind the words; null is none. `padding` is a share of the font's size; absent: a fifth. */
  box: z.object({ colour: Colour, opacity: z.number().min(0).max(1), padding: z.number().min(0).max(2).optional() }).nullable(),
  align: z.enum(['left', 'centre', 'right']),
  place: z.enum(['top', 'middle', 'bottom']),
  /** Below the words, to the right, where no box is behind them. `distance` and `blur` are shares of the font's size. Absent: none. */
  shadow: z.object({
    colour: Colour,
    opacity: z.number().min(0).max(1),
    distance: z.number().min(0).max(1),
    blur: z.number().min(0).max(1),
  }).optional(),
  /** Between letters, a share of the font's size. Absent: as the font has it. */
  letterSpacing: z.number().min(-0.2).max(2).optional(),
  /** Between rows, besides what the font has, a share of its size. Absent: none. */
  lineSpacing: z.number().min(0).max(3).optional(),
})
export type TextStyle = z.infer<typeof TextStyle>

/** How a title appears (from a side, growing, letter by letter) and disappears. */
export const TitleEntry = z.enum(['left', 'right', 'below', 'above', 'grow', 'type'])
export type TitleEntry = z.infer<typeof TitleEntry>
export const TitleExit = TitleEntry.exclude(['type'])
export type TitleExit = z.infer<typeof TitleExit>

const share = z.number().min(0).max(1)
/** Of the shorter side of the frame, so that a shape keeps its form in another one. */
const length = z.number().min(0.005).max(5)

/** A shape in place of words. The outline is around it, its corners are round. */
export const Shape = z.object({
  kind: z.enum(['rectangle', 'ellipse', 'line', 'arrow', 'polygon', 'star']),
  width: length,
  /** Of a line, how thick it is; of an arrow, how wide its head is. */
  height: length,
  /** Of a rectangle: a share of the largest radius that its corners can have. */
  roundness: share,
  /** Corners of a polygon, points of a star. */
  points: z.int().min(3).max(24),
  /** Of a star, how far its inner corners are from the middle; of an arrow, how thick its shaft is, as a share of its head. */
  inner: z.number().min(0.05).max(1),
  /** Null: only its outline is seen. */
  fill: z.object({ colour: Colour, opacity: share }).nullable(),
  outline: z.object({ colour: Colour, width: z.number().min(0.0005).max(0.2) }).nullable(),
  /** Below it, to the right. `distance` and `blur` are shares like its width. Absent: none. */
  shadow: z.object({ colour: Colour, opacity: share, distance: z.number().min(0).max(0.5), blur: z.number().min(0).max(0.5) }).optional(),
})
export type Shape = z.infer<typeof Shape>
export type ShapeKind = Shape['kind']

const counted = z.number().min(-1e9).max(1e9)

/** A number that counts while the title is shown. It is where `#` is in the text; in front of it, where there is none. */
export const Counter = z.object({
  from: counted,
  to: counted,
  /** 12345, 12,345, 45%, or seconds as 1:02. */
  format: z.enum(['plain', 'thousands', 'percent', 'time']),
  decimals: z.int().min(0).max(3),
  /** Evenly, slowly at both ends, or slowly at the end. */
  easing: z.enum(['linear', 'ease', 'out']),
  /** The share of the clip after which the last number is reached. */
  part: z.number().min(0.01).max(1),
  /** Of a title that was cut in two: the frames of it before the clip, and all that it had. Absent: it is whole. */
  cutFrom: z.object({ before: z.int().min(-mostFrames).max(mostFrames), frames: z.int().min(1).max(mostFrames) }).optional(),
})
export type Counter = z.infer<typeof Counter>

/** `enters` lasts as long as the fade in, `leaves` as the fade out. Absent: it only fades. */
export const TitleWords = z.object({
  /** Of a shape, its name. */
  text: z.string().max(2000),
  style: TextStyle,
  shape: Shape.optional(),
  counter: Counter.optional(),
  enters: TitleEntry.optional(),
  leaves: TitleExit.optional(),
})
export type TitleWords = z.infer<typeof TitleWords>

/** How the word of a caption that is spoken is shown: in another colour, in a box, grown in another colour, or alone. */
export const WordStyle = z.object({ how: z.enum(['colour', 'box', 'pop', 'alone']), colour: Colour })
export type WordStyle = z.infer<typeof WordStyle>

/** More than a caption of the longest text has. */
const mostMarks = 5000

/**
 * When words of a caption are said, in order: the letters and figures before the word in what is shown of its text, and frames from the
 * start of the clip. Those before a start that was trimmed are negative.
 */
export const WordMarks = z.array(z.object({ lettersBefore: z.int().min(0).max(mostMarks), at: z.int().min(-mostFrames).max(mostFrames) }))
  .max(mostMarks)
export type WordMarks = z.infer<typeof WordMarks>
