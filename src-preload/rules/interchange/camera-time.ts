/**
 * Edit decision lists say places in a file by the time code of its camera. Takes have none: where a place is behind the end of its file,
 * the places in that file are counted from the earliest of them, so that they are as far from one another as in the list.
 */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ListedClip, ListedMedia, ReadList } from './list.ts'

interface Known { readonly rate: FrameRate, readonly takeOf: (media: ListedMedia) => Take | null }

/** The list with these places, and how many clips have another one. */
export function fromEarliest(list: ReadList, { rate, takeOf }: Known): { readonly list: ReadList, readonly count: number } {
  const places = new Map<Take['id'], { earliest: number, isBehind: boolean }>()
  const takeFor = (clip: ListedClip): Take | null => clip.isCameraTime && clip.media ? takeOf(clip.media) : null
  const clips = list.tracks.flatMap(track => track.clips)
  for (const clip of clips) {
    const take = takeFor(clip)
    const seconds = take?.asset.durationSeconds ?? null
    if (!take || seconds === null)
      continue
    const known = places.get(take.id) ?? { earliest: Infinity, isBehind: false }
    const isBehind = known.isBehind || clip.in >= seconds * rate.numerator / rate.denominator
    places.set(take.id, { earliest: Math.min(known.earliest, clip.in), isBehind })
  }
  let count = 0
  const placed = (clip: ListedClip): ListedClip => {
    const take = takeFor(clip)
    const known = take ? places.get(take.id) : undefined
    if (!known?.isBehind)
      return clip
    count++
    return { ...clip, in: clip.in - known.earliest }
  }
  const tracks = list.tracks.map(track => ({ ...track, clips: track.clips.map(placed) }))
  return count === 0 ? { list, count } : { list: { ...list, tracks }, count }
}
