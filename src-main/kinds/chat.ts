/** Chat: one paid request, answered with text, at once or streamed. The answer is kept as a message. */
import type { JobId } from '#contract/words.ts'
import type { Ending, EnginePorts, StepResult, Work } from '../jobs/kind.ts'
import type { JobPatch } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { JobEvent } from '../jobs/states.ts'
import type { Conversations, Exchange, SettledAnswer } from '../library/conversations.ts'
import type { ChatSoFar } from '../service/chat.ts'
import type { PaidPorts } from './paid.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { MessagePart } from '#contract/conversations.ts'
import { isFault } from '#contract/faults.ts'
import { found } from '#contract/found.ts'
import { ConversationId, MessageId, ModelId } from '#contract/words.ts'
import { isEnded, isMaybeCharged } from '#rules/jobs/state-groups.ts'
import { fileExists } from '../base/atomic-file.ts'
import { inside } from '../base/inside.ts'
import { defineKind } from '../jobs/kind.ts'
import { failureOf } from '../jobs/rows.ts'
import { decodeChat } from '../service/chat.ts'
import { payloadOf } from '../service/decode-part.ts'
import { textOf } from '../service/decode.ts'
import { recordAnswer } from './answers.ts'
import { quantitiesUsed } from './estimate-cost.ts'
import { answerPath, PlannedFiles, prepare, send } from './paid.ts'

export interface ChatPorts extends PaidPorts {
  readonly conversations: Conversations
}

type ChatWork = Work<ChatPlan> & ChatPorts

/** The frozen request, byte for byte except for its pictures, and where the answer belongs. */
export const ChatPlan = z.object({
  modelId: ModelId,
  conversationId: ConversationId,
  message: z.object({ id: MessageId, parentId: MessageId.nullable(), parts: z.array(MessagePart) }),
  answerId: MessageId,
  words: z.string(),
  request: z.object({
    path: z.literal('/chat/completions'),
    encoding: z.literal('json'),
    parts: z.array(z.tuple([z.string(), z.unknown()])),
    files: PlannedFiles,
  }),
})
export type ChatPlan = z.infer<typeof ChatPlan>

const showEveryMs = 50
const longestKept = 200_000

/** The messages that a plan writes into its conversation. */
export function exchangeOf({ conversationId, message, answerId, modelId, words }: ChatPlan, jobId: JobId): Exchange {
  return { conversationId, message, answer: { id: answerId, jobId, modelId }, words }
}

/** Whether the answer belongs to this conversation. */
export function asksIn({ kind, plan }: Pick<JobRow, 'kind' | 'plan'>, conversationId: ConversationId): boolean {
  return kind === 'chat' && ChatPlan.safeParse(JSON.parse(plan)).data?.conversationId === conversationId
}

/** Writes the messages again, in case the studio was killed right after queueing or this is a retry. */
async function begin(work: ChatWork): Promise<StepResult> {
  if (!await isThere(work))
    return { refused: failureOf('no-conversation'), charged: 'no' }
  const { answer } = await work.conversations.ask(exchangeOf(work.plan, work.row.id))
  if (answer.jobId !== work.row.id || answer.state === 'failed')
    await work.conversations.askAgain(answer.id, work.row.id)
  return prepare(work)
}

async function isThere({ conversations, plan }: ChatWork): Promise<boolean> {
  try {
    await conversations.get(plan.conversationId)
    return true
  }
  catch (error) {
    if (isFault(error, 'not-found'))
      return false
    throw error
  }
}

async function converse(work: ChatWork): Promise<StepResult> {
  const screen = createScreen(work)
  try {
    return await send(work, 'chat', { onAnswer: async answer => recordAnswer(answer), onText: screen.show })
  }
  finally {
    screen.close()
  }
}

/** Shows the first text at once, and then at most every 50 milliseconds. */
function createScreen({ outputs, row, clock }: ChatWork): { show: (soFar: () => ChatSoFar) => void, close: () => void } {
  let timer: NodeJS.Timeout | undefined
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show(soFar) {
      timer ??= setTimeout(() => {
        timer = undefined
        shownAt = clock.now()
        outputs.write(row.id, soFar())
      }, Math.max(0, shownAt + showEveryMs - clock.now()))
    },
    close: () => clearTimeout(timer),
  }
}

