/** What can be done with a conversation as a whole: rename, trash with undo, restore. */
import type { Conversation } from '#contract/conversations.ts'
import type { AnyFault } from '../../../studio.ts'
import { useNotices } from '../../../actions/notices.ts'
import { withCancelled } from '../../../parts/jobs/with-cancelled.ts'
import { attempt, studio } from '../../../studio.ts'
import { useTexts } from '../../../texts/texts.ts'

export function useConversationActs() {
  const notices = useNotices()
  const t = useTexts()
  const titleOf = (conversation: Conversation): string => conversation.title || t.value.chat.untitled

  async function restore(conversation: Conversation): Promise<void> {
    const answer = await attempt(studio.conversations.restore({ conversationId: conversation.id }))
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(texts => texts.chat.restored(titleOf(conversation)), { tone: 'good' })
  }

  return {
    restore,
    /** `conversation` as it was when its dialog was opened: a title that somebody else gave it since stays. */
    async rename(conversation: Conversation, title: string): Promise<AnyFault | null> {
      const expected = conversation.title
      return (await attempt(studio.conversations.rename({ conversationId: conversation.id, title, expected }))).fault ?? null
    },
    async trash(conversation: Conversation): Promise<void> {
      const answer = await attempt(studio.conversations.trash({ conversationId: conversation.id }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { cancelledJobs } = answer.value
      notices.say(texts => withCancelled(texts.chat.trashed(titleOf(conversation)), cancelledJobs, texts), {
        act: { label: texts => texts.shell.act.undo, run: () => restore(conversation) },
      })
    },
  }
}
