/** The rows of conversations and messages. */
import type { Conversation } from '#contract/conversations.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Message, MessagePart, Usage } from '#contract/conversations.ts'
import { ConversationId, Instant, JobId, LongText, MessageId, ModelId, ProjectId, withoutDirections } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json, rowParser } from '../storage/table.ts'

export const conversationsTable = defineTable('conversations', z.object({
  id: ConversationId,
  title: z.string(),
  project_id: ProjectId.nullable(),
  system: z.string(),
  open_message_id: MessageId.nullable(),
  created_at: Instant,
  changed_at: Instant,
  trashed_at: Instant.nullable(),
}))

/** For messages of a foreign file: a message that answers a later one, in a circle, answers none. */
export async function breakMessageLoops(db: Pick<Transaction, 'run'>): Promise<void> {
  await db.run(sql`
    WITH RECURSIVE reached (id) AS (
      SELECT id FROM messages WHERE parent_id IS NULL
      UNION SELECT messages.id FROM messages JOIN reached ON messages.parent_id = reached.id
    )
    UPDATE messages SET parent_id = NULL WHERE id NOT IN (SELECT id FROM reached)`)
}

const parseCount = rowParser('conversations', z.object({ message_count: z.int() }))

/** `SELECT …` of conversations; `conversationOf` reads its rows. */
export const selectConversations = sql`
  SELECT ${conversationsTable.columns},
    (SELECT count(*) FROM messages WHERE messages.conversation_id = conversations.id) AS message_count
  FROM conversations`

export function conversationOf(counted: object): Conversation {
  const row = conversationsTable.parse(counted)
  return {
    id: row.id,
    title: withoutDirections(row.title),
    projectId: row.project_id,
    system: row.system,
    openMessageId: row.open_message_id,
    messageCount: parseCount(counted).message_count,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    trashedAt: row.trashed_at,
  }
}

export async function insertConversation(
  tx: Transaction,
  { id, title, projectId, system, createdAt }: Pick<Conversation, 'id' | 'title' | 'projectId' | 'system' | 'createdAt'>,
): Promise<void> {
  const values = conversationsTable.values({ id, title, project_id: projectId, system, created_at: createdAt, changed_at: createdAt })
  await tx.run(sql`INSERT INTO conversations ${values}`)
}

/** For a deleted project: its conversations stay, without a project. */
export async function keepConversationsOfProject(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`UPDATE conversations SET project_id = NULL WHERE project_id = ${projectId}`)
}

/** Conversations whose open message was lost to damage: opens the newest message instead. */
export async function reopenAtNewestMessage(tx: Pick<Transaction, 'run'>): Promise<void> {
  await tx.run(sql`
    UPDATE conversations
    SET open_message_id = (SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY rowid DESC LIMIT 1)
    WHERE open_message_id NOT IN (SELECT id FROM messages)`)
}

export const messagesTable = defineTable('messages', z.object({
  id: MessageId,
  conversation_id: ConversationId,
  parent_id: MessageId.nullable(),
  role: Message.shape.role,
  parts: json(z.array(MessagePart)),
  reasoning: z.string(),
  state: Message.shape.state,
  model_id: ModelId.nullable(),
  job_id: JobId.nullable(),
  usage: json(Usage).nullable(),
  finish_reason: z.string().nullable(),
  created_at: Instant,
}))

/** `SELECT …` of messages; `messageOf` reads its rows. */
export const selectMessages = sql`SELECT ${messagesTable.columns} FROM messages`

export function messageOf(read: object): Message {
  const row = messagesTable.parse(read)
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    parts: row.parts,
    reasoning: row.reasoning,
    state: row.state,
    modelId: row.model_id,
    jobId: row.job_id,
    usage: row.usage,
    finishReason: row.finish_reason,
    createdAt: row.created_at,
  }
}

export type NewMessage = Pick<
  Message,
  'id' | 'conversationId' | 'parentId' | 'role' | 'parts' | 'state' | 'modelId' | 'jobId' | 'createdAt'
>

/** Returns how many were written: 0 for an existing one, which is not changed. */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<number> {
  const values = messagesTable.values({
    id: message.id,
    conversation_id: message.conversationId,
    parent_id: message.parentId,
    role: message.role,
    parts: JSON.stringify(message.parts),
    state: message.state,
    model_id: message.modelId,
    job_id: message.jobId,
    created_at: message.createdAt,
  })
  return (await tx.run(sql`INSERT INTO messages ${values} ON CONFLICT (id) DO NOTHING`)).changes
}

const longestPart = LongText.maxLength ?? 200_000

/** An answer's text as parts. A text that is too long for one part is cut between whole characters. */
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
