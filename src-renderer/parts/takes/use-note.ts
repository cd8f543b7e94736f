/** The note of the take that is shown: saved shortly after typing ends, and before another take is shown. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { z } from 'zod'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'
import { expectedText } from '../drafts/unsaved-words.ts'
import { useUnsaved } from '../drafts/use-unsaved.ts'

const pauseMs = 700

export function useNote(take: () => Take) {
  const unsaved = useUnsaved()
  const undo = useUndo()
  const keyOf = (takeId: TakeId): string => `note ${takeId}`
  const unsavedNote = (): string | undefined => unsaved.wordsOf<string>(keyOf(take().id))
  const shown = shallowRef('')
  const isSaved = shallowRef(false)
  type Kept = Pick<Take, 'id' | 'title'>
  const keep = ({ id: takeId, title }: Kept) => async (note: string, seen: string | null): Promise<AnyFault | null> => {
    // What is typed in one stretch is one step.
    const step = undo.step({ name: 'writeNote', of: title, joins: keyOf(takeId), at: Date.now() })
    const asked = { takeId, note, ...expectedText(seen), step }
    const { fault } = await attempt(studio.takes.note(asked, { context: { keepsRefused: true } }))
    const isShown = takeId === take().id && note === shown.value
    isSaved.value = !fault && isShown
    if (fault?.code === 'changed-meanwhile' && isShown)
      shown.value = take().note
    return fault ?? null
  }
  function shownFirst(): string {
    const now = take()
    unsaved.resume(keyOf(now.id), z.string(), keep(now), now.note)
    return unsavedNote() ?? now.note
  }
  shown.value = shownFirst()

  function write(note: string): void {
    const now = take()
    shown.value = note
    isSaved.value = false
    unsaved.write(keyOf(now.id), note, pauseMs, keep(now), now.note)
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
  return {
    note: computed({ get: () => shown.value, set: write }),
    /** Under what its unsaved words are kept. */
    key: computed(() => keyOf(take().id)),
    isSaved: shallowReadonly(isSaved),
    save: () => save(),
  }
}
