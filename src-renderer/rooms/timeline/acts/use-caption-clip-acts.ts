/** Acts on caption clips: merging the selected ones, and timing them while the sequence plays. Each act is one step of undo. */
import type { Editor } from '../use-editor.ts'
import type { Timing } from './caption-timing.ts'
import type { ClipContext } from './clip-context.ts'
import { computed } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { selectOnly } from '../view/selection.ts'
import { mergeEdits } from './caption-edits.ts'
import { timeCaption } from './caption-timing.ts'

export function useCaptionClipActs(editor: Editor, { document, withDocument, selected }: ClipContext) {
  const notices = useNotices()
  const { view, edit } = editor

  return {
    mayMerge: computed(() => {
      const now = document()
      return now !== null && mergeEdits(now, selected()) !== null
    }),
    mergeCaptions(): void {
      withDocument((now) => {
        const merged = mergeEdits(now, selected())
        if (merged)
          edit('caption', merged.edits, selectOnly(merged.clipId))
      })
    },
    hasCaptions: computed(
      () => editor.rows.value.some(({ track, boxes }) => track.kind === 'captions' && !track.isLocked && boxes.length > 0),
    ),
    /** At the playhead, while it plays as well. */
    timeCaption(what: Timing): void {
      withDocument((now) => {
        const timed = timeCaption(now, view.playhead.value, what, view.selection.value.at)
        if (!timed)
          return void notices.say(t => t.timeline.captions.notTimed)
        edit('caption-time', timed.edits)
        editor.select(timed.clipId)
      })
    },
  }
}
