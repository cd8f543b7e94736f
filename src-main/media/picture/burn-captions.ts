/** Filters that draw captions into a picture, in the colours that they were given. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exactly } from '../probe/colour.ts'

export interface Burning {
  /** Of the picture before and after, as ffmpeg spells it. */
  readonly pixels?: string
  /** Where `captions.ass` is, and its fonts in `fonts`, if there are any. */
  readonly folder: string
  readonly hasFonts: boolean
  /** When the picture begins, as ffmpeg reads it. */
  readonly start: string
}

export function burnFilters({ folder, hasFonts, start, pixels = 'yuv420p' }: Burning): string[] {
  const draw = `ass=filename=captions.ass${hasFonts ? ':fontsdir=fonts' : ''}`
  if (pixels === 'gbrp')
    return [`setpts=round(PTS+${start})`, draw, `setpts=round(PTS-${start})`]
  const colours = coloursOf(readFileSync(join(folder, 'captions.ass'), 'utf8'))
  const isGrey = colours.every(([blue, green, red]) => blue === green && green === red)
  // Before version 7.1 ffmpeg takes colours for BT.601, whatever the picture is in: in RGB there is nothing to mistake. Black, white and
  // what is between are the same in both, and drawing them into the picture as it is takes a third of the time.
  const drawn = isGrey
    ? [draw]
    : [
        ...[`scale=in_color_matrix=bt709:in_range=tv:${exactly}`, 'format=gbrp', draw],
        ...[`scale=out_color_matrix=bt709:out_range=tv:${exactly}`, `format=${pixels}`],
      ]
  return [`setpts=round(PTS+${start})`, ...drawn, `setpts=round(PTS-${start})`]
}

function coloursOf(ass: string): string[][] {
  return [...ass.matchAll(/&H[\dA-F]{2}([\dA-F]{2})([\dA-F]{2})([\dA-F]{2})/g)].map(([, ...parts]) => parts)
}
