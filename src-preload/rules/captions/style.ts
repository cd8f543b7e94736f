/** How words are drawn, in pixels and in the terms of ASS. */

import type { FrameRate, TextStyle } from '#contract/sequence-document.ts'
import type { WordStyle } from '#contract/text-style.ts'
import type { Overlay } from '../deliver/platforms.ts'

/** Pixels and frames per second. */
export interface Screen {
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
  /** What a platform covers of it, where captions are not to be. Titles are where they were placed. */
  readonly covered?: Overlay | null
}

type Size = Pick<Screen, 'width' | 'height'>
type Shown = Pick<Screen, 'width' | 'height' | 'covered'>

/** White with a dark edge, near the bottom: read on any picture. */
export const captionStyle: TextStyle = {
  font: 'sans',
  size: 0.06,
  isBold: false,
  colour: '#ffffff',
  outlineColour: '#101010',
  outline: 0.0043,
  box: null,
  align: 'centre',
  place: 'bottom',
}

/** Colours that the spoken word begins with: read on dark pictures and on light ones, next to white letters. */
export const wordColours: Readonly<Record<WordStyle['how'], string>> = {
  colour: '#ffd23f',
  box: '#d6336c',
  pop: '#ffd23f',
  alone: '#ffffff',
}

export const titleStyle: TextStyle = { ...captionStyle, size: 0.1, isBold: true, outline: 0, place: 'middle' }

/** Shares of the picture. */
const [usualSide, usualEdge] = [0.04, 0.06]

/** A row of 42 narrow characters is about this many times as wide as its font is high. */
export const rowOfFont = 17

/**
 * The height that sizes are shares of. 42 narrow characters are some 17 times as wide as the font is high, measured with Noto Sans (wide
 * ones need less), so that in upright pictures the width decides: a row of the usual size fits everywhere.
 */
function measureOf({ width, height, covered }: Shown): number {
  const free = covered ? 1 - Math.max(usualSide, covered.left) - Math.max(usualSide, covered.right) : 1
  return Math.min(height, width * 0.9 / 19 / captionStyle.size, width * free / rowOfFont / captionStyle.size)
}

export function fontSizeOf(screen: Shown, { size }: TextStyle): number {
  return Math.max(1, Math.round(measureOf(screen) * size))
}

export function outlineOf(screen: Shown, { outline }: TextStyle): number {
  return outline === 0 ? 0 : Math.max(1, Math.round(measureOf(screen) * outline * 10) / 10)
}

/** Of the box around the words, in pixels. */
export function paddingOf(screen: Shown, style: TextStyle): number {
  const size = fontSizeOf(screen, style)
  return style.box?.padding === undefined ? size / 5 : size * style.box.padding
}

/** Between letters, in pixels. */
export function letterSpacingOf(screen: Shown, style: TextStyle): number {
  return Math.round(fontSizeOf(screen, style) * (style.letterSpacing ?? 0) * 10) / 10
}

/** Between rows, besides what the font has, in pixels. */
export function lineSpacingOf(screen: Shown, style: TextStyle): number {
  return Math.round(fontSizeOf(screen, style) * (style.lineSpacing ?? 0))
}

/** As words that are drawn below the others: to the right and down, in pixels. */
export interface Shadow { readonly colour: string, readonly opacity: number, readonly by: number, readonly blur: number }

/** Null where none is seen. A box is in place of it. */
export function shadowOf(screen: Shown, style: TextStyle): Shadow | null {
  const { shadow, box } = style
  if (!shadow || box !== null || shadow.opacity === 0 || shadow.distance + shadow.blur === 0)
    return null
  const size = fontSizeOf(screen, style)
  const { colour, opacity } = shadow
  return { colour, opacity, by: Math.round(size * shadow.distance * 10) / 10, blur: Math.round(size * shadow.blur * 10) / 10 }
}

/** The style of such words. */
export function castStyle(style: TextStyle, { colour }: Shadow): TextStyle {
  return { ...style, colour, outlineColour: colour }
}

/** As `insetsOf`, for captions: next to what a platform covers, with room for their edge or box. Those in the centre are so between both sides. */
export function captionInsets(screen: Shown, style: TextStyle): { left: number, right: number, edge: number } {
  const { width, height, covered } = screen
  const { side, edge } = insetsOf(screen, style)
  if (!covered)
    return { left: side, right: side, edge }
  const around = outlineOf(screen, style) + (style.box === null ? 0 : paddingOf(screen, style))
  const beside = (share: number): number => Math.max(side, Math.ceil(width * share + around))
  const least = Math.round(height * usualEdge)
  const over = style.place === 'top' ? covered.top : covered.bottom
  return {
    ...{ left: beside(covered.left), right: beside(covered.right) },
    edge: style.place === 'middle' ? edge : Math.max(least, Math.ceil(height * over + around)),
  }
}

/** Distances from the sides, and from the top or bottom, in pixels. */
export function insetsOf({ width, height }: Size, { place }: TextStyle): { side: number, edge: number } {
  // Upright videos are shown with the app's buttons over their lower part.
  const share = height > width && place === 'bottom' ? 0.14 : usualEdge
  return { side: Math.round(width * usualSide), edge: Math.round(height * share) }
}

/** How far such a caption is shown above its usual place, in pixels: each row is a little higher than its letters, or than the box around them. */
export function raisedBy(rowsBelow: number, screen: Shown, style: TextStyle): number {
  const size = fontSizeOf(screen, style)
  const [share, around] = style.box === null ? [1.1, outlineOf(screen, style)] : [1.3, paddingOf(screen, style)]
  return rowsBelow === 0 ? 0 : rowsBelow * (size * share + lineSpacingOf(screen, style)) + 2 * around
}

/** As on the keys of a number pad: 2 is below in the middle. */
export function alignmentOf({ align, place }: TextStyle): number {
  return { left: 1, centre: 2, right: 3 }[align] + { bottom: 0, middle: 3, top: 6 }[place]
}

/** `&HAABBGGRR`, where an alpha of 0 is opaque. */
export function assColour(colour: string, opacity = 1): string {
  const [, red = 'ff', green = 'ff', blue = 'ff'] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  return `&H${alphaOf(opacity)}${blue}${green}${red}`.toUpperCase()
}

export function alphaOf(opacity: number): string {
  return Math.round((1 - opacity) * 255).toString(16).padStart(2, '0').toUpperCase()
}
