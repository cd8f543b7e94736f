/** Chat: a new message, or another answer to one, becomes one request with the whole conversation. */
import type { Conversation, Message, MessagePart } from '#contract/conversations.ts'
import type { Fields } from '#contract/models.ts'
import type { Asset } from '#contract/takes.ts'
import type { AccountId, AssetId, ConversationId, JobId, MessageId, ModelId, RequestId } from '#contract/words.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Queue, QueuePorts } from './queue.ts'
import { Fault } from '#contract/faults.ts'
import { createLane } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { ChatPlan, exchangeOf } from '../kinds/chat.ts'
import { titleOf } from '../library/title.ts'
import { chatParts, issuesOf, picturesIn } from './chat-request.ts'

interface RequestChoice { readonly requestId: RequestId, readonly accountId: AccountId, readonly modelId: ModelId, readonly fields: Fields }

export interface AskedMessage { message: Message, answer: Message, jobId: JobId }

export interface Chat {
  /** Adds a message and asks for its answer. The same request again gives the same rows and is sent once. */
  send: (
    input: RequestChoice & { conversationId: ConversationId, parentId: MessageId | null, parts: readonly MessagePart[] },
  ) => Promise<AskedMessage>
  /** Asks for another answer to a message of the user; for an answer, to the message that it answers. */
  regenerate: (input: RequestChoice & { messageId: MessageId }) => Promise<AskedMessage>
}

/** The message to be answered, new or existing, is the last of the path. */
interface Question {
  readonly how: RequestChoice
  readonly conversation: Conversation
  readonly path: readonly Pick<Message, 'id' | 'parentId' | 'role' | 'parts'>[]
  readonly message: ChatPlan['message']
  readonly answerId: MessageId
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

  async function ask({ how, conversation, path, message, answerId }: Question): Promise<AskedMessage> {
    if (await isArriving(conversation.openMessageId) || await isArriving(message.parentId))
      throw new Fault('answer-under-way', {})
    const { model } = await queue.check({ ...how, projectId: conversation.projectId }, ['chat'])
    const pictures = await picturesOf(path)
    const issues = issuesOf(message.parts, pictures)
    if (issues.length > 0)
      throw new Fault('bad-fields', { issues })
    const words = titleOf(message.parts.flatMap(part => part.type === 'text' ? part.text : []).join(' '))
    const plan: ChatPlan = {
      modelId: model.id,
      conversationId: conversation.id,
      message,
      answerId,
      words,
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
    const [jobId] = await queue.add([{
      requestId: how.requestId,
      requestPart: 0,
      kind: 'chat',
      title: words || model.label,
      modelId: model.id,
      accountId: how.accountId,
      projectId: conversation.projectId,
      plan,
    }])
    if (jobId === undefined)
      throw new Error('The queue answered without a job')
    // The job may have been queued before by a studio that was killed here: its plan has the messages.
    const kept = ChatPlan.parse(JSON.parse((await ledger.row(jobId)).plan))
    return { ...await conversations.ask(exchangeOf(kept, jobId)), jobId }
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

  async function send({ conversationId, parentId, parts, ...how }: Parameters<Chat['send']>[0]): Promise<AskedMessage> {
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
    return ask({
      how,
      conversation,
      path: [...before, { ...message, role: 'user' }],
      message,
      answerId: newId<MessageId>(),
    }) // newId makes the ids' form
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
    })
  }

  function asked(message: Message, answer: Message): AskedMessage {
    if (answer.jobId === null)
      throw new Error('An answer without a job')
    return { message, answer, jobId: answer.jobId }
  }

  return {
    send: input => lane.run(() => send(input)),
    regenerate: input => lane.run(() => regenerate(input)),
  }
}
