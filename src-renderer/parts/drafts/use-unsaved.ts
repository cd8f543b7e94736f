/** The page's unsaved text: it outlives the room it was written in, is retried after a reconnect, and sent when the page closes. */
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useStatus } from '../../stores/status.ts'
import { createUnsavedWords } from './unsaved-words.ts'
import { usePageHide } from './use-page-hide.ts'

export const useUnsaved = defineStore('unsaved', () => {
  const status = useStatus()
  const notices = useNotices()
  const unsaved = createUnsavedWords(fault => fault.code === 'disconnected'
    ? notices.say(t => t.shell.status.unsaved, { tone: 'bad' })
    : notices.fault(fault))
  watch(() => status.wire, state => state === 'open' && void unsaved.flushAll())
  usePageHide(unsaved.flushAll)
  return unsaved
})
