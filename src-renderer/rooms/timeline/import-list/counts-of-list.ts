/** How much an edit list brings. */
import type { ReadList } from '#rules/interchange/list.ts'
import { tracksOf } from '#rules/sequence/document.ts'

export interface ListCounts { readonly tracks: number, readonly clips: number, readonly markers: number, readonly compounds: number }

export function countsOf(list: ReadList): ListCounts {
  const { own } = list
  const clipsPerTrack = own
    ? [...own.inner.map(({ document }) => document), own.film]
        .flatMap(document => tracksOf(document).map(track => Object.keys(track.clips).length))
    : [list, ...list.compounds.values()].flatMap(({ tracks, captions = [] }) =>
        [...tracks.map(({ clips }) => clips.length), ...captions.map(each => each.captions.length)])
  return {
    tracks: clipsPerTrack.length,
    clips: clipsPerTrack.reduce((sum, count) => sum + count, 0),
    markers: own ? Object.keys(own.film.markers).length : list.markers.length,
    compounds: own ? own.inner.length : list.compounds.size,
  }
}
