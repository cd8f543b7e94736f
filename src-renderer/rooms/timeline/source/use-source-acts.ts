/** Insert, overwrite, append and replace from the source viewer, and match frame into it. Each edit is one step of undo. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import type { SourceRefusal, SourceWay } from '../acts/source-edits.ts'
import type { Editor } from '../use-editor.ts'
import { matchAt } from '#rules/sequence/match-frame.ts'
import { useNotices } from '../../../actions/notices.ts'
import { randomId } from '../../../wire/random-id.ts'
import { clipToReplace, replaceEdits, sourceEdits } from '../acts/source-edits.ts'
import { selectOnly } from '../view/selection.ts'

export function useSourceActs(editor: Editor) {
  const notices = useNotices()
  const { source, view } = editor

  function tell(refused: SourceRefusal, take: Take): void {
    if (refused === 'unusable')
      notices.say(t => t.timeline.unusable(1, take.title), { tone: 'bad' })
    else if (refused === 'no-target')
      notices.say(t => t.timeline.source.noTarget, { tone: 'bad' })
    else
      notices.say(t => t.faults.refusal(refused), { tone: 'bad' })
  }
  function withBoth(act: (now: SequenceDocument, take: Take) => void): void {
    const [now, take] = [editor.sequence.settled, source.take.value]
    if (now && take)
      act(now, take)
  }
  function place(way: SourceWay): void {
    withBoth((document, take) => {
      const isFirst = editor.duration.value === 0
      const isLine = (id: LineId): boolean => editor.lines.value.has(id)
      const chosenOf = (id: LineId): TakeId | null | undefined => editor.lines.value.get(id)?.chosenTakeId
      const placed = sourceEdits({ document, newId: randomId, isLine, chosenOf }, way, {
        take,
        source: source.source.value,
        playhead: view.playhead.value,
        clickedTrack: editor.clickedTrack.value,
      })
      if (typeof placed === 'string')
        return tell(placed, take)
      if (!editor.edit(way, placed.edits, selectOnly(...placed.clipIds)))
        return
      // The next part comes behind this one.
      editor.seek(placed.endFrame)
      editor.reveal(placed.endFrame)
      if (isFirst)
        editor.proposeFormat([take])
    })
  }

  return {
    insert: () => place('insert'),
    overwrite: () => place('overwrite'),
    append: () => place('append'),
    replace(): void {
      withBoth((document, take) => {
        const clipId = clipToReplace(document, take, { at: view.selection.value.at, playhead: view.playhead.value })
        const edits = clipId ? replaceEdits(document, clipId, take, source.points.value.in ?? 0) : []
        if (clipId && edits.length > 0)
          editor.edit('replace', edits, selectOnly(clipId))
        else
          notices.say(t => t.timeline.source.nothingToReplace)
      })
    },
    matchFrame(): void {
      const now = editor.sequence.settled
      const match = now && matchAt(editor.inner.flat(now), view.playhead.value, view.selection.value.ids)
      if (match)
        void source.open(match.moment.takeId, { seconds: match.moment.seconds, marks: match.range })
      else if (now)
        notices.say(t => t.timeline.noSource)
    },
  }
}
export type SourceActs = ReturnType<typeof useSourceActs>
