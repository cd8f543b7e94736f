/** Puts a take that was generated again for a clip into it, as one step of undo, once it exists and the sequence is open. */
import type { AwaitedClip } from '../../../parts/takes/awaited-clips.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipActs } from './use-clip-acts.ts'
import { watch } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { takeFor, useAwaitedClips } from '../../../parts/takes/awaited-clips.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useTakes } from '../../../stores/takes.ts'
import { awaitedEdits } from './awaited-edits.ts'

export function useBringAwaited(editor: Editor, clips: ClipActs): void {
  const awaited = useAwaitedClips()
  const jobs = useJobs()
  const takes = useTakes()
  const notices = useNotices()

  async function bring(one: AwaitedClip): Promise<void> {
    const takeId = takeFor(one, jobs.all)
    const found = takeId === null ? null : await takes.load(takeId)
    const document = editor.sequence.settled
    if (!found?.value || !document || !awaited.value.includes(one))
      return
    awaited.value = awaited.value.filter(each => each !== one)
    const { take } = found.value
    const edits = awaitedEdits(document, one, clip => clips.takes.swapEdit(clip, take))
    if (edits.length > 0 && editor.edit('take', edits))
      notices.say(t => t.timeline.media.cameIn(take.title), { tone: 'good' })
  }
  watch([() => jobs.all, () => editor.sequence.settled !== null, awaited], () => {
    for (const one of awaited.value) {
      if (editor.sequence.settled && one.sequenceId === editor.sequenceId)
        void bring(one)
    }
  }, { immediate: true })
}
