/** Words of the storyboard while they are written: kept at once, saved shortly after the last key, never lost on leaving. */
import type { Keep } from '../../../parts/drafts/unsaved-words.ts'
import { computed, onScopeDispose } from 'vue'
import { z } from 'zod'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'

const pauseMs = 450
const prefix = 'storyboard '

export const isDraftKey = (key: string): boolean => key.startsWith(prefix)

/** `key` names what is written, and must stay the same while this is used. */
export function useDraft(key: string, saved: () => string, keep: Keep<string>) {
  const unsaved = useUnsaved()
  const whole = prefix + key
  unsaved.resume(whole, z.string(), keep, saved())
  onScopeDispose(() => void unsaved.flush(whole))
  return {
    key: whole,
    words: computed(() => unsaved.wordsOf<string>(whole) ?? saved()),
    write: (words: string) => unsaved.write(whole, words, pauseMs, keep, saved()),
    flush: () => unsaved.flush(whole),
  }
}
