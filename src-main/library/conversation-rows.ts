/** The rows of conversations and messages, and what the page may see of them. */
import type { Conversation, Message, MessagePart } from '#contract/conversations.ts'
import type { ConversationId, JobId, MessageId, ModelId, ProjectId } from '#contract/words.ts'
import { Usage } from '#contract/conversations.ts'
import { LongText } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'

interface ConversationRow {
  id: string
  title: string
  project_id: string | null
  system: string
  open_message_id: string | null
  message_count: number
  created_at: number
  changed_at: number
  trashed_at: number | null
}

export const conversationColumns = sql`
  id, title, project_id, system, open_message_id, created_at, changed_at, trashed_at,
  (SELECT count(*) FROM messages WHERE messages.conversation_id = conversations.id) AS message_count`

// The ids and words of both rows were written from branded values; SQLite gives them back as plain text.
export function conversationOf(row: ConversationRow): Conversation {
  return {
    id: row.id as ConversationId,
    title: row.title,
    projectId: row.project_id as ProjectId | null,
    system: row.system,
    openMessageId: row.open_message_id as MessageId | null,
    messageCount: row.message_count,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    trashedAt: row.trashed_at,
  }
}

interface MessageRow {
  id: string
  conversation_id: string
  parent_id: string | null
  role: string
  parts: string
  reasoning: string
  state: string
  model_id: string | null
  job_id: string | null
  usage: string | null
  finish_reason: string | null
  created_at: number
}

export const messageColumns = sql`
  id, conversation_id, parent_id, role, parts, reasoning, state, model_id, job_id, usage, finish_reason, created_at`

export function messageOf(row: MessageRow): Message {
  return {
    id: row.id as MessageId,
    conversationId: row.conversation_id as ConversationId,
    parentId: row.parent_id as MessageId | null,
    role: row.role as Message['role'],
    parts: JSON.parse(row.parts) as MessagePart[],
    reasoning: row.reasoning,
    state: row.state as Message['state'],
    modelId: row.model_id as ModelId | null,
    jobId: row.job_id as JobId | null,
    usage: row.usage === null ? null : Usage.parse(JSON.parse(row.usage)),
    finishReason: row.finish_reason,
    createdAt: row.created_at,
  }
}

const longestPart = LongText.maxLength ?? 200_000

/** An answer's text as parts; one that is longer than a part may be is cut where no letter is halved. */
export function partsOf(text: string): MessagePart[] {
  const parts: MessagePart[] = []
  for (let at = 0; at < text.length;) {
    const isHalved = /[\uD800-\uDBFF]/.test(text.charAt(at + longestPart - 1))
    const end = at + longestPart - (isHalved ? 1 : 0)
    parts.push({ type: 'text', text: text.slice(at, end) })
    at = end
  }
  return parts
}
