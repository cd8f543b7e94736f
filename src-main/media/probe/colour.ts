/** How the colours of a source are read: one decision for the proxy, the poster, the stills and the delivery. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Probe } from './probe-types.ts'
import type { Hdr } from './tone-map.ts'
import { canToneMap } from './tone-map.ts'

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

export interface ReadColours {
  /** A value for `in_color_matrix`, of what comes out of `toneMapFilters` where there is an `hdr`. */
  readonly colourMatrix: ReturnType<typeof colourMatrixOf>
  /** Null also where ffmpeg cannot convert it. */
  readonly hdr: Hdr | null
}

export function coloursOf(probed: Probe, medium: ColourFacts['medium'], ffmpeg: Pick<Ffmpeg, 'filters'>): ReadColours {
  const hdr = canToneMap(ffmpeg) ? probed.hdr : null
  const { colourTagged, height } = probed
  return { hdr, colourMatrix: hdr === null ? colourMatrixOf({ medium, colourTagged, sourceHeight: height }) : 'bt709' }
}
