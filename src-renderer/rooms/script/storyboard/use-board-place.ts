/** The storyboard on the screen: whether it is shown, which picture is open, and files that are dropped on it. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Storyboard } from './use-storyboard.ts'
import { computed, nextTick, shallowReadonly, shallowRef, watch } from 'vue'
import { useImportFiles } from '../../../parts/files/use-import-files.ts'
import { useStoryboardShown } from '../../../parts/storyboard/storyboard-shown.ts'

export function useBoardPlace({ projectId, lines, board }: {
  projectId: () => ProjectId
  lines: () => readonly Line[]
  board: Storyboard
}) {
  const isShown = useStoryboardShown(projectId)
  const isSuggesting = shallowRef(false)
  const openedAt = shallowRef<LineId | null>(null)
  /** The line that the open picture begins at; null when none is open, or its line is gone. */
  const opened = computed(() => {
    const at = openedAt.value
    return isShown.value && at !== null && lines().some(line => line.id === at) ? board.leadOf(at) : null
  })
  const { importFiles } = useImportFiles(projectId, undefined, { moving: 'still' })
  watch(projectId, () => {
    openedAt.value = null
    isSuggesting.value = false
  })

  return {
    isShown,
    isSuggesting: shallowReadonly(isSuggesting),
    suggest(isAsked: boolean): void {
      isSuggesting.value = isAsked
    },
    opened,
    isOpenAt: (lineId: LineId): boolean => opened.value !== null && board.leadOf(lineId) === opened.value,
    toggle(): void {
      isShown.value = !isShown.value
    },
    open(lineId: LineId): void {
      isShown.value = true
      openedAt.value = lineId
    },
    async close(): Promise<void> {
      const lineId = openedAt.value
      openedAt.value = null
      await nextTick()
      // The focus goes back where it came from.
      document.querySelector<HTMLElement>(`[data-picture="${lineId}"]`)?.focus()
    },
    async bring(lineId: LineId, files: readonly File[]): Promise<void> {
      const [take] = await importFiles(files.slice(0, 1))
      if (take)
        await board.show(lineId, take)
    },
  }
}
