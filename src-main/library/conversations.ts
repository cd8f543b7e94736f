/**
 * Conversations: messages to models and their answers, as a tree of messages of which one path is open.
 * An answer belongs to its job, so writing it twice changes nothing.
 */
import type { Conversation, Message, MessagePart, Usage } from '#contract/conversations.ts'
import type { ConversationId, JobId, MessageId, ModelId, ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { NewMessage } from './conversation-rows.ts'
import { Fault } from '#contract/faults.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import {
  conversationOf,
  insertConversation,
  insertMessage,
  messageOf,
  partsOf,
  selectConversations,
  selectMessages,
} from './conversation-rows.ts'

/** A message from the user, and the answer that is requested. */
export interface Exchange {
  readonly conversationId: ConversationId
  readonly message: { readonly id: MessageId, readonly parentId: MessageId | null, readonly parts: readonly MessagePart[] }
  readonly answer: { readonly id: MessageId, readonly jobId: JobId, readonly modelId: ModelId }
  /** Becomes the title of a conversation without one. */
  readonly words: string
}

export interface SettledAnswer {
  readonly text: string
  readonly reasoning: string
  readonly state: Exclude<Message['state'], 'arriving'>
  readonly usage: Usage | null
  readonly finishReason: string | null
}

/** Every call throws Fault not-found for a conversation or message that does not exist. */
export interface Conversations {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Conversation, ConversationId>>
  messages: (conversationId: ConversationId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Message, MessageId>>
  get: (conversationId: ConversationId) => Promise<Conversation>
  create: (conversation: { title: string, projectId: ProjectId | null, system: string }) => Promise<Conversation>
  /** The one with this id, out of the trash, or a new one. */
  createOnce: (conversation: { id: ConversationId, title: string, projectId: ProjectId | null }) => Promise<Conversation>
  /** @throws Fault changed-meanwhile */
  rename: (conversationId: ConversationId, title: string, expected?: string) => Promise<Conversation>
  /** Changes the system prompt for later requests. @throws Fault changed-meanwhile */
  instruct: (conversationId: ConversationId, system: string, expected?: string) => Promise<Conversation>
  trash: (conversationId: ConversationId) => Promise<Conversation>
  restore: (conversationId: ConversationId) => Promise<Conversation>
  /** Deletes a conversation that is in the trash, with all its messages. */
  purge: (conversationId: ConversationId) => Promise<void>
  /** Opens a branch through the message: the open one if it contains the message, else the newest one that does. */
  open: (conversationId: ConversationId, messageId: MessageId) => Promise<Conversation>
  find: (messageId: MessageId) => Promise<Message | undefined>
  /** The path from the first message to this one. */
  pathTo: (messageId: MessageId) => Promise<Message[]>
  /** The replies to a message, oldest first. */
  after: (messageId: MessageId) => Promise<Message[]>
  /** Writes those messages of the exchange that are missing, and opens their path. Existing messages are not changed. */
  ask: (exchange: Exchange) => Promise<{ message: Message, answer: Message }>
  /** Asks again, by the same job or another one. The new answer replaces a failed one; otherwise it becomes another branch. */
  askAgain: (answerId: MessageId, jobId: JobId) => Promise<Message>
  /**
   * Writes the job's answer, as far as it was read. A complete answer is not changed, and words are not replaced by none. Answers whether
   * the job has an answer here at all.
   */
  settleAnswer: (jobId: JobId, answer: SettledAnswer) => Promise<boolean>
  /** The jobs whose answers are arriving. */
  arriving: () => Promise<JobId[]>
  /** Those of the project were written by another module. */
  noteCame: (projectId: ProjectId) => Promise<void>
}

export function createConversations({ db, clock }: { db: Database, clock: Clock }): Conversations {
  const news = createChanges<Conversation, ConversationId>()
  const messageNews = createChanges<Message, MessageId>()

  async function get(conversationId: ConversationId, from: Transaction = db): Promise<Conversation> {
    const row = await from.get(sql`${selectConversations} WHERE id = ${conversationId}`)
    if (!row)
      throw new Fault('not-found', { word: 'conversation', id: conversationId })
    return conversationOf(row)
  }

  async function list(where: Sql, from: Transaction = db): Promise<Message[]> {
    return readEach(await from.all(sql`${selectMessages} ${where}`), messageOf)
  }

  async function find(messageId: MessageId, from: Transaction = db): Promise<Message | undefined> {
    return (await list(sql`WHERE id = ${messageId}`, from))[0]
  }

  async function need(messageId: MessageId, from: Transaction = db): Promise<Message> {
    const message = await find(messageId, from)
    if (!message)
      throw new Fault('not-found', { word: 'message', id: messageId })
    return message
  }

  async function change(conversationId: ConversationId, set: Sql, check?: (present: Conversation) => void): Promise<Conversation> {
    await db.transaction(async (tx) => {
      check?.(await get(conversationId, tx))
      await tx.run(sql`UPDATE conversations SET ${set} WHERE id = ${conversationId}`)
    })
    return announce(conversationId)
  }

  async function announce(conversationId: ConversationId): Promise<Conversation> {
    const conversation = await get(conversationId)
    news.changed(conversation)
    return conversation
  }

  async function insert(
    tx: Transaction,
    { title, ...conversation }: Pick<Conversation, 'id' | 'title' | 'projectId' | 'system'>,
  ): Promise<void> {
    await insertConversation(tx, { ...conversation, title: title.trim(), createdAt: clock.now() }).catch((error: unknown) => {
      // The project is the only row that it refers to.
      throw conversation.projectId !== null && error instanceof StorageError && error.kind === 'constraint'
        ? new Fault('not-found', { word: 'project', id: conversation.projectId })
        : error
    })
  }

  async function insertIfMissing(tx: Transaction, message: Omit<NewMessage, 'createdAt'>): Promise<number> {
    return insertMessage(tx, { ...message, createdAt: clock.now() })
  }

  async function pathTo(messageId: MessageId, from: Transaction = db): Promise<Message[]> {
    const path = await list(sql`
      JOIN (
        WITH RECURSIVE path (step_id, next_id, depth) AS (
          SELECT id, parent_id, 0 FROM messages WHERE id = ${messageId}
          UNION ALL
          SELECT messages.id, messages.parent_id, depth + 1 FROM messages JOIN path ON messages.id = next_id
        ) SELECT step_id, depth FROM path
      ) ON step_id = id ORDER BY depth DESC`, from)
    if (path.length === 0)
      throw new Fault('not-found', { word: 'message', id: messageId })
    return path
  }

  /** The last message of the newest branch through the message. */
  async function endThrough(conversationId: ConversationId, messageId: MessageId, from: Transaction): Promise<MessageId> {
    const all = await list(sql`WHERE conversation_id = ${conversationId} ORDER BY rowid`, from)
    if (!all.some(message => message.id === messageId))
      throw new Fault('not-found', { word: 'message', id: messageId })
    // Later entries replace earlier ones, so each message ends up with its newest reply.
    const newest = new Map(all.map(message => [message.parentId, message.id]))
    let end = messageId
    for (let next = newest.get(end); next !== undefined; next = newest.get(end))
      end = next
    return end
  }

  return {
    get: conversationId => get(conversationId),
    find: messageId => find(messageId),
    pathTo: messageId => pathTo(messageId),
    changes: signal => news.subscribe(
      async () => readEach(await db.all(sql`${selectConversations} ORDER BY changed_at DESC`), conversationOf),
      signal,
    ),
    messages: (conversationId, signal) => messageNews.subscribe(async () => {
      await get(conversationId)
      return list(sql`WHERE conversation_id = ${conversationId} ORDER BY rowid`)
    }, signal, message => message.conversationId === conversationId),
    async create({ title, projectId, system }) {
      const id = newId<ConversationId>(clock.now())
      await insert(db, { id, title, projectId, system })
      return announce(id)
    },
    async createOnce({ id, title, projectId }) {
      await db.transaction(async (tx) => {
        const { changes } = await tx.run(sql`UPDATE conversations SET trashed_at = NULL WHERE id = ${id}`)
        if (changes === 0)
          await insert(tx, { id, title, projectId, system: '' })
      })
      return announce(id)
    },
    rename: (conversationId, title, expected) => change(
      conversationId,
      sql`title = ${title.trim()}, changed_at = ${clock.now()}`,
      present => requireAsExpected('conversation', present.title, expected, title.trim()),
    ),
    instruct: (conversationId, system, expected) => change(
      conversationId,
      sql`system = ${system}, changed_at = ${clock.now()}`,
      present => requireAsExpected('prompt', present.system, expected, system),
    ),
    trash: conversationId => change(conversationId, sql`trashed_at = coalesce(trashed_at, ${clock.now()})`),
    restore: conversationId => change(conversationId, sql`trashed_at = NULL`),
    async purge(conversationId) {
      const isGone = await db.transaction(async (tx) => {
        if (!await tx.get(sql`SELECT id FROM conversations WHERE id = ${conversationId} AND trashed_at IS NOT NULL`))
          return false
        await tx.run(sql`DELETE FROM messages WHERE conversation_id = ${conversationId}`)
        await tx.run(sql`DELETE FROM conversations WHERE id = ${conversationId}`)
        return true
      })
      if (isGone)
        news.removed(conversationId)
    },
    async open(conversationId, messageId) {
      // One transaction: an answer that is asked for just then opens its own path.
      await db.transaction(async (tx) => {
        const { openMessageId } = await get(conversationId, tx)
        const isOpen = openMessageId !== null && (await pathTo(openMessageId, tx)).some(message => message.id === messageId)
        const end = isOpen ? openMessageId : await endThrough(conversationId, messageId, tx)
        await tx.run(sql`UPDATE conversations SET open_message_id = ${end} WHERE id = ${conversationId}`)
      })
      return announce(conversationId)
    },
    after: messageId => list(sql`WHERE parent_id = ${messageId} ORDER BY rowid`),
    async ask({ conversationId, message, answer, words }) {
      const exchange = await db.transaction(async (tx) => {
        await insertIfMissing(tx, {
          ...message,
          conversationId,
          role: 'user',
          parts: [...message.parts],
          state: 'whole',
          modelId: null,
          jobId: null,
        })
        const isNew = await insertIfMissing(tx, {
          ...answer,
          conversationId,
          parentId: message.id,
          role: 'assistant',
          parts: [],
          state: 'arriving',
        })
        if (isNew > 0) {
          await tx.run(sql`
            UPDATE conversations SET open_message_id = ${answer.id}, changed_at = ${clock.now()},
              title = CASE title WHEN '' THEN ${words} ELSE title END
            WHERE id = ${conversationId}`)
        }
        return { message: await need(message.id, tx), answer: await need(answer.id, tx) }
      })
      messageNews.changed(exchange.message, exchange.answer)
      await announce(conversationId)
      return exchange
    },
    async askAgain(answerId, jobId) {
      const answer = await db.transaction(async (tx) => {
        const before = await need(answerId, tx)
        const own = (await list(sql`WHERE job_id = ${jobId}`, tx))[0]
        const failed = [own, before].find(message => message?.state === 'failed')
        if (own ? own === failed : failed) {
          await tx.run(
            sql`UPDATE messages SET job_id = ${jobId}, state = 'arriving', usage = NULL, finish_reason = NULL WHERE id = ${failed?.id ?? answerId}`,
          )
          return need(failed?.id ?? answerId, tx)
        }
        if (own)
          return own
        const id = newId<MessageId>(clock.now())
        await insertIfMissing(tx, { ...before, id, parts: [], state: 'arriving', jobId })
        await tx.run(
          sql`UPDATE conversations SET open_message_id = ${id} WHERE id = ${before.conversationId} AND open_message_id = ${before.id}`,
        )
        return need(id, tx)
      })
      messageNews.changed(answer)
      await announce(answer.conversationId)
      return answer
    },
    async settleAnswer(jobId, { text, reasoning, state, usage, finishReason }) {
      const { changes } = await db.run(sql`
        UPDATE messages SET parts = ${JSON.stringify(partsOf(text))}, reasoning = ${reasoning}, state = ${state},
          usage = ${usage && JSON.stringify(usage)}, finish_reason = ${finishReason}
        WHERE job_id = ${jobId} AND (state = 'arriving'
          OR (state <> 'whole' AND (${text} <> '' OR (parts = '[]' AND ${reasoning} <> ''))))`)
      const messages = await list(sql`WHERE job_id = ${jobId}`)
      if (changes > 0)
        messageNews.changed(...messages)
      return messages.length > 0
    },
    arriving: async () => (await list(sql`WHERE state = 'arriving' ORDER BY +rowid`)).flatMap(message => message.jobId ?? []),
    async noteCame(projectId) {
      news.changed(...readEach(await db.all(sql`${selectConversations} WHERE project_id = ${projectId}`), conversationOf))
    },
  }
}
