/** Which takes the installed ffmpeg cannot decode: checked before hours of rendering, for files that were not decoded on import. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { proveDecoding } from '../media/probe/probe-by-ffmpeg.ts'
import { probe } from '../media/probe/probe.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'

/** By what of them is wanted: a film without its sound is still seen. */
export interface BrokenTakes { readonly pictures: ReadonlySet<TakeId>, readonly sounds: ReadonlySet<TakeId> }

type FindBroken = (takes: readonly Take[], ffmpeg: Ffmpeg | null) => Promise<BrokenTakes>

interface Parts { readonly picture: boolean, readonly sound: boolean }

/** A poster and a waveform were made by decoding, so that only takes without them are decoded, once for each ffmpeg. */
export function createBrokenFinder(pathOf: (take: Take) => string): FindBroken {
  const known = new Map<string, Parts>()
  return async (takes, ffmpeg) => {
    const [pictures, sounds] = [new Set<TakeId>(), new Set<TakeId>()]
    if (ffmpeg === null)
      return { pictures, sounds }
    const doubtful = takes.filter(({ asset, medium }) => !asset.isMissing && medium !== 'text' && isInDoubt(asset, medium))
    const keyOf = ({ asset }: Take): string => `${asset.id} ${ffmpeg.version} ${asset.hasPoster} ${asset.hasPeaks}`
    await mapConcurrently(2, doubtful.filter(take => !known.has(keyOf(take))), async (take) => {
      const broken = await brokenParts(pathOf(take), take, ffmpeg)
      if (broken)
        known.set(keyOf(take), broken)
    })
    for (const take of doubtful) {
      const broken = known.get(keyOf(take))
      if (broken?.picture)
        pictures.add(take.id)
      if (broken?.sound)
        sounds.add(take.id)
    }
    return { pictures, sounds }
  }
}

function isInDoubt({ hasPoster, hasPeaks, channels }: Take['asset'], medium: Take['medium']): boolean {
  return (medium !== 'audio' && !hasPoster) || (!hasPeaks && (medium === 'audio' || channels !== null))
}

/** Null where it is unknown: the file is missing, or ffmpeg was killed. */
async function brokenParts(path: string, { asset, medium }: Take, ffmpeg: Ffmpeg): Promise<Parts | null> {
  const decodes = async (what: 'picture' | 'sound'): Promise<boolean> => {
    const { sound, audioCodec } = await probe(path, { ffmpeg })
    if (what === 'sound' && audioCodec === null)
      return medium !== 'audio'
    await proveDecoding(path, { picture: what === 'picture', sound: what === 'sound' ? sound : null }, ffmpeg)
    return true
  }
  const isBroken = async (what: 'picture' | 'sound'): Promise<boolean> => !await decodes(what).catch((error: unknown) => {
    if (error instanceof UnreadableMediaError)
      return false
    throw error
  })
  try {
    return {
      picture: medium !== 'audio' && !asset.hasPoster && await isBroken('picture'),
      sound: !asset.hasPeaks && medium !== 'picture' && await isBroken('sound'),
    }
  }
  catch {
    return null
  }
}
