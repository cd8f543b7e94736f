/** What a pasted text or a file would become: its lines, and who speaks them once speakers were renamed or merged. */
import type { ScriptText } from '#rules/script/script-lines.ts'
import type { FileWords } from './read-file.ts'
import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import { readScript } from '#rules/script/read-script.ts'
import { readScriptFile } from './read-file.ts'

/** As long as the contract allows. */
const longest = { speaker: 100, direction: 2000 } as const

export function usePaste() {
  const source = shallowRef('')
  const settled = refDebounced(source, 150)
  const refused = shallowRef<Extract<FileWords, { refused: string }>['refused'] | null>(null)
  const choices = ref({ keepsHeadings: false, keepsAsides: true })
  const names = shallowRef<ReadonlyMap<string, string>>(new Map())

  const found = computed(() => readScript(settled.value, choices.value))
  const speakers = computed(() => [...Map.groupBy(found.value.filter(line => line.speaker !== ''), line => line.speaker)]
    .map(([speaker, lines]) => ({ speaker, count: lines.length, name: names.value.get(speaker) ?? speaker })))

  function named(lines: readonly ScriptText[]): ScriptText[] {
    return lines.map(line => ({
      text: line.text,
      speaker: (names.value.get(line.speaker) ?? line.speaker).slice(0, longest.speaker),
      direction: line.direction.slice(0, longest.direction),
    }))
  }

  return {
    source,
    choices,
    refused,
    speakers,
    lines: computed(() => named(found.value)),
    /** By everything that was written, also in the last moment. */
    all: () => named(readScript(source.value, choices.value)),
    /** Two speakers of one name become one. */
    rename(speaker: string, name: string): void {
      names.value = new Map([...names.value, [speaker, name.trim()]])
    },
    async open(file: File): Promise<void> {
      const words = await readScriptFile(file)
      refused.value = 'refused' in words ? words.refused : null
      if ('text' in words)
        source.value = words.text
    },
  }
}
