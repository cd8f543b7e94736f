/** Chat: a new message, or another answer to one, becomes one request with the whole conversation. */
import type { Conversation, Message, MessagePart } from '#contract/conversations.ts'
import type { Fields } from '#contract/models.ts'
import type { Asset } from '#contract/takes.ts'
import type { AccountId, AssetId, ConversationId, JobId, MessageId, ModelId, RequestId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger-port.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Queue, QueuePorts } from './queue.ts'
import { Fault } from '#contract/faults.ts'
import { createLane } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { ChatPlan, exchangeOf } from '../kinds/chat.ts'
import { titleOf } from '../library/title.ts'
import { chatParts, issuesOf, picturesIn } from './chat-request.ts'

interface RequestChoice { readonly requestId: RequestId, readonly accountId: AccountId, readonly modelId: ModelId, readonly fields: Fields }

export interface SentMessage extends RequestChoice {
  readonly conversationId: ConversationId
  readonly parentId: MessageId | null
  readonly parts: readonly MessagePart[]
  /** What the job is called, and a conversation without a title; by itself the first words of the message. */
  readonly title?: string
}

export interface AskedMessage { message: Message, answer: Message, jobId: JobId }

export interface Chat {
  /** Adds a message and asks for its answer. The same request again gives the same rows and is sent once. */
  send: (message: SentMessage) => Promise<AskedMessage>
  /** Asks for another answer to a message of the user; for an answer, to the message that it answers. */
  regenerate: (input: RequestChoice & { messageId: MessageId }) => Promise<AskedMessage>
  /** The same with one message to each of several conversations, as one batch: all are queued, or none. The same again is sent once. */
  sendAll: (batchId: RequestId, messages: readonly SentMessage[]) => Promise<AskedMessage[]>
}

/** The message to be answered, new or existing, is the last of the path. */
interface Question {
  readonly how: RequestChoice
  readonly conversation: Conversation
  readonly path: readonly Pick<Message, 'id' | 'parentId' | 'role' | 'parts'>[]
  readonly message: ChatPlan['message']
  readonly answerId: MessageId
  readonly title: string
}

