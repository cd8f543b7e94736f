/** Asks a chat model for wordings of lines that take a given time: each line in a conversation of its own, which keeps the answer. */
import type { Model } from '#contract/models.ts'
import type { AccountId, JobId, LineId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Paces } from '../script/paces.ts'
import type { Script } from '../script/script-port.ts'
import type { Chat, SentMessage } from './chat.ts'
import type { Queue } from './queue.ts'
import { Fault } from '#contract/faults.ts'
import { fitQuestion, fitTask } from '#rules/fit/ask.ts'
import { fitConversationOf } from '#rules/fit/conversation.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { createLane } from '../base/concurrency.ts'
import { titleOf } from '../library/title.ts'
import { requestIdOf } from './request-ids.ts'

export interface FitAsked {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId
  readonly lines: readonly { readonly lineId: LineId, readonly seconds: number }[]
}

export interface Fit {
  /** Faults: those of `Chat.sendAll`. */
  fit: (asked: FitAsked) => Promise<JobId[]>
}

export interface FitPorts {
  readonly models: () => readonly Model[]
  readonly script: Pick<Script, 'lines' | 'pronunciationsOf'>
  readonly paces: Pick<Paces, 'paceFor'>
  readonly conversations: Pick<Conversations, 'createOnce'>
  readonly ledger: Pick<Ledger, 'madeBy'>
}

export function createFit(queue: Pick<Queue, 'admit' | 'check'>, chat: Pick<Chat, 'sendAll'>, ports: FitPorts): Fit {
  const { models, script, paces, conversations, ledger } = ports
  // One at a time: the same request twice at once is one batch.
  const lane = createLane({ concurrency: 1 })

  async function fit({ lines: wanted, requestId, projectId, ...how }: FitAsked): Promise<JobId[]> {
    const made = await ledger.madeBy(requestId)
    if (made.length > 0)
      return made
    const lines = await script.lines(projectId)
    const dictionary = (await script.pronunciationsOf(projectId)).map(entry => entry.word)
    const { isPractice } = await queue.admit(how.accountId)
    const mayStream = models().some(model => model.id === how.modelId && model.fields.some(field => field.name === 'stream'))
    const fields = mayStream ? { stream: true } : {}
    // What would be refused leaves no empty conversations.
    await queue.check({ ...how, requestId, projectId, fields }, ['chat'])
    const messages: SentMessage[] = []
    for (const [lineId, seconds] of new Map(wanted.map(each => [each.lineId, each.seconds]))) {
      const line = lines.find(each => each.id === lineId && isSpoken(each) && each.text.trim() !== '')
      const pace = line && await paces.paceFor(projectId, line, isPractice)
      const task = pace && fitTask({ lines, lineId, seconds, pace, dictionary })
      if (!line || !task)
        throw new Fault('not-found', { word: 'line', id: lineId })
      const conversation = { id: fitConversationOf(lineId), title: titleOf(line.text), projectId }
      await conversations.createOnce(conversation)
      messages.push({
        ...how,
        fields,
        requestId: requestIdOf(requestId, lineId),
        conversationId: conversation.id,
        parentId: null,
        title: conversation.title,
        parts: [{ type: 'text', text: fitQuestion(task) }],
      })
    }
    await chat.sendAll(requestId, messages)
    return ledger.madeBy(requestId)
  }

  return { fit: asked => lane.run(() => fit(asked)) }
}
