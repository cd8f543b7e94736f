/**
 * The page's unsaved text: it outlives the room it was written in, is retried after a reconnect, and sent when the page closes. What no
 * save has by then stays in local storage, for the page that shows the same thing next.
 */
import type { AnyFault } from '../../studio.ts'
import type { SavesKept, WordsStore } from './unsaved-words.ts'
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useStatus } from '../../stores/status.ts'
import { outbox, wire } from '../../studio.ts'
import { pageKeys } from '../../wire/page-keys.ts'
import { createUnsavedWords } from './unsaved-words.ts'
import { usePageHide } from './use-page-hide.ts'

const prefix = pageKeys.unsavedOf
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

const savesKept: SavesKept = {
  isAway: () => wire.state.value !== 'open',
  isKept(save) {
    const { all, isSafe } = outbox.kept
    const before = all.value
    save()
    return all.value !== before && isSafe.value
  },
}

export const useUnsaved = defineStore('unsaved', () => {
  const status = useStatus()
  const notices = useNotices()
  const tell = (fault: AnyFault): void => fault.code === 'disconnected'
    ? notices.say(t => t.shell.status.unsaved, { tone: 'bad' })
    : notices.fault(fault)
  const tellOlder = (words: unknown): void => notices.say(t => t.shell.status.olderWords, {
    tone: 'bad',
    ...typeof words === 'string' && { act: { label: t => t.shell.act.copy, run: () => navigator.clipboard.writeText(words) } },
  })
  const unsaved = createUnsavedWords(tell, 'localStorage' in globalThis ? browserStore : undefined, savesKept, tellOlder)
  watch(() => status.wire, state => state === 'open' && void unsaved.flushAll(), { flush: 'sync' })
  usePageHide(unsaved.flushAll)
  return unsaved
})
