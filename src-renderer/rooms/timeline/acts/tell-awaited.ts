/** Says that main has put what was generated for a clip into it, while the sequence is open. */
import type { Editor } from '../use-editor.ts'
import { watch } from 'vue'
import { sequenceStep } from '#contract/journal.ts'
import { useNotices } from '../../../actions/notices.ts'

export function useTellAwaited({ sequence, sequenceId }: Pick<Editor, 'sequence' | 'sequenceId'>): void {
  const notices = useNotices()
  watch(() => sequence.revision, (now, before) => {
    const step = sequence.undoable
    // That of a line is told by its own name. Before, it was not open.
    if (before > 0 && step?.name === 'new-take' && step.of === '' && step.id === sequenceStep(sequenceId, now))
      notices.say(t => t.timeline.media.cameIn, { tone: 'good' })
  })
}