async function keep({ conversations, outputs, spend, row, folder }: ChatWork): Promise<StepResult> {
  const path = answerPath({ folder })
  const answer = await decodeChat(path)
  // It was whole when it came; one that is read again may be anything.
  if (!answer.isWhole && answer.text + answer.reasoning === '')
    return { refused: failureOf('undecodable', found('answer-empty')), charged: 'yes' }
  outputs.write(row.id, answer)
  const isKept = await conversations.settleAnswer(row.id, { ...answer, state: answer.isWhole ? 'whole' : 'partial' })
  await spend.settle(row.id, quantitiesUsed(answer.usage), { isWhole: answer.isWhole })
  // The file has the only copy, and is removed when the job is done.
  return isKept ? { event: 'finish', patch: { failure: null } } : { refused: failureOf('no-conversation'), charged: 'yes' }
}

/** Shows and keeps what arrived of the answer, however the job ended. */
async function keepPartial({ event, row, patch, outputs, ...ports }: Ending & ChatPorts): Promise<JobPatch> {
  if (event === 'finish')
    return {}
  const answer = await answerSoFar(ports, row.id)
  outputs.write(row.id, answer)
  await ports.conversations.settleAnswer(row.id, answer)
  await ports.spend.settle(row.id, quantitiesUsed(answer.usage), { isWhole: answer.state === 'whole' })
  const path = answerPath({ folder: inside(ports.workFolder, row.id) })
  const isHere = row.answer === null && patch.answer === undefined && await fileExists(path)
  return isHere && isMaybeCharged(row.state) ? { answer: { contentType: '', isCut: true } } : {}
}

/** Settles answers that still count as arriving although their job has ended, or is not in this ledger. */
async function settleLeftAnswers(ports: EnginePorts & ChatPorts): Promise<void> {
  for (const jobId of await ports.conversations.arriving()) {
    if (await isGone(ports, jobId))
      await ports.conversations.settleAnswer(jobId, await answerSoFar(ports, jobId))
  }
}

async function isGone({ ledger }: EnginePorts, jobId: JobId): Promise<boolean> {
  try {
    return isEnded((await ledger.row(jobId)).state)
  }
  catch (error) {
    if (isFault(error, 'not-found'))
      return true
    throw error
  }
}

async function answerSoFar({ workFolder }: Pick<EnginePorts, 'workFolder'>, jobId: JobId): Promise<SettledAnswer> {
  const path = answerPath({ folder: inside(workFolder, jobId) })
  if (!await fileExists(path))
    return { text: '', reasoning: '', state: 'failed', usage: null, finishReason: null }
  const answer = await decodeChat(path)
  if (answer.text !== '' || answer.reasoning !== '')
    return { ...answer, state: answer.isWhole ? 'whole' : 'partial' }
  const text = await asItCame(path)
  return { ...answer, text, state: text === '' ? 'failed' : 'partial' }
}

/** The text of an answer that is in no known form; empty for an error, a page, and what is no text. */
async function asItCame(path: string): Promise<string> {
  const payload = await payloadOf(path)
  return payload === null ? '' : (textOf(await readFile(payload), '') ?? '').slice(0, longestKept).trim()
}

/** An answer whose end was missing, as far as this version can read it. One that turns out to be whole is kept as any other. */
async function readAgain(ports: EnginePorts & ChatPorts, row: JobRow): Promise<{ event: JobEvent | null, patch: JobPatch }> {
  const answer = await answerSoFar(ports, row.id)
  if (answer.state === 'whole')
    return { event: 'reopen', patch: { failure: null, attempts: 0, charged: 'yes', answer: { contentType: '', isCut: false } } }
  await ports.conversations.settleAnswer(row.id, answer)
  await ports.spend.settle(row.id, quantitiesUsed(answer.usage), { isWhole: false })
  return { event: null, patch: {} }
}

export const chatKind = defineKind<ChatPlan, ChatPorts>({
  nature: 'synchronous',
  plan: ChatPlan,
  steps: {
    preparing: begin,
    sending: converse,
    verifying: keep,
  },
  ending: keepPartial,
  opened: settleLeftAnswers,
  readAgain,
})
