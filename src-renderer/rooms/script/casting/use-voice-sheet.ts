/** The voice sheet of the script: for a speaker, or for the speaker of the line with the caret, whose words are heard then. */
import type { VoiceOnTrial } from '#contract/make.ts'
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { useCastings } from './use-castings.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { isSpoken } from '#rules/script/script-lines.ts'

export function useVoiceSheet({ lines, activeId, castings }: {
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  readonly castings: Pick<ReturnType<typeof useCastings>, 'cast'>
}) {
  const opened = shallowRef<{ readonly speaker: string, readonly lineId: LineId | null } | null>(null)
  const active = (): Line | undefined => lines().find(line => line.id === activeId() && isSpoken(line))

  return {
    opened: shallowReadonly(opened),
    /** What the speaker says. */
    lines: computed(() => lines().filter(line => line.speaker === opened.value?.speaker && isSpoken(line))),
    /** The line with the caret is heard if it is theirs. */
    open(speaker: string): void {
      const line = active()
      opened.value = { speaker, lineId: line?.speaker === speaker ? line.id : null }
    },
    openForLine(): void {
      const line = active()
      if (line)
        opened.value = { speaker: line.speaker, lineId: line.id }
    },
    choose(voice: VoiceOnTrial): void {
      if (opened.value)
        castings.cast({ speaker: opened.value.speaker, ...voice })
      opened.value = null
    },
    close(): void {
      opened.value = null
    },
  }
}