export function createChat(queue: Queue, ports: Pick<QueuePorts, 'assets' | 'ledger'> & { conversations: Conversations }): Chat {
  const { assets, ledger, conversations } = ports
  // One at a time: of two concurrent calls the second finds that the first one's answer is arriving.
  const lane = createLane({ concurrency: 1 })

  async function picturesOf(path: Question['path']): Promise<Asset[]> {
    const find = async (id: AssetId): Promise<Asset> => {
      const asset = await assets.get(id)
      if (!asset)
        throw new Fault('not-found', { word: 'asset', id })
      return asset
    }
    return Promise.all(picturesIn(path).map(find))
  }

  async function jobOf({ how, conversation, path, message, answerId, title }: Question): Promise<NewJob> {
    if (await isArriving(conversation.openMessageId) || await isArriving(message.parentId))
      throw new Fault('answer-under-way', {})
    const { model } = await queue.check({ ...how, projectId: conversation.projectId }, ['chat'])
    const pictures = await picturesOf(path)
    const issues = issuesOf(message.parts, pictures)
    if (issues.length > 0)
      throw new Fault('bad-fields', { issues })
    const plan: ChatPlan = {
      modelId: model.id,
      conversationId: conversation.id,
      message,
      answerId,
      words: title,
      request: {
        path: '/chat/completions',
        encoding: 'json',
        parts: chatParts(model, how.fields, { system: conversation.system, path }),
        files: Object.fromEntries(pictures.map(({ id, extension, mime, sizeBytes }) => [
          id,
          { extension, name: `${id.slice(0, 12)}.${extension}`, mime, sizeBytes },
        ])),
      },
    }
    return {
      requestId: how.requestId,
      requestPart: 0,
      kind: 'chat',
      title: title || model.label,
      modelId: model.id,
      accountId: how.accountId,
      projectId: conversation.projectId,
      plan,
    }
  }

  async function askAll(questions: readonly Question[], batchId: RequestId | null): Promise<AskedMessage[]> {
    const jobs: NewJob[] = []
    for (const question of questions)
      jobs.push({ ...await jobOf(question), ...batchId !== null && { batchId } })
    const asked: AskedMessage[] = []
    for (const jobId of jobs.length > 0 ? await queue.add(jobs) : []) {
      // The job may have been queued before by a studio that was killed here: its plan has the messages.
      const kept = ChatPlan.parse(JSON.parse((await ledger.row(jobId)).plan))
      asked.push({ ...await conversations.ask(exchangeOf(kept, jobId)), jobId })
    }
    return asked
  }

  async function ask(question: Question): Promise<AskedMessage> {
    const [asked] = await askAll([question], null)
    if (!asked)
      throw new Error('The queue answered without a job')
    return asked
  }

  async function isArriving(messageId: MessageId | null): Promise<boolean> {
    return messageId !== null && (await conversations.find(messageId))?.state === 'arriving'
  }

  async function need(messageId: MessageId): Promise<Message> {
    const message = await conversations.find(messageId)
    if (!message)
      throw new Fault('not-found', { word: 'message', id: messageId })
    return message
  }

  /** What was asked with this request before; else the question. */
  async function askedOr({ conversationId, parentId, parts, title, ...how }: SentMessage): Promise<AskedMessage | Question> {
    // The request's id is random and unique, so it is the message's id as well: a repeated call adds nothing.
    const id = how.requestId as string as MessageId
    const said = await conversations.find(id)
    const [answer] = said ? await conversations.after(id) : []
    if (said && answer)
      return asked(said, answer)
    const conversation = await conversations.get(conversationId)
    const before = parentId === null ? [] : await conversations.pathTo(parentId)
    if (parentId !== null && before.at(-1)?.conversationId !== conversationId)
      throw new Fault('not-found', { word: 'message', id: parentId })
    const message = { id, parentId, parts: [...parts] }
    return {
      how,
      conversation,
      path: [...before, { ...message, role: 'user' }],
      message,
      answerId: newId<MessageId>(), // newId makes the ids' form
      title: title ?? titleOfParts(parts),
    }
  }

  async function send(message: SentMessage): Promise<AskedMessage> {
    const found = await askedOr(message)
    return 'how' in found ? ask(found) : found
  }

  async function sendAll(batchId: RequestId, messages: readonly SentMessage[]): Promise<AskedMessage[]> {
    const [before, questions]: [AskedMessage[], Question[]] = [[], []]
    for (const message of messages) {
      const found = await askedOr(message)
      if ('how' in found)
        questions.push(found)
      else
        before.push(found)
    }
    return [...before, ...await askAll(questions, batchId)]
  }

  async function regenerate({ messageId, ...how }: Parameters<Chat['regenerate']>[0]): Promise<AskedMessage> {
    const answerId = how.requestId as string as MessageId // as above
    const answer = await conversations.find(answerId)
    if (answer && answer.parentId !== null)
      return asked(await need(answer.parentId), answer)
    const named = await need(messageId)
    const message = named.role === 'assistant' && named.parentId !== null ? await need(named.parentId) : named
    return ask({
      how,
      conversation: await conversations.get(message.conversationId),
      path: await conversations.pathTo(message.id),
      message,
      answerId,
      title: titleOfParts(message.parts),
    })
  }

  function asked(message: Message, answer: Message): AskedMessage {
    if (answer.jobId === null)
      throw new Error('An answer without a job')
    return { message, answer, jobId: answer.jobId }
  }

  return {
    send: message => lane.run(() => send(message)),
    sendAll: (batchId, messages) => lane.run(() => sendAll(batchId, messages)),
    regenerate: input => lane.run(() => regenerate(input)),
  }
}

function titleOfParts(parts: readonly MessagePart[]): string {
  return titleOf(parts.flatMap(part => part.type === 'text' ? part.text : []).join(' '))
}
