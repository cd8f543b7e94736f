/** Taking time out of the sequence: the range between in and out, and gaps. Each act is one step of undo. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Editor } from '../use-editor.ts'
import { durationFrames, tracksOf } from '#rules/sequence/document.ts'
import { isTarget } from '#rules/sequence/edit/draft.ts'
import { countGaps } from '#rules/sequence/edit/gaps.ts'
import { useNotices } from '../../../actions/notices.ts'
import { clipAtPlayhead } from './edits.ts'

export function useRangeActs(editor: Editor) {
  const { view, edit } = editor
  const notices = useNotices()
  const targetsOf = (now: SequenceDocument) => tracksOf(now).filter(isTarget).map(({ id }) => id)

  return {
    hasRange: (): boolean => (editor.document.value?.inFrame ?? null) !== null || (editor.document.value?.outFrame ?? null) !== null,
    hasClipHere: (): boolean => clipAtPlayhead(editor.rows.value, view.playhead.value, null) !== null,
    /** From in to out, on the target tracks. What was in between is gone, and so are in and out; the playhead is where it was. */
    clearRange(closesGap: boolean): void {
      const now = editor.sequence.settled
      if (!now)
        return
      const [fromFrame, untilFrame] = [now.inFrame ?? 0, now.outFrame ?? durationFrames(now)]
      const trackIds = targetsOf(now)
      if (trackIds.length === 0)
        return void notices.say(t => t.timeline.range.noTarget)
      const edits: SequenceEdit[] = [
        { do: 'clearTime', fromFrame, untilFrame, trackIds, closesGap },
        { do: 'setSequence', values: { inFrame: null, outFrame: null } },
      ]
      if (edit(closesGap ? 'extract' : 'lift', edits)) {
        editor.seek(fromFrame)
        editor.reveal(fromFrame)
      }
    },
    /** Of all target tracks; those that clips of other tracks keep open stay, and are told. */
    closeGaps(): void {
      const now = editor.sequence.settled
      const trackIds = now ? targetsOf(now) : []
      if (!now || trackIds.length === 0)
        return void notices.say(t => t.timeline.range.noTarget)
      const { shared, keptOpen } = countGaps(now, trackIds)
      if (shared > 0)
        edit('close-gaps', [{ do: 'closeGaps', trackIds }])
      if (shared === 0 || keptOpen > 0)
        notices.say(t => t.timeline.range.gapsKept(shared, keptOpen))
    },
  }
}
