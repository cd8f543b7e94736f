/** How words are drawn, in pixels and in the terms of ASS. */

import type { FrameRate, TextStyle } from '#contract/sequence-document.ts'

/** Pixels and frames per second. */
export interface Screen { readonly width: number, readonly height: number, readonly rate: FrameRate }

type Size = Pick<Screen, 'width' | 'height'>

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

export const titleStyle: TextStyle = { ...captionStyle, size: 0.1, isBold: true, outline: 0, place: 'middle' }

/**
 * The height that sizes are shares of. 42 narrow characters are some 17 times as wide as the font is high, measured with Noto Sans (wide
 * ones need less), so that in upright pictures the width decides: a row of the usual size fits everywhere.
 */
function measureOf({ width, height }: Size): number {
  return Math.min(height, width * 0.9 / 19 / captionStyle.size)
}

export function fontSizeOf(screen: Size, { size }: TextStyle): number {
  return Math.max(1, Math.round(measureOf(screen) * size))
}

export function outlineOf(screen: Size, { outline }: TextStyle): number {
  return outline === 0 ? 0 : Math.max(1, Math.round(measureOf(screen) * outline * 10) / 10)
}

/** Distances from the sides, and from the top or bottom, in pixels. */
export function insetsOf({ width, height }: Size, { place }: TextStyle): { side: number, edge: number } {
  // Upright videos are shown with the app's buttons over their lower part.
  const share = height > width && place === 'bottom' ? 0.14 : 0.06
  return { side: Math.round(width * 0.04), edge: Math.round(height * share) }
}

/** How far such a caption is shown above its usual place, in pixels: each row is a little higher than its letters, or than the box around them. */
export function raisedBy(rowsBelow: number, screen: Size, style: TextStyle): number {
  const size = fontSizeOf(screen, style)
  const [share, around] = style.box === null ? [1.1, outlineOf(screen, style)] : [1.3, size / 5]
  return rowsBelow === 0 ? 0 : rowsBelow * size * share + 2 * around
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
