/** Which compounds of an edit list come in: none in itself, none that plays others without end. What does not is counted as left out. */
import type { LeftOut, ListedClip, ListedSequence, ListedTrack, ReadList } from './list.ts'
import { mostFrames, mostTracks } from '#contract/sequence-limits.ts'
import { crossed } from './crossings.ts'
import { createLeft, inTracks } from './list.ts'

/** Clips of sequences that one may play, with those in these: all are laid out when it is opened. */
const mostPlaces = 1000
/** Sequences in sequences; deeper ones are no edit of a person. */
const deepest = 32

/** How many clips of sequences it plays; null while it is read. */
interface Settled { readonly places: number | null }

/** Compounds that nothing plays are left out without a word: a program may list all that it has. */
export function settled(list: ReadList): ReadList {
  const { all, add } = createLeft()
  const compounds = new Map<string, ListedSequence>()
  const known = new Map<string, Settled>()
  const countAll = (left: ReadonlyMap<LeftOut, number>): void => left.forEach((count, what) => add(what, count))

  /** Its tracks with the clips that come in. */
  function tracksOf({ tracks }: ListedSequence, depth: number): { readonly tracks: ListedTrack[], readonly places: number } {
    let places = 0
    const comesIn = (clip: ListedClip): boolean => {
      if (!clip.nested)
        return true
      const inner = visit(clip.nested.of, depth + 1)
      const more = inner?.places
      if (more === null) {
        add('circles')
        return false
      }
      if (more === undefined || places + more + 1 > mostPlaces) {
        add('nested')
        return false
      }
      places += more + 1
      return true
    }
    const all = withPictures(tracks)
    add('tracks', all.length - mostTracks)
    const kept = all.slice(0, mostTracks).map(track => ({ ...track, clips: crossed(track.clips.filter(isWithin).filter(comesIn)) }))
    return { tracks: kept, places }
  }

  /** No sequence is longer than a day. */
  function isWithin({ start, length, in: from }: ListedClip): boolean {
    const isIn = start >= 0 && start + length <= mostFrames && Number.isFinite(from)
    add('overlong', isIn ? 0 : 1)
    return isIn
  }

  /** A compound without pictures is a sound: it comes onto a track of pictures of its own, as all clips of sequences are on these. */
  function withPictures(tracks: readonly ListedTrack[]): ListedTrack[] {
    const seen = new Set(tracks.flatMap(({ kind, clips }) => kind === 'pictures' ? clips.flatMap(placeOf) : []))
    const heard: ListedClip[] = []
    const own = tracks.map((track) => {
      if (track.kind === 'pictures')
        return track
      const nested = track.clips.filter(clip => clip.nested && !placeOf(clip).some(place => seen.has(place)))
      for (const clip of nested) {
        const inner = list.compounds.get(clip.nested?.of ?? '')
        if (inner?.tracks.every(({ kind }) => kind === 'sound'))
          heard.push(clip)
        else
          add('nested')
      }
      return { ...track, clips: track.clips.filter(clip => !clip.nested) }
    })
    return [...own, ...inTracks('pictures', '', heard)]
  }

  function visit(key: string, depth: number): Settled | null {
    const before = known.get(key)
    if (before)
      return before
    const sequence = list.compounds.get(key)
    if (!sequence || depth > deepest)
      return null
    known.set(key, { places: null })
    const { tracks, places } = tracksOf(sequence, depth)
    countAll(sequence.left)
    compounds.set(key, { ...sequence, tracks })
    const now = { places }
    known.set(key, now)
    return now
  }

  const { tracks } = tracksOf(list, 0)
  countAll(list.left)
  return { ...list, tracks, compounds, left: all }
}

/** Programs that have sound and picture of a compound as two clips place both alike. */
function placeOf({ nested, start, length }: ListedClip): string[] {
  return nested ? [`${nested.of} ${start} ${length}`] : []
}
