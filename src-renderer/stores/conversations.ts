/** Conversations, and the messages of the one that is open, as main has them. */
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
import type { ConversationId, JobId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef, toValue } from 'vue'
import { studio } from '../studio.ts'
import { useFeedOf } from './feed.ts'
import { mirror } from './mirror.ts'

export const useConversations = defineStore('conversations', () => {
  const picture = mirror((_key, options) => studio.conversations.changes({}, options))
  /** Last changed first, without those in the trash. */
  const all = computed(() => picture.all.value.filter(one => one.trashedAt === null).toSorted((a, b) => b.changedAt - a.changedAt))
  const trashed = computed(() =>
    picture.all.value.filter(one => one.trashedAt !== null).toSorted((a, b) => (b.trashedAt ?? 0) - (a.trashedAt ?? 0)))
  return { all, trashed, get: picture.get, isReady: picture.isReady }
})

/** Every message of one conversation, all branches, for as long as the scope lives. */
export function useMessages(conversationId: () => ConversationId | null) {
  return mirror((id: ConversationId, options) => studio.conversations.messages({ conversationId: id }, options), {
    key: conversationId,
  })
}

export interface JobOutput { text: string, reasoning: string, isOver: boolean }

/** What a job has written so far; null before the first word, and when no job is named. */
export function useJobOutput(jobId: MaybeRefOrGetter<JobId | null>): Readonly<ShallowRef<JobOutput | null>> {
  const output = shallowRef<JobOutput | null>(null)
  useFeedOf(() => toValue(jobId), {
    begin: () => output.value = null,
    open: (id, options) => studio.jobs.output({ jobId: id }, options),
    take(event, { end }) {
      output.value = event
      // The feed ends here; following on would only ask for the same end again.
      if (event.isOver)
        end()
    },
  })
  return shallowReadonly(output)
}
