/** Chapters of a delivery, from the named markers of its sequence. */
import type { Marker } from '#contract/sequence-document.ts'
import type { Range } from '../sequence/range.ts'

export interface PlacedChapter { readonly startFrame: number, readonly title: string }

/**
 * In frames of the delivered part, in order of time, none at the same frame as another. What lies before the first marker belongs to the
 * chapter that began before the part, or to the first one.
 */
export function chaptersOf(markers: readonly Marker[], { startFrame, frames }: Range): PlacedChapter[] {
  const named = markers.filter(({ name }) => name.trim() !== '').sort((a, b) => a.at - b.at)
  const begun = named.findLast(({ at }) => at <= startFrame)
  const inside = named.filter(({ at }) => at > startFrame && at < startFrame + frames)
  const chapters = [...begun ? [begun] : [], ...inside]
    .map(({ at, name }, index) => ({ startFrame: index === 0 ? 0 : at - startFrame, title: name.trim() }))
  return chapters.filter((chapter, index) => chapters[index + 1]?.startFrame !== chapter.startFrame)
}
