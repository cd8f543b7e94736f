/**
 * The page's unsaved text: it outlives the room it was written in, is retried after a reconnect, and sent when the page closes. What is
 * not answered by then stays in local storage, for the page that shows the same thing next.
 */
import type { WordsStore } from './unsaved-words.ts'
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useStatus } from '../../stores/status.ts'
import { createUnsavedWords } from './unsaved-words.ts'
import { usePageHide } from './use-page-hide.ts'

const prefix = 'takeroom.unsaved '
const browserStore: WordsStore = {
  get: key => localStorage.getItem(prefix + key),
  put(key, text) {
    try {
      localStorage.setItem(prefix + key, text)
    }
    catch (cause) {
      // A full storage costs what is unsaved when the page closes, nothing else.
      console.warn(cause)
    }
  },
  drop: key => localStorage.removeItem(prefix + key),
  keys: () => Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    .filter(key => key.startsWith(prefix))
    .map(key => key.slice(prefix.length)),
}

export const useUnsaved = defineStore('unsaved', () => {
  const status = useStatus()
  const notices = useNotices()
  const unsaved = createUnsavedWords(fault => fault.code === 'disconnected'
    ? notices.say(t => t.shell.status.unsaved, { tone: 'bad' })
    : notices.fault(fault), 'localStorage' in globalThis ? browserStore : undefined)
  watch(() => status.wire, state => state === 'open' && void unsaved.flushAll())
  usePageHide(unsaved.flushAll)
  return unsaved
})
