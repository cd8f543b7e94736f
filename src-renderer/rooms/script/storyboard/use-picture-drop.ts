/** Takes and files that are dropped on a picture of the storyboard. */
import type { LineId } from '#contract/words.ts'
import type { Storyboard } from './use-storyboard.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { draggedMedia, takesIn } from '../../../parts/takes/take-drag.ts'

/** `bring` gets pictures and films from outside the studio. */
export function usePictureDrop(lineId: () => LineId, board: Storyboard, bring: (files: File[]) => void) {
  const isOver = shallowRef(false)
  return {
    isOver: shallowReadonly(isOver),
    over(event: DragEvent): void {
      const media = draggedMedia(event.dataTransfer?.types ?? [])
      if (media === null || (media !== 'files' && !media.includes('picture') && !media.includes('video')))
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
      const takes = event.dataTransfer ? takesIn(event.dataTransfer) : []
      const dropped = takes.find(take => take.medium === 'picture' || take.medium === 'video')
      const files = [...event.dataTransfer?.files ?? []].filter(file => /^(?:image|video)\//.test(file.type))
      if (!dropped && files.length === 0)
        return
      event.preventDefault()
      event.stopPropagation()
      if (dropped)
        void board.show(lineId(), { id: dropped.takeId, medium: dropped.medium === 'video' ? 'video' : 'picture' })
      else
        bring(files)
    },
  }
}
