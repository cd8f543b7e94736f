/** Conversations: chats with a model, kept in the library. Messages form a tree; one path of it is open. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { Fields } from './models.ts'
import { AccountId, AssetId, ConversationId, Instant, JobId, LongText, MessageId, ModelId, Name, ProjectId, RequestId } from './words.ts'

/** A piece of what the person says: words, a picture, or a film by its address. */
export const MessagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: LongText }),
  z.object({ type: z.literal('image'), assetId: AssetId }),
  z.object({ type: z.literal('image-address'), url: z.string().max(5000) }),
  z.object({ type: z.literal('video-address'), url: z.string().max(5000) }),
])
export type MessagePart = z.infer<typeof MessagePart>

/** Tokens, where the service counts them. */
export const Usage = z.object({
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  reasoningTokens: z.int().nullable(),
})
export type Usage = z.infer<typeof Usage>

export const Message = z.object({
  id: MessageId,
  conversationId: ConversationId,
  /** What it answers or follows; null for the first. Messages with the same parent are branches. */
  parentId: MessageId.nullable(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(MessagePart),
  /** The model's thinking, apart from its answer. */
  reasoning: z.string(),
  /** Arriving: see `jobs.output`. Partial: stopped or cut, what came is kept. Failed: nothing came. */
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
  /** The system prompt; empty sends none. */
  system: z.string(),
  /** The end of the path that is open. */
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
  faults: [
    'not-found',
    'no-account',
    'no-key',
    'key-locked',
    'unknown-model',
    'bad-fields',
    'disk-full',
    'library-read-only',
    'practice-unavailable',
    'answer-under-way',
  ],
} as const
const How = { requestId: RequestId, accountId: AccountId, modelId: ModelId, fields: Fields }

export const conversations = {
  /** All conversations, those in the trash too, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Conversation, ConversationId) }),
  /** All messages of one conversation, every branch, then changes. */
  messages: feed({ input: z.object({ conversationId: ConversationId }), event: changesOf(Message, MessageId) }),
  /** Starts an empty conversation. */
  create: procedure({
    effect: 'writes',
    input: z.object({ title: z.string().max(200), projectId: ProjectId.nullable(), system: LongText }),
    output: z.object({ conversation: Conversation }),
    faults: ['library-read-only'],
  }),
  /** Gives it another title. */
  rename: procedure({ effect: 'writes', ...OneConversation, input: z.object({ conversationId: ConversationId, title: Name }) }),
  /** Changes the system prompt for what is asked from now on. */
  instruct: procedure({ effect: 'writes', ...OneConversation, input: z.object({ conversationId: ConversationId, system: LongText }) }),
  /** Moves it to the trash. */
  trash: procedure({ effect: 'writes', ...OneConversation }),
  /** Takes it out of the trash. */
  restore: procedure({ effect: 'writes', ...OneConversation }),
  /** Opens the branch that ends in, or leads through, this message. */
  open: procedure({ effect: 'writes', ...OneConversation, input: z.object({ conversationId: ConversationId, messageId: MessageId }) }),
  /** Says something after `parentId` (null: at the start) and asks for the answer. An edited message is a branch beside the old one. */
  send: procedure({ ...Asked, input: z.object({
    ...How,
    conversationId: ConversationId,
    parentId: MessageId.nullable(),
    parts: z.array(MessagePart).min(1).max(20),
  }) }),
  /** Asks for another answer to the same message. */
  regenerate: procedure({ ...Asked, input: z.object({ ...How, messageId: MessageId }) }),
}
