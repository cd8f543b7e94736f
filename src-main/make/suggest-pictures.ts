/** Asks a chat model for prompts of pictures, in its own conversation: the answer is kept whether or not it can be read. */
import type { Model } from '#contract/models.ts'
import type { Line } from '#contract/script.ts'
import type { Suggestion } from '#contract/storyboard.ts'
import type { AccountId, ConversationId, JobId, LineId, MessageId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { Chat } from './chat.ts'
import type { Queue } from './queue.ts'
import { Fault, isFault } from '#contract/faults.ts'
import { numbersOf, pictureQuestion } from '#rules/storyboard/ask-for-pictures.ts'
import { createLane } from '../base/concurrency.ts'

export interface SuggestionAsked {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId
  readonly lineIds: readonly LineId[]
}

export interface Suggestions {
  /** The look of the storyboard then names the conversation. Faults: those of `Chat.send`. */
  suggestPictures: (asked: SuggestionAsked) => Promise<{ conversationId: ConversationId, jobId: JobId }>
}

export interface SuggestionPorts {
  readonly models: () => readonly Model[]
  readonly script: { lines: (projectId: ProjectId) => Promise<Line[]> }
  readonly storyboard: Pick<Storyboard, 'look' | 'setLook'>
  readonly conversations: Pick<Conversations, 'create' | 'find' | 'after' | 'trash' | 'purge'>
  readonly ledger: Pick<Ledger, 'madeBy'>
}

export function createSuggestions(queue: Pick<Queue, 'check'>, chat: Pick<Chat, 'send'>, ports: SuggestionPorts): Suggestions {
  const { models, script, storyboard, conversations, ledger } = ports
  // One at a time: the same request twice at once is one conversation.
  const lane = createLane({ concurrency: 1 })

  const mayStream = (modelId: ModelId): boolean =>
    models().some(model => model.id === modelId && model.fields.some(field => field.name === 'stream'))

  async function suggest({ projectId, lineIds, ...how }: SuggestionAsked): Promise<{ conversationId: ConversationId, jobId: JobId }> {
    // A message has its request's id.
    const said = await conversations.find(how.requestId as string as MessageId)
    const [answer] = said ? await conversations.after(said.id) : []
    if (said && answer?.jobId)
      return { conversationId: said.conversationId, jobId: answer.jobId }
    const lines = await script.lines(projectId)
    const look = await storyboard.look(projectId)
    const wanted = new Set(lineIds)
    const numbers = numbersOf(lines, wanted)
    if (numbers.length === 0)
      throw new Fault('not-found', { word: 'line', id: lineIds[0] ?? '' })
    const fields = mayStream(how.modelId) ? { stream: true } : {}
    // A refused request leaves the earlier proposals on the screen.
    await queue.check({ ...how, projectId, fields }, ['chat'])
    const before = look.suggestion?.requestId === how.requestId ? look.suggestion : null
    const asked = before ?? await begin(projectId, { requestId: how.requestId, lines: numbers })
    const { conversationId } = asked
    const parts = [{ type: 'text' as const, text: pictureQuestion(lines, wanted, look.style) }]
    try {
      const { jobId } = await chat.send({ ...how, fields, conversationId, parentId: null, parts })
      return { conversationId, jobId }
    }
    catch (error) {
      if (before === null && error instanceof Fault && (await ledger.madeBy(how.requestId)).length === 0)
        await takeBack(projectId, { asked, former: look.suggestion })
      throw error
    }
  }

  /** Nothing was queued: the earlier proposals are shown again, unless they were dismissed in the meantime. */
  async function takeBack(projectId: ProjectId, { asked, former }: { asked: Suggestion, former: Suggestion | null }): Promise<void> {
    await storyboard.setLook(projectId, { suggestion: former }, { suggestion: asked }).catch((error: unknown) => {
      if (!isFault(error, 'changed-meanwhile'))
        throw error
    })
    await conversations.trash(asked.conversationId)
    await conversations.purge(asked.conversationId)
  }

  /** Written down before anything is sent, so that the answer is found again. */
  async function begin(projectId: ProjectId, asked: Omit<Suggestion, 'conversationId'>): Promise<Suggestion> {
    const { id } = await conversations.create({ title: '', projectId, system: '' })
    const suggestion = { ...asked, conversationId: id }
    await storyboard.setLook(projectId, { suggestion })
    return suggestion
  }

  return { suggestPictures: asked => lane.run(() => suggest(asked)) }
}
