/** Cross-fades at the cuts of the selection, for keys, palette and menus: those of pictures are what the shelf of transitions has chosen. */
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import { crossFadeEdits } from '#rules/sequence/edit/cross-fades.ts'
import { useNotices } from '../../../actions/notices.ts'
import { clipsAtCuts } from '../transitions/use-transition-acts.ts'
import { useUsualTransition } from '../transitions/usual-transition.ts'

export function useCrossFade(editor: Editor, { withDocument }: ClipContext): () => void {
  const notices = useNotices()
  const usual = useUsualTransition()

  return () => withDocument((now) => {
    const { edits, frozenSeconds } = crossFadeEdits(now, clipsAtCuts(now, editor), usual.value)
    if (edits.length === 0)
      return void notices.say(t => t.faults.refusal('no-neighbour'))
    if (editor.edit('cross-fade', edits) && frozenSeconds > 0)
      notices.say(t => t.timeline.crossFades.freezes(frozenSeconds.toFixed(1)))
  })
}
