/** A place where takes and files can be dropped: what may be dropped there, how that is shown while it hovers, and what is done with it. */
import type { Medium } from '#contract/words.ts'
import type { Texts } from '../../texts/texts.ts'
import { defineStore } from 'pinia'
import { computed, readonly, shallowRef } from 'vue'
import { draggedMedia } from '../takes/take-drag.ts'
import { isOnlyScripts } from './script-files.ts'

type Words = (texts: Texts) => string
type Dragged = NonNullable<ReturnType<typeof draggedMedia>>
/** `wrong` is refused, and shown so; null leaves it to what is around the place. */
type Judgement = 'welcome' | 'wrong' | null
/** While it hovers only the types are known; `transfer.files` are there when it is dropped. */
export type JudgeDrop = (dragged: Dragged, transfer: DataTransfer) => Judgement

/** What a drop here does, for the hint of the shell; null where no place has said it. */
export const useDropWords = defineStore('drop-words', () => ({ words: shallowRef<Words | null>(null) }))

/** Files, and takes of these media: what a file holds is known only when it is here. Texts are for the script, wherever they are dropped. */
export function filesOrTakes(media: readonly Medium[]): JudgeDrop {
  return (dragged, transfer) => {
    const isWelcome = dragged === 'files' ? !isOnlyScripts(transfer) : dragged.some(medium => media.includes(medium))
    return isWelcome ? 'welcome' : null
  }
}

/** Files alone. */
export const filesAlone: JudgeDrop = dragged => dragged === 'files' ? 'welcome' : null

export function useDropZone(zone: {
  readonly judge: JudgeDrop
  /** What else than takes and files can be dropped here; `judge` is told of no media then. */
  readonly isOther?: (transfer: DataTransfer) => boolean
  readonly words?: Words
  /** Called with each move over the place, unless it leaves it to others. */
  readonly hover?: (event: DragEvent, transfer: DataTransfer) => void
  /** Called when nothing hovers any more. */
  readonly leave?: () => void
  readonly bring: (transfer: DataTransfer, event: DragEvent) => unknown
}) {
  const hint = useDropWords()
  const over = shallowRef<Judgement>(null)

  /** Parts of the place that answer it themselves have done so before. */
  function judge({ dataTransfer, defaultPrevented }: DragEvent): Judgement {
    if (defaultPrevented || dataTransfer === null)
      return null
    const dragged = draggedMedia(dataTransfer.types) ?? (zone.isOther?.(dataTransfer) ? [] : null)
    return dragged && zone.judge(dragged, dataTransfer)
  }
  function leave(): void {
    over.value = null
    zone.leave?.()
  }
  function hover(event: DragEvent): void {
    const judged = judge(event)
    if (judged === null || !event.dataTransfer) {
      if (over.value !== null)
        leave()
      return
    }
    event.preventDefault()
    event.dataTransfer.dropEffect = judged === 'welcome' ? 'copy' : 'none'
    over.value = judged
    hint.words = judged === 'welcome' && zone.words ? zone.words : null
    zone.hover?.(event, event.dataTransfer)
  }

  return {
    over: readonly(over),
    isOver: computed(() => over.value === 'welcome'),
    /** For `v-on` of the place. */
    on: {
      dragenter: hover,
      dragover: hover,
      dragleave({ currentTarget, relatedTarget }: DragEvent): void {
        // Over a part of the place it is still here. Both are elements, or null outside of the page.
        if (!(currentTarget as Element | null)?.contains(relatedTarget as Element | null))
          leave()
      },
      drop(event: DragEvent): void {
        const judged = judge(event)
        leave()
        if (judged === null || !event.dataTransfer)
          return
        event.preventDefault()
        hint.words = null
        if (judged === 'welcome')
          void zone.bring(event.dataTransfer, event)
      },
    },
  }
}
