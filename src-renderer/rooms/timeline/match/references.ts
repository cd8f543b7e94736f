/** Which shots are offered to match others to: what is seen with them, what is next to them, and what the source viewer shows. Pure. */
import type { Clip, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import { endOf, playingOf, tracksOf } from '#rules/sequence/document.ts'

export type Place = 'playhead' | 'before' | 'after' | 'source'
export interface Offer { readonly place: Place, readonly clip: PictureClip }

/** A title and an adjustment have no colours to match, a sequence those of many shots. */
export const isShot = (clip: Clip): clip is PictureClip => 'look' in clip && clip.takeId !== null

/** More would be a list to read; any other clip is clicked. */
const mostOffers = 6

interface Around { readonly targets: ReadonlySet<ClipId>, readonly frame: number, readonly source: PictureClip | null }

/** Each shot once, the highest at the playhead first. */
export function offeredShots(document: SequenceDocument, { targets, frame, source }: Around): Offer[] {
  const tracks = tracksOf(document).filter(track => track.kind === 'pictures').filter(track => !track.isMuted).reverse()
  const lanes = tracks.map(track => playingOf(track).filter(isShot))
  const seen = lanes.flatMap(clips => clips.filter(clip => clip.start <= frame && endOf(clip) > frame))
  const besides = lanes.flatMap(clips => clips.flatMap((clip, at): Offer[] => {
    const [before, after] = [clips[at - 1], clips[at + 1]]
    return targets.has(clip.id)
      ? [...before ? [{ place: 'before' as const, clip: before }] : [], ...after ? [{ place: 'after' as const, clip: after }] : []]
      : []
  }))
  const offers: Offer[] = [...seen.map(clip => ({ place: 'playhead' as const, clip })), ...besides]
  const isFirst = ({ clip }: Offer, at: number): boolean => offers.findIndex(other => other.clip.id === clip.id) === at
  const shots = offers.filter((offer, at) => !targets.has(offer.clip.id) && isFirst(offer, at)).slice(0, mostOffers)
  return source ? [...shots, { place: 'source', clip: source }] : shots
}
