/**
 * A place on screen that stands for a project: files that are dropped there are imported into it, takes are added to it, a text opens in
 * its script.
 */
import type { ProjectId } from '#contract/words.ts'
import type { Unread } from '../files/dropped-files.ts'
import { droppedFiles } from '../files/dropped-files.ts'
import { useBringScript } from '../files/incoming-script.ts'
import { splitScripts } from '../files/script-files.ts'
import { useDropZone } from '../files/use-drop-zone.ts'
import { useFileImport } from '../files/use-import-files.ts'
import { manyIn } from '../takes/take-drag.ts'
import { countOf } from '../takes/take-work.ts'
import { useBin } from './use-bin.ts'

export function useProjectDrop(projectId: () => ProjectId | null, isShown: () => boolean = () => false) {
  const bin = useBin()
  const { left, importFiles } = useFileImport(projectId)
  const bringScript = useBringScript()

  async function bringFiles(id: ProjectId, files: readonly File[], unread: readonly Unread[] = []): Promise<void> {
    const { scripts, others } = splitScripts(files)
    bringScript(id, scripts)
    await importFiles(others, id, unread)
  }

  /** Takes what was dropped or pasted. False when it is nothing of ours. */
  function take(transfer: DataTransfer): boolean {
    const id = projectId()
    const takes = manyIn(transfer)
    if (id === null || (countOf(takes) === 0 && transfer.files.length === 0))
      return false
    void (countOf(takes) > 0
      ? bin.add(id, takes, { isShown: isShown() })
      : droppedFiles(transfer).then(({ files, unread }) => bringFiles(id, files, unread)))
    return true
  }
  const { isOver, on } = useDropZone({ judge: () => projectId() === null ? null : 'welcome', bring: take })

  return {
    isOver,
    on,
    /** Files that are still being imported. */
    left,
    take,
    importFiles,
    bringFiles,
  }
}
