/** Files that come into the library: picked, dropped on the room, or pasted. */
import { useEventListener } from '@vueuse/core'
import { droppedFiles } from '../../parts/files/dropped-files.ts'
import { filesIn } from '../../parts/files/pasted-files.ts'
import { isOnlyScripts, isScriptFile } from '../../parts/files/script-files.ts'
import { useDropZone } from '../../parts/files/use-drop-zone.ts'
import { useImportFiles } from '../../parts/files/use-import-files.ts'

export function useIncoming(onImported: () => void) {
  const { left, importFiles, pickFiles } = useImportFiles(() => null, onImported)
  const drop = useDropZone({
    // A take that is dragged about in the library already exists.
    judge: (dragged, transfer) => dragged !== 'files' ? 'wrong' : isOnlyScripts(transfer) ? null : 'welcome',
    bring: transfer => droppedFiles(transfer).then(({ files, unread }) => importFiles(files, null, unread)),
  })
  useEventListener(document, 'paste', (event) => {
    const files = filesIn(event)
    if (event.defaultPrevented || files.length === 0 || files.every(isScriptFile))
      return
    event.preventDefault()
    void importFiles(files)
    // Before the shell, which offers elsewhere what is imported here at once.
  }, { capture: true })
  return { left, pickFiles, drop }
}
