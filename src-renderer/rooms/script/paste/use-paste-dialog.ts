/** When the preview of a text is open, and what comes into the script from it, or from text that is pasted into a line. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { ScriptText } from '#rules/script/script-lines.ts'
import type { useScript } from '../use-script.ts'
import { shallowRef, watch } from 'vue'
import { linesOf } from '#rules/script/reading/read-row.ts'
import { usualChoices } from '#rules/script/script-lines.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useIncomingScript } from '../../../parts/files/incoming-script.ts'
import { useKeptLine } from '../lines/use-line-draft.ts'
import { prepareToRead, readScriptAside } from './read-aside.ts'
import { mostCharacters } from './read-file.ts'

export function usePasteDialog({ projectId, script, activeId }: {
  projectId: () => ProjectId
  script: ReturnType<typeof useScript>
  /** The line after which a text comes in; at the end without one. */
  activeId: () => LineId | null
}) {
  const notices = useNotices()
  /** A text that was dropped on the project: the preview opens with it. */
  const incoming = useIncomingScript()
  const keep = useKeptLine()
  const file = shallowRef<File | null>(null)
  const isOpen = shallowRef(false)
  const isAdding = shallowRef(false)

  watch(() => incoming.isFor(projectId()), (isHere) => {
    const dropped = isHere ? incoming.take(projectId()) : null
    if (!dropped)
      return
    file.value = dropped
    isOpen.value = true
  }, { immediate: true })

  function close(): void {
    isOpen.value = false
    file.value = null
  }

  return {
    file,
    isOpen,
    isAdding,
    open(): void {
      prepareToRead()
      isOpen.value = true
    },
    close,
    async add(texts: readonly ScriptText[], language: string | null): Promise<void> {
      if (isAdding.value)
        return
      isAdding.value = true
      const added = await script.add(texts, script.lines.value.find(line => line.id === activeId())?.id ?? null, language)
      isAdding.value = false
      // If nothing was added, the dialog keeps the text.
      if (added.length === 0)
        return
      close()
      notices.say(texts => texts.script.paste.added(added.length), { tone: 'good' })
    },
    /** Text of several lines that was pasted into the words of one. */
    async intoLine(line: Line, source: string): Promise<void> {
      if (source.length > mostCharacters)
        return void notices.say(texts => texts.script.paste.refused['too-large'], { tone: 'bad' })
      const added = await script.add(linesOf((await readScriptAside(source)).rows, usualChoices), line.id)
      // The empty line that was pasted into is no longer needed, unless words were typed in it since.
      const now = added.length > 0 ? await keep(script.lines.value.find(({ id }) => id === line.id) ?? line) : null
      if (now?.text.trim() === '')
        await script.remove(now, true)
    },
  }
}
