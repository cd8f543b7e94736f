/** Takes and files that are dropped on a picture of the storyboard. */
import type { LineId } from '#contract/words.ts'
import type { Storyboard } from './use-storyboard.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { draggedMedium, takeIn } from '../../../parts/takes/take-drag.ts'

/** `bring` gets pictures and films from outside the studio. */
export function usePictureDrop(lineId: () => LineId, board: Storyboard, bring: (files: File[]) => void) {
  const isOver = shallowRef(false)
  return {
    isOver: shallowReadonly(isOver),
    over(event: DragEvent): void {
      const medium = draggedMedium(event.dataTransfer?.types ?? [])
      if (medium !== 'picture' && medium !== 'video' && medium !== 'files')
        return
      event.preventDefault()
      event.stopPropagation()
      isOver.value = true
    },
    leave(): void {
      isOver.value = false
    },
    drop(event: DragEvent): void {
      isOver.value = false
      const dropped = event.dataTransfer && takeIn(event.dataTransfer)
      const files = [...event.dataTransfer?.files ?? []].filter(file => /^(?:image|video)\//.test(file.type))
      const isTake = dropped?.medium === 'picture' || dropped?.medium === 'video'
      if (!isTake && files.length === 0)
        return
      event.preventDefault()
      event.stopPropagation()
      if (dropped && isTake)
        void board.show(lineId(), { id: dropped.takeId, medium: dropped.medium })
      else
        bring(files)
    },
  }
}
