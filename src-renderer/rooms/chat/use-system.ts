/** The system prompt as it is being written: kept shortly after typing ends, and before another conversation is opened. */
import type { Conversation } from '#contract/conversations.ts'
import type { ProjectId } from '#contract/words.ts'
import { onBeforeUnmount, shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useChatDrafts } from './drafts.ts'

const PAUSE_MS = 700

export function useSystem(at: { projectId: () => ProjectId | null, conversation: () => Conversation | null }) {
  const notices = useNotices()
  const drafts = useChatDrafts()
  const kept = (): string => at.conversation()?.system ?? drafts.systemOf(at.projectId())
  const system = shallowRef(kept())
  const isSaved = shallowRef(false)
  let known = kept()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(conversation = at.conversation(), text = system.value): Promise<void> {
    clearTimeout(timer)
    if (text === known)
      return
    known = text
    if (!conversation)
      return drafts.putSystem(at.projectId(), text)
    const answer = await attempt(studio.conversations.instruct({ conversationId: conversation.id, system: text }))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      isSaved.value = true
  }

  watch(at.conversation, (now, before) => {
    if (now?.id !== before?.id) {
      void save(before)
      isSaved.value = false
      system.value = known = kept()
    }
    else if (system.value === known) {
      // Changed in another window: shown unless something is being typed here.
      system.value = known = kept()
    }
  }, { flush: 'sync' })
  onBeforeUnmount(() => void save())

  return {
    system: shallowReadonly(system),
    isSaved: shallowReadonly(isSaved),
    write(text: string): void {
      system.value = text
      isSaved.value = false
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE_MS)
    },
    save: () => save(),
  }
}
