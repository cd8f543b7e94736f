/** A shape as a drawing of ASS: what a title has instead of words. */
import type { Shape } from '#contract/text-style.ts'
import type { Screen, Shadow } from './style.ts'
import { assPath, boxOfShape, measureOfShape, pathOfShape } from './shape.ts'
import { alphaOf, assColour } from './style.ts'

/** What is drawn of a title in its place. */
export interface Body {
  /** As on the keys of a number pad: which of its points is at its place. */
  readonly alignment: number
  /** Where that point is, from the middle of the frame, at scale 1. */
  readonly across: number
  readonly down: number
  readonly size: (scale: number) => string
  readonly alpha: (opacity: number) => string
  readonly shadow: Shadow | null
  /** With these tags in front. */
  readonly drawn: (tags: readonly string[], isShadow: boolean) => string
}

/** Null for what nothing is seen of. */
export function shapeBody(shape: Shape, screen: Screen): Body | null {
  const { fill, outline } = shape
  if ((fill?.opacity ?? 0) === 0 && !outline)
    return null
  const measure = measureOfShape(screen)
  const border = outline ? outline.width * measure : 0
  const path = assPath(pathOfShape(shape, boxOfShape(shape, screen)))
  const colours = [...fill ? [`\\c${assColour(fill.colour)}`] : [], ...outline ? [`\\3c${assColour(outline.colour)}`] : []]
  return {
    alignment: 5,
    across: 0,
    down: 0,
    size(scale) {
      const percent = rounded(scale * 100)
      return `\\fscx${percent}\\fscy${percent}\\bord${rounded(border * scale)}`
    },
    alpha: opacity => `\\1a&H${alphaOf(opacity * (fill?.opacity ?? 0))}&\\3a&H${alphaOf(opacity)}&`,
    shadow: shadowOfShape(shape, measure),
    drawn: (tags, isShadow) => `{${[...isShadow ? [] : colours, ...tags].join('')}\\p4}${path}`,
  }
}

function shadowOfShape({ shadow }: Shape, measure: number): Shadow | null {
  if (!shadow || shadow.opacity === 0 || shadow.distance + shadow.blur === 0)
    return null
  const { colour, opacity, distance, blur } = shadow
  return { colour, opacity, by: rounded(distance * measure), blur: rounded(blur * measure) }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
