/** What a render must know of its picture files before it draws: size, colours, transparency. Read once per file. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPicture } from '../plan/render-plan.ts'
import type { SourceFacts } from './layer.ts'
import { readColours } from '../probe/colour.ts'
import { probe } from '../probe/probe.ts'
import { lookBackOf } from '../probe/seeking.ts'
import { readTransparency } from '../probe/transparency.ts'
import { UnreadableMediaError } from '../unreadable.ts'

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal }

/** Throws UnreadableMediaError for a file without a picture, FfmpegError for one that cannot be decoded. */
export async function readSource({ path, medium }: NonNullable<RenderPicture['file']>, tools: Tools): Promise<SourceFacts> {
  const probed = await probe(path, tools)
  const { width, height, framesPerSecond } = probed
  if (width === null || height === null)
    throw new UnreadableMediaError('damaged', `${path} has no picture`)
  const colours = await readColours(path, probed, tools.ffmpeg)
  const { hasAlpha, decoder } = await readTransparency(path, probed, tools)
  return {
    width,
    height,
    colours,
    hasAlpha: colours.hdr === null && hasAlpha,
    decoder,
    framesPerSecond: medium === 'video' ? framesPerSecond : null,
    ...medium === 'video' && { lookBackSeconds: lookBackOf(probed.container) },
  }
}
