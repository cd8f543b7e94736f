/** Takes and files that are dropped on a picture of the storyboard. */
import type { LineId } from '#contract/words.ts'
import type { Storyboard } from './use-storyboard.ts'
import { useDropZone } from '../../../parts/files/use-drop-zone.ts'
import { takesIn } from '../../../parts/takes/take-drag.ts'

const isPicture = (file: File): boolean => /^(?:image|video)\//.test(file.type)

/** `bring` gets pictures and films from outside the studio. */
export function usePictureDrop(lineId: () => LineId, board: Storyboard, bring: (files: File[]) => void) {
  return useDropZone({
    judge(dragged, { files }) {
      const isWelcome = dragged === 'files'
        ? files.length === 0 || [...files].some(isPicture)
        : dragged.includes('picture') || dragged.includes('video')
      return isWelcome ? 'welcome' : null
    },
    bring(transfer) {
      const take = takesIn(transfer).find(({ medium }) => medium === 'picture' || medium === 'video')
      if (take)
        void board.show(lineId(), { id: take.takeId, medium: take.medium === 'video' ? 'video' : 'picture' })
      else
        bring([...transfer.files].filter(isPicture))
    },
  })
}
