/** The note of the take that is shown: saved shortly after typing ends, and before another take is shown. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { z } from 'zod'
import { attempt, studio } from '../../studio.ts'
import { expectedText } from '../drafts/unsaved-words.ts'
import { useUnsaved } from '../drafts/use-unsaved.ts'

const pauseMs = 700

export function useNote(take: () => Take) {
  const unsaved = useUnsaved()
  const keyOf = (takeId: TakeId): string => `note ${takeId}`
  const unsavedNote = (): string | undefined => unsaved.wordsOf<string>(keyOf(take().id))
  const shown = shallowRef('')
  const isSaved = shallowRef(false)
  const keep = (takeId: TakeId) => async (note: string, seen: string | null): Promise<AnyFault | null> => {
    const { fault } = await attempt(studio.takes.note({ takeId, note, ...expectedText(seen) }, { context: { keepsRefused: true } }))
    const isShown = takeId === take().id && note === shown.value
    isSaved.value = !fault && isShown
    if (fault?.code === 'changed-meanwhile' && isShown)
      shown.value = take().note
    return fault ?? null
  }
  function shownFirst(): string {
    const { id, note } = take()
    unsaved.resume(keyOf(id), z.string(), keep(id), note)
    return unsavedNote() ?? note
  }
  shown.value = shownFirst()

  function write(note: string): void {
    const { id: takeId, note: now } = take()
    shown.value = note
    isSaved.value = false
    unsaved.write(keyOf(takeId), note, pauseMs, keep(takeId), now)
  }
  const save = async (takeId = take().id): Promise<boolean> => await unsaved.flush(keyOf(takeId)) === null

  watch(() => take().id, (_id, before) => {
    void save(before)
    shown.value = shownFirst()
    isSaved.value = false
  })
  // Changed in another window: shown unless something is being typed here.
  watch(() => take().note, (now) => {
    if (unsavedNote() === undefined)
      shown.value = now
  })
  onScopeDispose(() => void save())
  return { note: computed({ get: () => shown.value, set: write }), isSaved: shallowReadonly(isSaved), save: () => save() }
}
