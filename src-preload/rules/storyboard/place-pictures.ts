/** Which picture is seen at which line: a picture covers a run of lines, up to the next line with its own picture. */
import type { StoryboardPicture } from '#contract/storyboard.ts'
import type { LineId } from '#contract/words.ts'

type Placeable = Pick<StoryboardPicture, 'lineIds' | 'prompt' | 'motionPrompt' | 'stillTakeId' | 'shotTakeId'>

export interface PlacedPicture<Picture> {
  readonly picture: Picture
  /** In the order of the script, without gaps. The first is the picture's place. */
  readonly lineIds: readonly LineId[]
}

/** Neither planned nor there: a picture that was cleared, whose row only keeps its id. */
export function isBlank({ prompt, motionPrompt, stillTakeId, shotTakeId }: Placeable): boolean {
  return prompt.trim() === '' && motionPrompt.trim() === '' && stillTakeId === null && shotTakeId === null
}

/**
 * In the order of the script; `lineIds` are its lines, without removed ones. A picture whose first line was removed begins at the next of
 * its lines that has no picture of its own; without one it is not shown. Blank pictures are left out.
 */
export function placePictures<Picture extends Placeable>(
  lineIds: readonly LineId[],
  pictures: readonly Picture[],
): PlacedPicture<Picture>[] {
  const positions = new Map(lineIds.map((id, position) => [id, position]))
  const byLine = new Map<LineId, Picture>()
  const shown = pictures.filter(picture => !isBlank(picture))
  const isAtHome = (picture: Picture): boolean => picture.lineIds[0] !== undefined && positions.has(picture.lineIds[0])
  for (const picture of [...shown.filter(isAtHome), ...shown.filter(each => !isAtHome(each))]) {
    const place = (isAtHome(picture) ? picture.lineIds.slice(0, 1) : picture.lineIds).find(id => positions.has(id) && !byLine.has(id))
    if (place !== undefined)
      byLine.set(place, picture)
  }
  const places = lineIds.flatMap((lineId, start) => {
    const picture = byLine.get(lineId)
    return picture ? [{ picture, start }] : []
  })
  return places.map(({ picture, start }, index) => {
    const end = picture.lineIds.findLast(id => positions.has(id))
    const last = Math.max(start, (end === undefined ? undefined : positions.get(end)) ?? start)
    return { picture, lineIds: lineIds.slice(start, Math.min(last + 1, places[index + 1]?.start ?? lineIds.length)) }
  })
}
