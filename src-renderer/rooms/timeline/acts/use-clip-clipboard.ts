/** Copies of clips: copying, cutting, pasting, duplicating, and the attributes of what was copied. Each act is one step of undo. */
import type { HowPlaced } from '#contract/sequence-edits.ts'
import type { Attribute } from '#rules/sequence/edit/attributes.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { attributeEdits, attributesFor } from '#rules/sequence/edit/attributes.ts'
import { randomId } from '../../../wire/random-id.ts'
import { findBox } from '../view/rows.ts'
import { selectOnly } from '../view/selection.ts'
import { useClipboard } from './clipboard.ts'
import { copiedClips, duplicateEdits, pasteEdits } from './edits.ts'

export function useClipClipboard(editor: Editor, { document, withDocument, selected, remove }: ClipContext) {
  const clipboard = useClipboard()
  const copies = shallowRef(0)
  const { view, edit } = editor

  function copy(): void {
    withDocument((now) => {
      const copied = copiedClips(now, selected())
      if (!copied)
        return
      clipboard.value = copied
      copies.value++
    })
  }
  function paste(how: HowPlaced): void {
    withDocument((now) => {
      if (!clipboard.value)
        return
      const { edits, clipIds } = pasteEdits(now, clipboard.value, view.playhead.value, how, randomId, editor.clickedTrack.value)
      edit('paste', edits, selectOnly(...clipIds))
    })
  }
  const copiedSource = () => clipboard.value && { clips: clipboard.value.clips.map(({ clip }) => clip), rate: clipboard.value.rate }

  return {
    copy,
    /** How often something was copied here. */
    copies: shallowReadonly(copies),
    hasCopied: computed(() => clipboard.value !== null),
    cut(): void {
      copy()
      remove(false)
    },
    paste: (inserts: boolean) => paste(inserts ? 'insert' : 'free'),
    pasteOver: () => paste('overwrite'),
    /** What of the copied clip the selected ones can take. */
    attributes: computed((): Attribute[] => {
      const [now, source] = [document(), copiedSource()]
      return now && source ? attributesFor(now, source, selected()) : []
    }),
    pasteAttributes(chosen: ReadonlySet<Attribute>): void {
      withDocument((now) => {
        const source = copiedSource()
        if (source)
          edit('attributes', attributeEdits(now, source, selected(), chosen))
      })
    },
    duplicate(): void {
      withDocument((now) => {
        const { edits, clipIds } = duplicateEdits(now, selected(), randomId)
        const [first] = clipIds
        if (!edit('copy', edits, selectOnly(...clipIds)) || !first)
          return
        // Where something was in the way, it may be out of sight.
        const copy = findBox(editor.rows.value, first)
        if (copy)
          editor.reveal(copy.box.start)
      })
    },
  }
}
