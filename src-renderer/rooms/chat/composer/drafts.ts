/** What is being written in each conversation, and with which model and parameters: kept in the page's own storage. */
import type { MessagePart } from '#contract/conversations.ts'
import type { ConversationId, MessageId, ModelId, ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { MessagePart as AnyPart } from '#contract/conversations.ts'
import { Fields } from '#contract/models.ts'
import { ConversationId as AnyConversationId, ModelId as AnyModelId } from '#contract/words.ts'
import { useStoredDraft } from '../../../parts/drafts/use-stored-draft.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

const Draft = z.object({ text: z.string(), seen: z.array(AnyPart) })
export type Draft = z.infer<typeof Draft>
const Drafts = z.object({
  modelId: AnyModelId.nullable(),
  byModel: z.record(z.string(), Fields),
  /** System prompts of conversations that have not begun. */
  systems: z.record(z.string(), z.string()),
  drafts: z.record(z.string(), Draft),
  /** The conversation that was open last, in each place. */
  opened: z.record(z.string(), AnyConversationId),
})
type Drafts = z.infer<typeof Drafts>

const none: Drafts = { modelId: null, byModel: {}, systems: {}, drafts: {}, opened: {} }
const empty: Draft = { text: '', seen: [] }
/** An answer that can be read while it is written is what one expects of a conversation. */
const firstFields: Fields = { stream: true }

export const useChatDrafts = defineStore('chat-drafts', () => {
  const kept = useStoredDraft(pageKeys.chat, Drafts, none)
  /** A conversation that has not begun is one per project. */
  const keyOf = (conversationId: ConversationId | null, projectId: ProjectId | null): string => conversationId ?? `new ${projectId ?? ''}`

  const editKeyOf = (messageId: MessageId): string => `edit ${messageId}`

  return {
    modelId: (): ModelId | null => kept.value.modelId,
    fieldsOf: (modelId: ModelId): Fields => kept.value.byModel[modelId] ?? firstFields,
    choose(modelId: ModelId): void {
      kept.value = { ...kept.value, modelId }
    },
    putFields(modelId: ModelId, fields: Fields): void {
      kept.value = { ...kept.value, byModel: { ...kept.value.byModel, [modelId]: fields } }
    },
    draftOf: (
      conversationId: ConversationId | null,
      projectId: ProjectId | null,
    ): Draft => kept.value.drafts[keyOf(conversationId, projectId)] ?? empty,
    put(conversationId: ConversationId | null, projectId: ProjectId | null, draft: { text: string, seen: readonly MessagePart[] }): void {
      const { [keyOf(conversationId, projectId)]: _before, ...others } = kept.value.drafts
      const isEmpty = draft.text === '' && draft.seen.length === 0
      kept.value = {
        ...kept.value,
        drafts: isEmpty ? others : { ...others, [keyOf(conversationId, projectId)]: { text: draft.text, seen: [...draft.seen] } },
      }
    },
    /** A message that is being changed; null while it is not. */
    editOf: (messageId: MessageId): Draft | null => kept.value.drafts[editKeyOf(messageId)] ?? null,
    putEdit(messageId: MessageId, draft: { text: string, seen: readonly MessagePart[] } | null): void {
      const { [editKeyOf(messageId)]: _before, ...others } = kept.value.drafts
      kept.value = {
        ...kept.value,
        drafts: draft === null ? others : { ...others, [editKeyOf(messageId)]: { text: draft.text, seen: [...draft.seen] } },
      }
    },
    lastOpen: (projectId: ProjectId | null): ConversationId | null => kept.value.opened[keyOf(null, projectId)] ?? null,
    open(projectId: ProjectId | null, conversationId: ConversationId | null): void {
      const { [keyOf(null, projectId)]: _before, ...others } = kept.value.opened
      kept.value = { ...kept.value, opened: conversationId === null ? others : { ...others, [keyOf(null, projectId)]: conversationId } }
    },
    systemOf: (projectId: ProjectId | null): string => kept.value.systems[keyOf(null, projectId)] ?? '',
    putSystem(projectId: ProjectId | null, system: string): void {
      kept.value = { ...kept.value, systems: { ...kept.value.systems, [keyOf(null, projectId)]: system } }
    },
  }
})
