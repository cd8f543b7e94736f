/** What a pasted text or a file would become: its lines, and who speaks them once speakers were renamed or merged. */
import type { ScriptText } from '#rules/script/script-lines.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import type { FileWords } from './read-file.ts'
import type { ScriptLines } from './read-lines.ts'
import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { readFileAside, readScriptAside } from './read-aside.ts'
import { mostCharacters } from './read-file.ts'

/** As long as the contract allows. */
const longest = { speaker: 100, direction: 2000 } as const

export function usePaste() {
  const source = shallowRef('')
  const settled = refDebounced(source, 150)
  const notRead = shallowRef<Extract<FileWords, { refused: string }>['refused'] | null>(null)
  /** Also what was typed or dropped into the field. */
  const refused = computed(() => source.value.length > mostCharacters ? 'too-large' : notRead.value)
  const opened = shallowRef<{ file: File, text: string, encoding: Encoding, damaged: number } | null>(null)
  let reads = 0
  const choices = ref({ keepsHeadings: false, keepsAsides: true })
  const names = shallowRef<ReadonlyMap<string, string>>(new Map())

  const found = shallowRef<ScriptLines>({ lines: [], count: 0, stray: [], strayCount: 0 })
  /** A long text is being read: what is shown is of the text before. */
  const isReading = shallowRef(false)
  watch([settled, choices], async ([text], _before, onCleanup) => {
    const stop = new AbortController()
    onCleanup(() => stop.abort())
    isReading.value = true
    try {
      const now = await readScriptAside(text, choices.value, stop.signal)
      if (!stop.signal.aborted)
        found.value = now
    }
    catch (error) {
      if (!stop.signal.aborted)
        throw error
    }
    finally {
      if (!stop.signal.aborted)
        isReading.value = false
    }
  }, { deep: true, immediate: true })
  const speakers = computed(() => [...Map.groupBy(found.value.lines.filter(line => line.speaker !== ''), line => line.speaker)]
    .map(([speaker, lines]) => ({ speaker, count: lines.length, name: names.value.get(speaker) ?? speaker })))

  function named(lines: readonly ScriptText[]): ScriptText[] {
    return lines.map(line => ({
      text: line.text,
      speaker: (names.value.get(line.speaker) ?? line.speaker).slice(0, longest.speaker),
      direction: line.direction.slice(0, longest.direction),
    }))
  }

  async function open(file: File, encoding: Encoding | null): Promise<void> {
    const mine = reads += 1
    isReading.value = true
    const words = await readFileAside(file, encoding).finally(() => {
      isReading.value = false
    })
    if (mine !== reads)
      return
    notRead.value = 'refused' in words ? words.refused : null
    if (!('text' in words))
      return
    source.value = words.text
    opened.value = words.encoding && { file, text: words.text, encoding: words.encoding, damaged: words.damaged }
  }

  return {
    source,
    choices,
    refused,
    speakers,
    isReading,
    lines: computed(() => named(found.value.lines)),
    stray: computed(() => found.value.stray),
    strayCount: computed(() => found.value.strayCount),
    /** Of all lines, also of those that are not added. */
    count: computed(() => found.value.count),
    /** By everything that was written, also in the last moment. */
    all: async () => named((await readScriptAside(source.value, choices.value)).lines),
    /** Says that nothing is read, and answers false, where the text would be longer than a script can be. */
    hasRoom(more: string): boolean {
      notRead.value = source.value.length + more.length > mostCharacters ? 'too-large' : null
      return notRead.value === null
    },
    /** Two speakers of one name become one. */
    rename(speaker: string, name: string): void {
      names.value = new Map([...names.value, [speaker, name.trim()]])
    },
    /** The encoding of the file whose text is there, until somebody writes in it. */
    fromFile: computed(() => opened.value !== null && opened.value.text === source.value ? opened.value : null),
    open: (file: File) => open(file, null),
    /** Reads the file again. */
    readAs: async (encoding: Encoding): Promise<void> => void (opened.value && await open(opened.value.file, encoding)),
  }
}
