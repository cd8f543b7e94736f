/** Places takes as one step of undo, and says what could not be placed. */
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { Placed, Spot, TakePart } from './place-takes.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useTakes } from '../../../stores/takes.ts'
import { randomId } from '../../../wire/random-id.ts'
import { selectOnly } from '../view/selection.ts'
import { placeTakes } from './place-takes.ts'

export function usePlaceTakes(editor: Editor) {
  const takes = useTakes()
  const notices = useNotices()

  /** What placing them would do now. Null while there is no sequence. */
  function placed(
    given: readonly Take[],
    spot: Spot,
    lineOf: ReadonlyMap<TakeId, LineId> = new Map(),
    part?: TakePart,
  ): Placed | null {
    const document = editor.sequence.settled
    const isLine = (id: LineId): boolean => editor.lines.value.has(id)
    const chosenOf = (id: LineId): TakeId | null | undefined => editor.lines.value.get(id)?.chosenTakeId
    return document && placeTakes({ document, newId: randomId, isLine, lineOf, chosenOf, part }, given, spot)
  }
  /** The sequence may have been closed while they were loaded or uploaded: says so. */
  function orSay(given: readonly Take[], found: Placed | null): Placed | null {
    const [first] = given
    if (first && !found)
      notices.say(t => t.timeline.closed.takes(given.length, first.title), { tone: 'bad' })
    return found
  }
  function place(given: readonly Take[], spot: Spot, lineOf: ReadonlyMap<TakeId, LineId> = new Map(), part?: TakePart): boolean {
    const found = orSay(given, placed(given, spot, lineOf, part))
    if (!found || given.length === 0)
      return false
    takes.remember(given)
    const { edits, clipIds, unusable, sparesSpeech } = found
    if (unusable.length > 0)
      notices.say(t => t.timeline.unusable(unusable.length, unusable[0]?.title ?? ''), { tone: 'bad' })
    const isFirst = editor.duration.value === 0
    const isDone = editor.edit('place', edits, selectOnly(...clipIds))
    if (isDone && sparesSpeech)
      notices.say(t => t.timeline.sparesSpeech)
    if (isDone && isFirst)
      editor.proposeFormat(given)
    return isDone
  }

  return {
    place,
    placed,
    orSay,
    async placeById(takeIds: readonly TakeId[], spot: Spot, lineOf?: ReadonlyMap<TakeId, LineId>, part?: TakePart): Promise<boolean> {
      const found: Take[] = []
      for (const takeId of takeIds) {
        const { value, fault } = await takes.load(takeId)
        if (fault)
          notices.fault(fault)
        else if (value)
          found.push(value.take)
      }
      return place(found, spot, lineOf, part)
    },
  }
}
