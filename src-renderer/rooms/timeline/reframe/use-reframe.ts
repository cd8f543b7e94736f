/** Lets the selected pictures fill the frame so that their subjects are seen: one step of undo. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Editor } from '../use-editor.ts'
import { computed, shallowRef } from 'vue'
import { reframable, reframeEdits } from '#rules/sequence/reframe/reframe.ts'
import { useNotices } from '../../../actions/notices.ts'
import { tellReframed } from './tell-reframed.ts'
import { useFindSubjects } from './use-find-subjects.ts'

export function useReframe(editor: Editor) {
  const notices = useNotices()
  const find = useFindSubjects()
  const isLooking = shallowRef(false)
  const clips = computed((): PictureClip[] => {
    const { settled } = editor.sequence
    return settled ? reframable(settled, editor.view.selection.value.ids) : []
  })
  return {
    isLooking,
    mayReframe: (): boolean => clips.value.length > 0 && !isLooking.value,
    async reframe(): Promise<void> {
      const { settled: before } = editor.sequence
      if (!before || isLooking.value)
        return
      isLooking.value = true
      const found = await find(clips.value, before.rate)
      isLooking.value = false
      // Of those that are still there, as they are now: their keys count places in their sources.
      const now = found && editor.settledOrSay()
      if (!found || !now)
        return
      const there = new Map(reframable(now, found.map(({ clip }) => clip.id)).map(clip => [clip.id, clip]))
      const edits = reframeEdits(now, found.flatMap(({ clip, subject }) => {
        const same = there.get(clip.id)
        return same?.takeId === clip.takeId ? [{ clip: same, subject }] : []
      }))
      if (edits.length === 0 || editor.edit('reframe', edits))
        tellReframed(notices, found)
    },
  }
}
export type ReframeActs = ReturnType<typeof useReframe>
