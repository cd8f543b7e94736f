/** Asks for the language of lines. */
import type { Line } from '#contract/script.ts'
import type { useLineActs } from '../use-line-acts.ts'
import { shallowReadonly, shallowRef } from 'vue'

export function useLineLanguages({ targets, acts }: {
  targets: () => readonly Line[]
  acts: Pick<ReturnType<typeof useLineActs>, 'setLanguage'>
}) {
  const lines = shallowRef<readonly Line[]>([])
  function close(): void {
    lines.value = []
  }
  return {
    /** Those that are asked for; none while nothing is. */
    lines: shallowReadonly(lines),
    open(): void {
      lines.value = targets()
    },
    close,
    async choose(language: string | null): Promise<void> {
      close()
      await acts.setLanguage(language)
    },
  }
}
