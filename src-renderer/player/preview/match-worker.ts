/** Matches the colours of shots in a worker: some of them take a tenth of a second each. */
import type { Grade } from '#contract/grade.ts'
import type { Cube } from '#rules/colour/cube.ts'
import type { Shot } from '#rules/colour/match.ts'
import { cubeOf } from '#rules/colour/cube.ts'
import { matched, seenManner } from '#rules/colour/match.ts'
import { paletteOf } from '#rules/colour/palette.ts'

export interface SampledShot {
  /** Straight RGBA without the grade. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  readonly grade: Grade
  /** Of its look-up table; null where it has none, or that is not there. */
  readonly lutText: string | null
}

export interface MatchRequest { readonly shots: readonly SampledShot[], readonly reference: SampledShot }
/** Of each shot; null where the reference shows nothing. */
export interface MatchAnswer { readonly grades: readonly Grade[] | null }

function shotOf({ pixels, grade, lutText }: SampledShot): Shot {
  return { palette: paletteOf(pixels), grade, lut: lutText === null ? null : cubeIn(lutText) }
}

function cubeIn(text: string): Cube | null {
  try {
    return cubeOf(text)
  }
  catch {
    // The preview shows it as missing, too.
    return null
  }
}

globalThis.addEventListener('message', ({ data: { shots, reference } }: MessageEvent<MatchRequest>) => {
  const wanted = seenManner(shotOf(reference))
  globalThis.postMessage({ grades: wanted && shots.map(shot => matched(shotOf(shot), wanted)) } satisfies MatchAnswer)
})
