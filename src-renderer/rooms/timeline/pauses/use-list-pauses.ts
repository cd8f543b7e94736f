/** Opens the list of pauses, unless there is nothing to look in. */
import type { Editor } from '../use-editor.ts'
import { shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { isLockedOnly, scopesOf } from './pause-scope.ts'

export function useListPauses(editor: Editor) {
  const notices = useNotices()
  const pauses = shallowRef<'tighten' | 'remove' | null>(null)

  return {
    pauses,
    listPauses(how: 'tighten' | 'remove'): void {
      const now = editor.sequence.settled
      const { ids } = editor.view.selection.value
      if (!now)
        return
      if (isLockedOnly(now, ids))
        return void notices.say(t => t.faults.refusal('locked-track'))
      if (scopesOf(now, ids, editor.clickedTrack.value).length === 0)
        return void notices.say(t => t.timeline.pauses.noClips)
      pauses.value = how
    },
  }
}
