/** Places at the playhead what the bin or the clipboard gives, without covering anything; the playhead moves to its end. */
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipActs } from './use-clip-acts.ts'
import { useEventListener } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import { fieldAt, hasDialog } from '../../../actions/fields.ts'
import { pasteKeyOf } from '../../../actions/pasting.ts'
import { useBinPlacer } from '../../../parts/bin/bin-placer.ts'
import { filesIn } from '../../../parts/files/pasted-files.ts'
import { useFileImport } from '../../../parts/files/use-import-files.ts'
import { findBox } from '../view/rows.ts'
import { usePlaceTakes } from './use-place-takes.ts'

export function usePlaceAtPlayhead(editor: Editor, clips: ClipActs): void {
  const { place, placeById } = usePlaceTakes(editor)
  const { importFiles } = useFileImport(() => editor.projectId)
  /** Clips were copied, and the window was not left since: no other program can have copied anything. */
  const isOursNewest = shallowRef(false)

  /** Unless it was moved in the meantime. */
  function afterPlaced(from: number): void {
    if (editor.view.playhead.value !== from)
      return
    const ends = [...editor.view.selection.value.ids].flatMap(id => findBox(editor.rows.value, id)?.box.end ?? [])
    if (ends.length === 0)
      return
    editor.seek(Math.max(...ends))
    editor.reveal(editor.view.playhead.value)
  }
  const here = () => ({ frame: editor.view.playhead.value, how: 'free' } as const)
  function placeHere(takes: readonly Take[], at = here()): void {
    if (place(takes, at))
      afterPlaced(at.frame)
  }

  useBinPlacer().provide({
    place: placeHere,
    open: take => void editor.source.open(take.id),
    async placeLines(lineIds: readonly LineId[]) {
      const lineOf = new Map(lineIds.flatMap((id): [TakeId, LineId][] => {
        const takeId = editor.lines.value.get(id)?.chosenTakeId
        return takeId ? [[takeId, id]] : []
      }))
      const at = here()
      if (await placeById([...lineOf.keys()], at, lineOf))
        afterPlaced(at.frame)
    },
  })

  watch(clips.clipboard.copies, () => isOursNewest.value = true, { flush: 'sync' })
  useEventListener(globalThis.window, 'blur', () => isOursNewest.value = false)
  // The key that pastes clips is left to the browser when another program may have copied something: only a paste shows what.
  useEventListener(document, 'keydown', (event) => {
    if (!isOursNewest.value && pasteKeyOf(event) === 'paste' && fieldAt(event.target) === null)
      event.stopPropagation()
  }, { capture: true })
  useEventListener(document, 'paste', async (event) => {
    if (event.defaultPrevented || fieldAt(event.target) !== null || fieldAt(document.activeElement) !== null)
      return
    const files = filesIn(event)
    if (files.length > 0) {
      event.preventDefault()
      const at = here()
      placeHere(await importFiles(files), at)
    }
    else if (clips.clipboard.hasCopied.value && !hasDialog()) {
      event.preventDefault()
      clips.clipboard.paste(false)
    }
  }, { capture: true })
}
