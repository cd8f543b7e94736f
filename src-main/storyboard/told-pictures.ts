/** Pictures as pages are told of them, for changes that say what they expect: takes in the trash are not shown. */
import type { PictureEdit, StoryboardPicture } from '#contract/storyboard.ts'
import type { LineId } from '#contract/words.ts'
import type { PictureRow } from './picture-rows.ts'
import type { ReadPicture } from './picture-states.ts'
import { isBlank, placePictures } from '#rules/storyboard/place-pictures.ts'

interface Told extends Pick<StoryboardPicture, 'lineIds' | 'prompt' | 'motionPrompt' | 'stillTakeId' | 'shotTakeId'> {
  readonly row: PictureRow
}

/** Rows with the takes that pages are told of: none for one in the trash, or what stands in for it. */
export function toldOf(rows: readonly PictureRow[], before: readonly ReadPicture[]): Told[] {
  const known = new Map(before.map(each => [each.row.id, each]))
  return rows.map((row) => {
    const was = known.get(row.id)
    return {
      row,
      lineIds: row.line_ids,
      prompt: row.prompt,
      motionPrompt: row.motion_prompt,
      stillTakeId: was?.row.still_take_id === row.still_take_id ? was.picture.stillTakeId : row.still_take_id,
      shotTakeId: was?.row.shot_take_id === row.shot_take_id ? was.picture.shotTakeId : row.shot_take_id,
    }
  })
}

/** A page that does not know of the trash yet expects the take that is there. */
export function presentOf({ row, ...told }: Told, expected: PictureEdit['expected']): Omit<Told, 'row'> {
  return {
    ...told,
    ...expected?.stillTakeId === row.still_take_id && { stillTakeId: row.still_take_id },
    ...expected?.shotTakeId === row.shot_take_id && { shotTakeId: row.shot_take_id },
  }
}

/** The picture that is seen to begin at this line; else a cleared one whose place it is. */
export function rowAt(rows: readonly Told[], lineIds: readonly LineId[], lineId: LineId): Told | undefined {
  return placePictures(lineIds, rows).find(each => each.lineIds[0] === lineId)?.picture
    ?? rows.find(each => isBlank(each) && each.lineIds[0] === lineId)
}
