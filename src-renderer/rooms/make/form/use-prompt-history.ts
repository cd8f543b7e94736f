/** Earlier prompts of a workbench, newest first, walked with Alt+↑ and Alt+↓; the one being written is kept at the bottom. */
import type { Take } from '#contract/takes.ts'
import type { Workbench } from './workbenches.ts'
import { readonly, shallowRef, watch } from 'vue'
import { typedWords } from '#rules/shelf/typed.ts'
import { useNotices } from '../../../actions/notices.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { attempt, studio } from '../../../studio.ts'
import { kindsOf } from './workbenches.ts'

/** As it was typed, with names of the shelf. */
function textOf({ kind, request, text }: Take): string {
  const prompt = request?.typed?.prompt
  return typeof prompt === 'string' ? prompt : typedWords(kind, text)
}

export function usePromptHistory(workbench: () => Workbench, current: () => string, write: (text: string) => void) {
  const notices = useNotices()
  /** 0 is what is being written; 1 the newest earlier one. */
  const place = shallowRef(0)
  let earlier: readonly string[] | null = null
  let written = ''
  let walked: string | null = null

  watch(workbench, () => {
    place.value = 0
    earlier = null
  })
  // Typing makes it a new text: the walk begins again from there.
  watch(current, (text) => {
    if (text !== walked)
      place.value = 0
  })

  /** Null where they cannot be read, which a notice has said. */
  async function load(): Promise<readonly string[] | null> {
    const answer = await attempt(studio.takes.search({ ...everyTake, kinds: [...kindsOf[workbench()]], cursor: null, limit: 200 }))
    if (answer.fault) {
      notices.fault(answer.fault)
      return null
    }
    return [...new Set(answer.value.takes.map(take => textOf(take).trim()).filter(text => text !== ''))]
  }

  return {
    place: readonly(place),
    async walk(way: 1 | -1): Promise<void> {
      if (place.value === 0) {
        if (way < 0)
          return
        written = current()
        earlier = await load()
      }
      if (earlier === null)
        return
      const texts = earlier.filter(text => text !== written.trim())
      const next = Math.min(texts.length, Math.max(0, place.value + way))
      place.value = next
      walked = next === 0 ? written : texts[next - 1] ?? ''
      write(walked)
    },
  }
}
