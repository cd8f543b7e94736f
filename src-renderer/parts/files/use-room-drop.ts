/** A room, or a large part of one, that takes what is dropped anywhere on it: it says where it will go while it hovers. */
import type { Medium } from '#contract/words.ts'
import type { Texts } from '../../texts/texts.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { draggedMedia } from '../takes/take-drag.ts'
import { isScriptFile, scriptsOver } from './script-files.ts'

/** What a drop here does, for the hint of the shell; null where no room has said it. */
export const useDropWords = defineStore('drop-words', () => ({ words: shallowRef<((texts: Texts) => string) | null>(null) }))

/** Texts are for the script, wherever they are dropped. */
export function isOnlyScripts(transfer: DataTransfer | null): boolean {
  const files = [...transfer?.files ?? []]
  return transfer !== null && (files.length > 0 ? files.every(isScriptFile) : scriptsOver(transfer) === 'all')
}

export function useRoomDrop(room: {
  /** Takes of these media, and files; what a file holds is known only when it is here. */
  readonly media: readonly Medium[]
  readonly words: (texts: Texts) => string
  readonly mayTake?: () => boolean
  readonly bring: (transfer: DataTransfer) => unknown
}): { onDragOver: (event: DragEvent) => void, onDrop: (event: DragEvent) => void } {
  const hint = useDropWords()

  /** Parts of the room that take it themselves have answered before. */
  function isWelcome(event: DragEvent): boolean {
    const dragged = draggedMedia(event.dataTransfer?.types ?? [])
    if (event.defaultPrevented || dragged === null || room.mayTake?.() === false)
      return false
    return dragged === 'files' ? !isOnlyScripts(event.dataTransfer) : dragged.some(medium => room.media.includes(medium))
  }

  return {
    onDragOver(event) {
      if (!isWelcome(event) || !event.dataTransfer)
        return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      hint.words = room.words
    },
    onDrop(event) {
      if (!isWelcome(event) || !event.dataTransfer)
        return
      event.preventDefault()
      hint.words = null
      void room.bring(event.dataTransfer)
    },
  }
}
