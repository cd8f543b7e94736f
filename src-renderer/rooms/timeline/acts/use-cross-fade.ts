/** Cross-fades at the cuts of the selection, for keys, palette and menus. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import { endOf, findClip } from '#rules/sequence/document.ts'
import { crossFadeEdits } from '#rules/sequence/edit/cross-fades.ts'
import { useNotices } from '../../../actions/notices.ts'

export function useCrossFade(editor: Editor, { withDocument, selected }: ClipContext): () => void {
  const notices = useNotices()

  /** The clips that begin at the cuts: where the end of a clip is the edge that is selected, the one behind it. */
  function beginning(now: SequenceDocument): Iterable<ClipId> {
    const { value: on } = editor.edge
    const ending = on?.edge === 'end' ? findClip(now, on.clipId) : null
    return ending
      ? Object.values<Clip>(ending.track.clips).filter(({ start }) => start === endOf(ending.clip)).map(({ id }) => id)
      : selected()
  }

  return () => withDocument((now) => {
    const { edits, frozenSeconds } = crossFadeEdits(now, beginning(now))
    if (edits.length === 0)
      return void notices.say(t => t.faults.refusal('no-neighbour'))
    if (editor.edit('cross-fade', edits) && frozenSeconds > 0)
      notices.say(t => t.timeline.crossFades.freezes(frozenSeconds.toFixed(1)))
  })
}
