/** Chapters of a delivery, from the named markers of its sequence, or else from the scene headings of its script. */
import type { Line } from '#contract/script.ts'
import type { Marker, SequenceDocument } from '#contract/sequence-document.ts'
import type { Range } from '../sequence/range.ts'
import { isSceneHeading } from '../script/scene-headings.ts'
import { headingOf } from '../script/script-lines.ts'
import { playingOf, startFrameOf, tracksOf } from '../sequence/document.ts'
import { nestOf, within } from '../sequence/nested/nest.ts'

interface PlacedChapter { readonly startFrame: number, readonly title: string }

type Named = Pick<Marker, 'at' | 'name'>
export type HeadedLine = Pick<Line, 'id' | 'speaker' | 'text' | 'direction'>

/**
 * In frames of the delivered part, in order of time, none at the same frame as another. What is before the first marker belongs to the
 * chapter that began before the part, or to the first one. `lines` are the script in its order; headings count where no marker has a name.
 */
export function chaptersOf(
  document: Pick<SequenceDocument, 'markers' | 'trackIds' | 'tracks' | 'rate'>,
  { startFrame, frames }: Range,
  lines: readonly HeadedLine[] = [],
): PlacedChapter[] {
  const markers = Object.values(document.markers).filter(({ name }) => name.trim() !== '')
  const named: Named[] = (markers.length > 0 ? markers : scenesOf(document, lines)).toSorted((a, b) => a.at - b.at)
  const begun = named.findLast(({ at }) => at <= startFrame)
  const inside = named.filter(({ at }) => at > startFrame && at < startFrame + frames)
  const chapters = [...begun ? [begun] : [], ...inside]
    .map(({ at, name }, index) => ({ startFrame: index === 0 ? 0 : at - startFrame, title: name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() }))
  return chapters.filter((chapter, index) => chapters[index + 1]?.startFrame !== chapter.startFrame)
}

/**
 * A scene begins with the first of its lines that is placed; one without any is left out. Headings that follow each other are one
 * title, as in `Chapter 1: The Lamp`, but not those of a screenplay: there a scene may have no words.
 */
function scenesOf(document: Pick<SequenceDocument, 'trackIds' | 'tracks' | 'rate'>, lines: readonly HeadedLine[]): Named[] {
  const places = new Map<string, number>()
  for (const track of tracksOf(document)) {
    for (const clip of playingOf(track)) {
      const { from, until } = within(nestOf(track), clip)
      if (clip.lineId !== null && from < until)
        places.set(clip.lineId, Math.min(places.get(clip.lineId) ?? Infinity, startFrameOf(track, { start: from }, document.rate)))
    }
  }
  const scenes: Named[] = []
  let title: readonly string[] = []
  let followsHeading = false
  for (const line of lines) {
    const heading = headingOf(line)
    if (heading !== null)
      title = [...followsHeading && !isSceneHeading(heading) ? title : [], ...heading === '' ? [] : [heading]]
    followsHeading = heading !== null
    const at = places.get(line.id)
    if (title.length === 0 || at === undefined)
      continue
    scenes.push({ at, name: title.join(': ') })
    title = []
  }
  return scenes
}
