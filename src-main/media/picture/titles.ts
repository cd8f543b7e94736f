/** Titles of a segment as ASS, which libass draws over what is below them. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Layer } from './layer.ts'
import type { Segment } from './segments.ts'
import { toAss } from '#rules/captions/ass.ts'
import { titlesOf } from '#rules/captions/title.ts'

export interface TitleFile {
  readonly ass: string
  /** Filters that draw it, when it is kept under this name and its fonts are in this folder. */
  readonly filters: (fileName: string, fontsFolder: string) => string[]
}

/** These titles, lowest first. */
export function titleFile(layers: readonly Layer[], segment: Segment, plan: RenderPlan): TitleFile {
  const { rate } = plan
  // No time of ASS is before its zero.
  const zero = Math.min(0, ...layers.map(({ picture }) => picture.start))
  const titles = layers.flatMap(({ picture, from, frames }) => titlesOf(picture, picture.start + from + frames))
  const [first] = layers
  // In a sequence of another speed, it is in the time of that.
  const begin = first ? first.picture.start + first.from : segment.startFrame
  const start = `${begin - zero}*${rate.denominator}/${rate.numerator}/TB`
  return {
    ass: toAss(plan, { captions: null, titles: titles.map(title => ({ ...title, start: title.start - zero })) }),
    filters: (fileName, fontsFolder) => [
      // Cut off instead, two frames could come to one time.
      `setpts=round(PTS+${start})`,
      `ass=filename=${fileName}:fontsdir=${fontsFolder}`,
      `setpts=round(PTS-${start})`,
    ],
  }
}

/** Greys are the same by BT.601, in which libass draws on YUV, and by BT.709. */
export function isInGreys({ picture: { title } }: Layer): boolean {
  if (title === null)
    return true
  const { shape, style: { colour: own, outlineColour, box, shadow } } = title
  const isGreyColour = (colour: string): boolean => colour.slice(1, 3) === colour.slice(3, 5) && colour.slice(3, 5) === colour.slice(5, 7)
  const colours = shape
    ? [shape.fill, shape.outline, shape.shadow ?? null].flatMap(part => part?.colour ?? [])
    : [own, outlineColour, ...box === null ? [] : [box.colour], ...shadow ? [shadow.colour] : []]
  return colours.every(isGreyColour)
}
