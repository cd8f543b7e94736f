/** The small picture that stands for an asset. */
import type { MediaRef } from '#contract/studio.ts'
import type { Asset } from '#contract/takes.ts'

/** Its poster, or the picture itself where it has none. Null for sound, and for a film whose poster is not made: a film is no picture. */
export function stillOf(
  { id, mime, hasPoster, isMissing }: Pick<Asset, 'id' | 'mime' | 'hasPoster' | 'isMissing'>,
): Extract<MediaRef, { of: 'asset' }> | null {
  if (isMissing || !(hasPoster || mime.startsWith('image/')))
    return null
  return { of: 'asset', assetId: id, variant: hasPoster ? 'poster' : 'original' }
}
