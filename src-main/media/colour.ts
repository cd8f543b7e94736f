/** How the colours of a source are read: one decision for the proxy, the stills and the delivery. */

export interface ColourFacts {
  readonly medium: 'picture' | 'video'
  /** Whether the source says its colour matrix; null when it was not probed. */
  readonly colourTagged: boolean | null
  /** In lines, as displayed. */
  readonly sourceHeight: number | null
}

/**
 * A value for `in_color_matrix` of ffmpeg's `scale`. Chromium reads untagged video as BT.709 from 720 lines on; files of pictures
 * are BT.601 by their own standards.
 */
export function colourMatrixOf({ medium, colourTagged, sourceHeight }: ColourFacts): 'auto' | 'bt601' | 'bt709' {
  if (colourTagged)
    return 'auto'
  return medium === 'video' && (sourceHeight ?? 0) >= 720 ? 'bt709' : 'bt601'
}
