/** The system prompt as it is being written: kept shortly after typing ends, and before another conversation is opened. */
import type { Conversation } from '#contract/conversations.ts'
import type { ConversationId, ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { z } from 'zod'
import { expectedText } from '../../../parts/drafts/unsaved-words.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { attempt, studio } from '../../../studio.ts'
import { useChatDrafts } from './drafts.ts'

const pauseMs = 700

export function useSystem(at: { projectId: () => ProjectId | null, conversation: () => Conversation | null }) {
  const unsaved = useUnsaved()
  const drafts = useChatDrafts()
  const keyOf = (conversationId: ConversationId): string => `system ${conversationId}`
  const unsavedIn = (conversation: Conversation): string | undefined => unsaved.wordsOf<string>(keyOf(conversation.id))
  const system = shallowRef('')
  const isSaved = shallowRef(false)
  const keep = (conversationId: ConversationId) => async (text: string, seen: string | null): Promise<AnyFault | null> => {
    const input = { conversationId, system: text, ...expectedText(seen) }
    const { fault } = await attempt(studio.conversations.instruct(input, { context: { keepsRefused: true } }))
    const conversation = at.conversation()
    const isShown = conversationId === conversation?.id && text === system.value
    isSaved.value = !fault && isShown
    if (fault?.code === 'changed-meanwhile' && isShown)
      system.value = conversation.system
    return fault ?? null
  }
  function written(): string {
    const conversation = at.conversation()
    if (!conversation)
      return drafts.systemOf(at.projectId())
    unsaved.resume(keyOf(conversation.id), z.string(), keep(conversation.id), conversation.system)
    return unsavedIn(conversation) ?? conversation.system
  }
  system.value = written()

  /** Resolves with true when what is written is kept. */
  const save = async (
    conversation = at.conversation(),
  ): Promise<boolean> => !conversation || await unsaved.flush(keyOf(conversation.id)) === null

  watch(at.conversation, (now, before) => {
    if (now?.id !== before?.id) {
      void save(before)
      isSaved.value = false
      system.value = written()
    }
    else if (now && unsavedIn(now) === undefined) {
      // Changed in another window: shown unless something is being typed here.
      system.value = now.system
    }
  }, { flush: 'sync' })
  onScopeDispose(() => void save())

  return {
    system: shallowReadonly(system),
    isSaved: shallowReadonly(isSaved),
    write(text: string): void {
      const conversation = at.conversation()
      system.value = text
      isSaved.value = false
      if (!conversation)
        return drafts.putSystem(at.projectId(), text)
      unsaved.write(keyOf(conversation.id), text, pauseMs, keep(conversation.id), conversation.system)
    },
    save: () => save(),
  }
}
