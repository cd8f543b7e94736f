/** Says early and by name what an ffmpeg cannot do, instead of failing in the middle of a render. */
import type { Ffmpeg } from './ffmpeg.ts'

export class FfmpegLacksError extends Error {
  override readonly name = 'FfmpegLacksError'
  /** Names of encoders and filters, as ffmpeg spells them. */
  readonly missing: readonly string[]

  constructor(ffmpeg: Ffmpeg, missing: readonly string[]) {
    super(`ffmpeg ${ffmpeg.version} lacks ${missing.join(', ')}`)
    this.missing = missing
  }
}

export interface FfmpegNeeds { readonly encoders?: readonly string[], readonly filters?: readonly string[] }

/** Those that it does not have, as ffmpeg spells them. */
export function lackingIn(ffmpeg: Pick<Ffmpeg, 'encoders' | 'filters'>, { encoders = [], filters = [] }: FfmpegNeeds): string[] {
  return [...encoders.filter(name => !ffmpeg.encoders.has(name)), ...filters.filter(name => !ffmpeg.filters.has(name))]
}

/** Throws FfmpegLacksError when any of these is missing. */
export function assertFfmpegHas(ffmpeg: Ffmpeg, needs: FfmpegNeeds): void {
  const missing = lackingIn(ffmpeg, needs)
  if (missing.length > 0)
    throw new FfmpegLacksError(ffmpeg, missing)
}
