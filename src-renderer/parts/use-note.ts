/** The note of the take that is shown: kept shortly after typing ends, and before another take takes its place. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { onBeforeUnmount, shallowRef, watch } from 'vue'

const PAUSE_MS = 700

export function useNote(take: () => Take, keep: (takeId: TakeId, note: string) => Promise<boolean>) {
  const note = shallowRef(take().note)
  const isSaved = shallowRef(false)
  let kept = take().note
  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(takeId = take().id, text = note.value): Promise<void> {
    clearTimeout(timer)
    if (text === kept)
      return
    kept = text
    isSaved.value = await keep(takeId, text)
  }

  watch(() => take().id, (_id, before) => {
    void save(before)
    note.value = kept = take().note
    isSaved.value = false
  })
  // Changed in another window: shown unless something is being typed here.
  watch(() => take().note, (now) => {
    if (note.value === kept)
      note.value = kept = now
  })
  watch(note, () => {
    isSaved.value = false
    clearTimeout(timer)
    if (note.value !== kept)
      timer = setTimeout(save, PAUSE_MS)
  })
  onBeforeUnmount(() => void save())
  return { note, isSaved, save: () => save() }
}
