/** A text file that was dropped for the script of a project: the script opens it with a preview, from wherever it was dropped. */
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'

export const useIncomingScript = defineStore('incoming-script', () => {
  const waiting = shallowRef<{ readonly projectId: ProjectId, readonly file: File } | null>(null)
  return {
    /** Reactive. */
    isFor: (projectId: ProjectId): boolean => waiting.value?.projectId === projectId,
    hold(projectId: ProjectId, file: File): void {
      waiting.value = { projectId, file }
    },
    take(projectId: ProjectId): File | null {
      const held = waiting.value?.projectId === projectId ? waiting.value.file : null
      if (held)
        waiting.value = null
      return held
    },
  }
})

/** Returns the act that opens the first file in the script; a notice names the others. */
export function useBringScript(): (projectId: ProjectId, files: readonly File[]) => void {
  const incoming = useIncomingScript()
  const notices = useNotices()
  const router = useRouter()
  return (projectId, files) => {
    const [first, ...rest] = files
    if (!first)
      return
    incoming.hold(projectId, first)
    void router.push({ name: 'script', params: { projectId } })
    if (rest.length > 0)
      notices.say(t => t.bin.oneScript(first.name, rest.length), { tone: 'bad' })
  }
}
