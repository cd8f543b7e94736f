/** Conversations: chats with a model, stored in the library. Messages form a tree of branches, one of which is open. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { sendingFaults } from './faults.ts'
import { Fields } from './models.ts'
import {
  AccountId,
  AssetId,
  ConversationId,
  Instant,
  JobId,
  Label,
  LongText,
  MessageId,
  ModelId,
  Name,
  ProjectId,
  RequestId,
} from './words.ts'

/** A part of the user's message: text, a picture, or a picture or video by its URL. */
export const MessagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: LongText }),
  z.object({ type: z.literal('image'), assetId: AssetId }),
  z.object({ type: z.literal('image-address'), url: z.string().max(5000) }),
  z.object({ type: z.literal('video-address'), url: z.string().max(5000) }),
])
export type MessagePart = z.infer<typeof MessagePart>

/** Token counts, where the service reports them. */
export const Usage = z.object({
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  reasoningTokens: z.int().nullable(),
})
export type Usage = z.infer<typeof Usage>

export const Message = z.object({
  id: MessageId,
  conversationId: ConversationId,
  /** The message that it answers or follows; null for the first. Messages with the same parent are branches. */
  parentId: MessageId.nullable(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(MessagePart),
  /** The model's reasoning, separate from its answer. */
  reasoning: z.string(),
  /** Arriving: see `jobs.output`. Partial: stopped or cut off, with what arrived. Failed: nothing arrived. */
  state: z.enum(['whole', 'arriving', 'partial', 'failed']),
  modelId: ModelId.nullable(),
  jobId: JobId.nullable(),
  usage: Usage.nullable(),
  finishReason: z.string().nullable(),
  createdAt: Instant,
})
export type Message = z.infer<typeof Message>

export const Conversation = z.object({
  id: ConversationId,
  title: z.string(),
  projectId: ProjectId.nullable(),
  /** The system prompt; none is sent when empty. */
  system: z.string(),
  /** The last message of the open branch. */
  openMessageId: MessageId.nullable(),
  messageCount: z.int(),
  createdAt: Instant,
  changedAt: Instant,
  trashedAt: Instant.nullable(),
})
export type Conversation = z.infer<typeof Conversation>

const OneConversation = {
  input: z.object({ conversationId: ConversationId }),
  output: z.object({ conversation: Conversation }),
  faults: ['not-found', 'library-read-only'],
} as const
const Asked = {
  effect: 'pays',
  output: z.object({ message: Message, answer: Message, jobId: JobId }),
  faults: [...sendingFaults, 'bad-fields', 'answer-under-way'],
} as const
const How = { requestId: RequestId, accountId: AccountId, modelId: ModelId, fields: Fields }

export const conversations = {
  /** All conversations, trashed ones included, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Conversation, ConversationId) }),
  /** All messages of one conversation, of every branch, then changes. */
  messages: feed({ input: z.object({ conversationId: ConversationId }), event: changesOf(Message, MessageId) }),
  /** Starts an empty conversation. */
  create: procedure({
    effect: 'writes',
    input: z.object({ title: Label.max(200), projectId: ProjectId.nullable(), system: LongText }),
    output: z.object({ conversation: Conversation }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Renames the conversation. Fails with changed-meanwhile when it has neither the expected title nor this one. */
  rename: procedure({
    effect: 'writes',
    ...OneConversation,
    input: z.object({ conversationId: ConversationId, title: Name, expected: z.string().optional() }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Changes the system prompt for later requests. Fails with changed-meanwhile when it is neither the expected one nor this one. */
  instruct: procedure({
    effect: 'writes',
    ...OneConversation,
    input: z.object({ conversationId: ConversationId, system: LongText, expected: z.string().optional() }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /**
   * Moves the conversation to the trash. Its questions that have not been sent are cancelled: `cancelledJobs`. An answer that is arriving
   * is still written into it.
   */
  trash: procedure({ effect: 'writes', ...OneConversation, output: z.object({ conversation: Conversation, cancelledJobs: z.int() }) }),
  /** Restores the conversation from the trash. */
  restore: procedure({ effect: 'writes', ...OneConversation }),
  /** Opens a branch that contains this message. */
  open: procedure({ effect: 'writes', ...OneConversation, input: z.object({ conversationId: ConversationId, messageId: MessageId }) }),
  /**
   * Adds a message after `parentId` (null: at the start) and requests the answer. To edit a message, send the new one
   * after the old one's parent: this adds a branch.
   */
  send: procedure({ ...Asked, input: z.object({
    ...How,
    conversationId: ConversationId,
    parentId: MessageId.nullable(),
    parts: z.array(MessagePart).min(1).max(20),
  }) }),
  /** Requests another answer to the same message. */
  regenerate: procedure({ ...Asked, input: z.object({ ...How, messageId: MessageId }) }),
}
