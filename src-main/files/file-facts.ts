/** What the file of a take is encoded with: looked up in the file itself, as it is shown rarely and is no part of the library. */
import type { FileFacts, Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { probe } from '../media/probe/probe.ts'

export interface FileFactPorts {
  readonly takes: { readonly get: (takeId: TakeId) => Promise<Take> }
  readonly assets: Pick<Assets, 'pathOf'>
  readonly ffmpeg: () => Promise<Ffmpeg | null>
}

/** Null for a file that is not there, or that cannot be read. @throws Fault not-found */
export async function factsOfFile({ takes, assets, ffmpeg }: FileFactPorts, takeId: TakeId): Promise<FileFacts | null> {
  const { asset } = await takes.get(takeId)
  if (asset.isMissing)
    return null
  const found = await probe(assets.pathOf(asset), { ffmpeg: await ffmpeg() }).catch(() => null)
  return found && {
    container: found.container,
    videoCodec: found.videoCodec,
    audioCodec: found.audioCodec,
    colours: found.colours && [found.colours.primaries, found.colours.transfer, found.colours.matrix],
    isHdr: found.hdr !== null,
  }
}
