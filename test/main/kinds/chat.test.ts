/** Chat through the whole studio: answers that grow, stop, break, branch and survive, with a real practice service. */
import type { Message, MessagePart } from '#contract/conversations.ts'
import type { Fields } from '#contract/models.ts'
import type { AssetId, ConversationId, JobId, MessageId, ModelId, RequestId } from '#contract/words.ts'
import type { PracticeOptions, PracticeService } from '../../../src-main/practice/index.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { chatParts } from '../../../src-main/make/chat-request.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

// newId returns the form of all ids.
const requestId = () => newId<RequestId>()
const text = (words: string): MessagePart[] => [{ type: 'text', text: words }]
const wordsOf = (message: Message) => message.parts.map(part => part.type === 'text' ? part.text : '').join('')
const context = () => ({ signal: AbortSignal.timeout(hangMs), origin: 'page' as const })

interface Saying { requestId?: RequestId, parentId?: MessageId | null, parts?: MessagePart[], fields?: Fields, modelId?: string }

async function talkIn(studio: OpenStudio, practice: PracticeService, accountId?: Awaited<ReturnType<typeof connect>>) {
  const how = { accountId: accountId ?? await connect(studio, practice), modelId: 'gpt-oss-120b' as ModelId, fields: { stream: true } }
  const { conversation } = await studio.handlers.conversations.create(
    { title: '', projectId: null, system: 'You write for the radio.' },
    context(),
  )
  const say = (words: string, { modelId, ...more }: Saying = {}) => studio.handlers.conversations.send(
    {
      ...how,
      requestId: requestId(),
      conversationId: conversation.id,
      parentId: null,
      parts: text(words),
      ...more,
      ...(modelId !== undefined && { modelId: modelId as ModelId }),
    },
    context(),
  )
  const again = (
    messageId: MessageId,
    id = requestId(),
  ) => studio.handlers.conversations.regenerate({ ...how, requestId: id, messageId }, context())
  const settled = async (asked: { answer: Message, jobId: JobId }) => {
    const job = await ended(studio, asked.jobId)
    return { job, answer: (await studio.parts.conversations.find(asked.answer.id))! }
  }
  const openId = async () => (await studio.parts.conversations.get(conversation.id)).openMessageId
  return { how, conversation, say, again, settled, openId }
}

async function open(options: Partial<PracticeOptions> = {}) {
  const practice = await openTestPractice(options)
  const studio = await openTestStudio()
  return { practice, studio, ...await talkIn(studio, practice) }
}

async function outputsOf(studio: OpenStudio, jobId: JobId, isEnough: (text: string) => boolean = () => false) {
  const seen = []
  for await (const output of studio.handlers.jobs.output({ jobId }, context())) {
    seen.push(output)
    if (isEnough(output.text))
      break
  }
  return seen
}

/** The messages that the service received, by request. */
function saidTo(practice: PracticeService) {
  return practice.ledger().map(work =>
    (work.values.messages as { role: string, text: string }[]).map(({ role, text: said }) => `${role}: ${said}`))
}

describe('an answer', () => {
  it('grows while it arrives, and is kept complete with its token counts', async () => {
    const { studio, practice, conversation, say, settled } = await open({ pace: 1 })
    const asked = await say('Two lines about a lighthouse.')
    expect(asked).toMatchObject({
      message: { role: 'user', state: 'whole', parentId: null },
      answer: { role: 'assistant', state: 'arriving', parentId: asked.message.id, jobId: asked.jobId, parts: [] },
    })
    const seen = await outputsOf(studio, asked.jobId)
    const { job, answer } = await settled(asked)
    expect(job).toMatchObject({ kind: 'chat', state: 'done', charged: 'yes', failure: null, title: 'Two lines about a lighthouse.' })
    expect(answer).toMatchObject({
      state: 'whole',
      reasoning: '',
      finishReason: 'stop',
      modelId: 'gpt-oss-120b',
      usage: { promptTokens: expect.any(Number) as number, completionTokens: expect.any(Number) as number },
    })
    expect(seen.some(({ text: soFar, isOver }) => soFar !== '' && soFar !== wordsOf(answer) && !isOver)).toBe(true)
    expect(seen.every(({ text: soFar }) => wordsOf(answer).startsWith(soFar))).toBe(true)
    expect(seen.at(-1)).toEqual({ text: wordsOf(answer), reasoning: '', isOver: true })
    expect(saidTo(practice)).toEqual([['system: You write for the radio.', 'user: Two lines about a lighthouse.']])
    expect(await studio.parts.conversations.get(conversation.id)).toMatchObject({
      title: 'Two lines about a lighthouse.',
      openMessageId: answer.id,
      messageCount: 2,
    })
    expect(await outputsOf(studio, asked.jobId)).toEqual([{ text: '', reasoning: '', isOver: true }])
  })

  it('arrives at once when no stream is requested, with every parameter in its place', async () => {
    const { practice, say, settled } = await open()
    const fields = {
      'temperature': 0.5,
      'max_tokens': 400,
      'top_p': 0.9,
      'top_k': 40,
      'min_p': 0.1,
      'repetition_penalty': 1.1,
      'reasoning_effort': 'low',
      'separate_reasoning': true,
      'chat_template_kwargs.thinking': true,
      'chat_template_kwargs.enable_thinking': true,
      'stream': false,
    }
    const { answer } = await settled(await say('Two lines about a storm.', { fields }))
    expect(answer).toMatchObject({ state: 'whole', finishReason: 'stop' })
    expect(answer.reasoning).toContain('Two lines about a storm.')
    expect(answer.usage?.reasoningTokens).toBeGreaterThan(0)
    const [work] = practice.ledger()
    expect(work?.values).toMatchObject({
      temperature: 0.5,
      reasoning_effort: 'low',
      chat_template_kwargs: { thinking: true, enable_thinking: true },
      stream: false,
    })
    expect(work?.ignored).toEqual([])
  })

  it.each([true, false])('separates reasoning from text, whether the service does (%s) or not', async (separate) => {
    const { studio, say, settled } = await open()
    const asked = await say('Two lines about a storm.', { fields: { stream: true, separate_reasoning: separate, reasoning_effort: 'low' } })
    const seen = await outputsOf(studio, asked.jobId)
    const { answer } = await settled(asked)
    expect(answer.reasoning).toMatch(/^Someone asks for/)
    expect(wordsOf(answer)).toMatch(/^NARRATOR: /)
    expect(seen.every(({ text: soFar }) => !soFar.includes('<'))).toBe(true)
  })

  it('may be watched from the request until its job ends, however long that takes', async () => {
    const { practice, studio, say } = await open()
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 1, times: 1 })
    const asked = await say('Two lines about a lighthouse.')
    await until(studio, asked.jobId, job => job.state === 'blocked')
    const seen = await outputsOf(studio, asked.jobId)
    expect(seen[0]).toEqual({ text: '', reasoning: '', isOver: false })
    expect(seen.at(-1)).toMatchObject({ isOver: true, text: expect.stringContaining('lighthouse') as string })
  })

  it('about a picture receives the original bytes of the take', async () => {
    const { practice, studio, how, say, settled } = await open()
    const [imageJob] = await studio.parts.make.image({
      ...how,
      requestId: requestId(),
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'sea', width: 512, height: 512 },
      projectId: null,
    })
    const { asset } = await studio.parts.takes.get((await ended(studio, imageJob)).takeIds[0]!)
    const asked = await say('', { modelId: 'qwen3-vl-30b-instruct', parts: [
      ...text('What is it?'),
      { type: 'image', assetId: asset.id },
      { type: 'image-address', url: 'https://example.com/a.png' },
      { type: 'video-address', url: 'https://example.com/a.mp4' },
    ] })
    const { job, answer } = await settled(asked)
    expect(job).toMatchObject({ state: 'done' })
    expect(wordsOf(answer)).toMatch(
      new RegExp(`a picture as png of ${asset.sizeBytes} bytes.*a picture by its address.*a video by its address`),
    )
    const { plan } = await studio.parts.ledger.row(asked.jobId)
    expect(plan).not.toContain('base64')
    expect(practice.ledger()).toHaveLength(2)
  })
})

describe('a conversation', () => {
  it('is sent from its first message to its last, along the open branch', async () => {
    const { practice, studio, conversation, say, settled, openId } = await open()
    const first = await settled(await say('One line about fog.'))
    const second = await settled(await say('And one about rain.', { parentId: first.answer.id }))
    const edited = await settled(await say('And one about snow.', { parentId: first.answer.id }))
    expect(edited.answer.parentId).not.toBe(second.answer.parentId)
    expect(saidTo(practice)[2]).toEqual([
      'system: You write for the radio.',
      'user: One line about fog.',
      `assistant: ${wordsOf(first.answer)}`,
      'user: And one about snow.',
    ])
    expect(await openId()).toBe(edited.answer.id)
    await studio.handlers.conversations.open({ conversationId: conversation.id, messageId: second.answer.id }, context())
    await studio.handlers.conversations.instruct({ conversationId: conversation.id, system: ' ' }, context())
    await settled(await say('Go on.', { parentId: (await openId())! }))
    expect(saidTo(practice)[3]).toEqual([
      'user: One line about fog.',
      `assistant: ${wordsOf(first.answer)}`,
      'user: And one about rain.',
      `assistant: ${wordsOf(second.answer)}`,
      'user: Go on.',
    ])
  })

  it('keeps another answer to the same message next to the first', async () => {
    const { studio, say, again, settled, openId } = await open()
    const first = await say('One line about fog.')
    await settled(first)
    const second = await again(first.message.id)
    expect(second.message.id).toBe(first.message.id)
    await settled(second)
    const third = await again(second.answer.id)
    await settled(third)
    const answers = await studio.parts.conversations.after(first.message.id)
    expect(answers.map(answer => answer.id)).toEqual([first, second, third].map(each => each.answer.id))
    expect(await openId()).toBe(third.answer.id)
  })

  it('has one answer in progress at a time, also when two are requested at once', async () => {
    const { practice, say, again, settled } = await open()
    // Delays the first one.
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 2, times: 1 })
    const outcomes = await Promise.allSettled([say('One line about fog.'), say('One line about rain.')])
    const [asked] = outcomes.flatMap(outcome => outcome.status === 'fulfilled' ? outcome.value : [])
    expect(outcomes.filter(outcome => outcome.status === 'rejected')).toMatchObject([{ reason: { code: 'answer-under-way' } }])
    await expect(again(asked!.message.id)).rejects.toMatchObject({ code: 'answer-under-way' })
    await settled(asked!)
    await settled(await say('One line about rain.', { parentId: asked!.answer.id }))
    expect(practice.ledger()).toHaveLength(2)
  })

  it('repeated with the same request id is sent once', async () => {
    const { practice, say, again, settled } = await open()
    const id = requestId()
    const [first, second] = await Promise.all([
      say('One line about fog.', { requestId: id }),
      say('One line about fog.', { requestId: id }),
    ])
    expect([second!.jobId, second!.message.id, second!.answer.id]).toEqual([first!.jobId, first!.message.id, first!.answer.id])
    await settled(first!)
    const other = requestId()
    const [third, fourth] = [await again(first!.message.id, other), await again(first!.message.id, other)]
    expect(fourth.answer.id).toBe(third.answer.id)
    await settled(third)
    expect(await say('One line about fog.', { requestId: id })).toMatchObject({ jobId: first!.jobId, answer: { state: 'whole' } })
    expect(practice.ledger()).toHaveLength(2)
  })
})

describe('a refusal before anything is sent', () => {
  it('names the field, and stores nothing', async () => {
    const { practice, studio, conversation, how, say } = await open()
    const [soundJob] = await studio.parts.make.speech({
      ...how,
      requestId: requestId(),
      modelId: 'higgs2p5' as ModelId,
      fields: { text: 'Hello.' },
      projectId: null,
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    })
    const sound = await studio.parts.takes.get((await ended(studio, soundJob)).takeIds[0]!)
    const issue = (
      field: string,
      problem: string,
    ) => ({ code: 'bad-fields', data: { issues: [expect.objectContaining({ field, problem }) as object] } })
    await expect(say('Hello', { fields: { temperature: 3 } })).rejects.toMatchObject(issue('temperature', 'too-large'))
    await expect(say('Hello', { fields: { messages: 'Hello' } })).rejects.toMatchObject(issue('messages', 'not-supported'))
    await expect(say('  ')).rejects.toMatchObject(issue('messages', 'missing'))
    await expect(say('', {
      parts: [{ type: 'video-address', url: 'file:///etc/passwd' }],
    })).rejects.toMatchObject(issue('messages', 'not-an-address'))
    await expect(say('', { parts: [{ type: 'image', assetId: sound.asset.id }] })).rejects.toMatchObject(issue(
      'messages',
      'wrong-file-type',
    ))
    await expect(say('', { parts: [{ type: 'image', assetId: 'ab'.repeat(32) as AssetId }] })).rejects.toMatchObject({
      code: 'not-found',
      data: { word: 'asset' },
    })
    await expect(say('Hello', { modelId: 'higgs2p5' })).rejects.toMatchObject({ code: 'unknown-model' })
    await expect(say('Hello', { parentId: newId<MessageId>() })).rejects.toMatchObject({ code: 'not-found', data: { word: 'message' } })
    const elsewhere = await talkIn(studio, practice, how.accountId)
    const other = await elsewhere.say('Hello')
    await expect(say('Hello', { parentId: other.answer.id })).rejects.toMatchObject({ code: 'not-found', data: { word: 'message' } })
    await elsewhere.settled(other)
    expect(await studio.parts.conversations.get(conversation.id)).toMatchObject({ messageCount: 0, title: '' })
    expect(practice.ledger().map(work => work.kind)).toEqual(['speech', 'chat'])
  })
})

describe('stopping', () => {
  it('keeps what arrived, and says that it may have been charged', async () => {
    const { studio, say, settled, again } = await open({ pace: 3 })
    const asked = await say('Six lines about a lighthouse.')
    const seen = await outputsOf(studio, asked.jobId, soFar => soFar.length > 5)
    const { wasSent } = await studio.handlers.jobs.cancel({ jobId: asked.jobId }, context())
    const { job, answer } = await settled(asked)
    expect({ wasSent, state: job.state, charged: job.charged }).toEqual({ wasSent: true, state: 'cancelled', charged: 'unknown' })
    expect(answer).toMatchObject({ state: 'partial', finishReason: null })
    expect(wordsOf(answer).startsWith(seen.at(-1)!.text)).toBe(true)
    const next = await again(asked.message.id)
    expect(next.answer.id).not.toBe(answer.id)
    await studio.handlers.jobs.cancel({ jobId: next.jobId }, context())
  })

  it('while the service still refuses leaves a failed answer, and costs nothing', async () => {
    const { practice, studio, say, settled } = await open()
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 60 })
    const asked = await say('One line about fog.')
    await until(studio, asked.jobId, job => job.state === 'blocked')
    await studio.handlers.jobs.cancel({ jobId: asked.jobId }, context())
    expect(await settled(asked)).toMatchObject({ job: { state: 'cancelled', charged: 'no' }, answer: { state: 'failed', parts: [] } })
    expect(practice.ledger()).toHaveLength(0)
  })
})

describe('trouble', () => {
  it.each([
    ['is cut off', { do: 'reset', at: 'mid-answer' }],
    ['stops without an end', { do: 'wrong-body', as: 'truncated' }],
  ] as const)('a stream that %s keeps its text, and whether it was charged is unknown', async (_name, fault) => {
    const { practice, say, settled } = await open()
    practice.faults.set(fault)
    const { job, answer } = await settled(await say('Six lines about a lighthouse.'))
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown', failure: { kind: 'network' } })
    expect(answer).toMatchObject({ state: 'partial', finishReason: null })
    expect(wordsOf(answer)).not.toBe('')
    expect(practice.ledger()).toHaveLength(1)
  })

  it('a refusal leaves a failed answer, which a retry replaces', async () => {
    const { practice, studio, say, settled, openId } = await open()
    practice.faults.set({ do: 'refuse', status: 402, message: 'Out of credits', times: 1 })
    const asked = await say('One line about fog.')
    expect(await settled(asked)).toMatchObject({
      job: { state: 'failed', charged: 'no', failure: { kind: 'credits' } },
      answer: { state: 'failed', parts: [] },
    })
    const { job } = await studio.handlers.jobs.retry({ requestId: requestId(), jobId: asked.jobId, acceptsSecondCharge: false }, context())
    await ended(studio, job.id)
    expect(await studio.parts.conversations.find(asked.answer.id)).toMatchObject({ state: 'whole', jobId: job.id })
    expect(await openId()).toBe(asked.answer.id)
  })

  it('an answer that was cut off stays when it is retried: the new one is stored next to it', async () => {
    const { practice, studio, say, settled, openId } = await open()
    practice.faults.set({ do: 'reset', at: 'mid-answer', times: 1 })
    const asked = await say('One line about fog.')
    await settled(asked)
    const { job } = await studio.handlers.jobs.retry({ requestId: requestId(), jobId: asked.jobId, acceptsSecondCharge: true }, context())
    await ended(studio, job.id)
    const answers = await studio.parts.conversations.after(asked.message.id)
    expect(answers).toMatchObject([{ id: asked.answer.id, state: 'partial' }, { state: 'whole', jobId: job.id }])
    expect(await openId()).toBe(answers[1]!.id)
  })

  it('an invalid answer fails with the reason', async () => {
    const { practice, say, settled } = await open()
    practice.faults.set({ do: 'wrong-body', as: 'html' })
    const { job, answer } = await settled(await say('One line about fog.'))
    expect(job).toMatchObject({ state: 'unsure', failure: { kind: 'undecodable' } })
    expect(answer.state).toBe('failed')
  })
})

describe('closing and opening again', () => {
  it('in the middle of an answer keeps what arrived, and does not ask again', async () => {
    const practice = await openTestPractice({ pace: 3 })
    const folder = await makeFolder()
    const before = await openTestStudio({ folder })
    const { say, conversation } = await talkIn(before, practice)
    const asked = await say('Six lines about a lighthouse.')
    const seen = await outputsOf(before, asked.jobId, soFar => soFar.length > 5)
    await before.close()
    const after = await openTestStudio({ folder, ports: { secrets: before.parts.ports.secrets } })
    expect(await ended(after, asked.jobId)).toMatchObject({ state: 'unsure', charged: 'unknown', failure: { kind: 'interrupted' } })
    const answer = (await after.parts.conversations.find(asked.answer.id))!
    expect(answer.state).toBe('partial')
    expect(wordsOf(answer).startsWith(seen.at(-1)!.text)).toBe(true)
    expect(await after.parts.conversations.get(conversation.id)).toMatchObject({ openMessageId: answer.id })
    expect(practice.ledger()).toHaveLength(1)
  })

  it(
    'between the queue and the conversation loses nothing: the job writes its own messages, and the same request finds them',
    async () => {
      const practice = await openTestPractice()
      const folder = await makeFolder()
      const before = await openTestStudio({ folder })
      const { how, conversation } = await talkIn(before, practice)
      await before.parts.engine.stop(0)
      const [id, answerId] = [requestId(), newId<MessageId>()]
      const message = { id: id as string as MessageId, parentId: null, parts: text('One line about fog.') }
      const model = before.parts.models.all().find(each => each.id === how.modelId)!
      const plan = { modelId: how.modelId, conversationId: conversation.id, message, answerId, words: 'One line about fog.', request: {
        path: '/chat/completions',
        encoding: 'json',
        parts: chatParts(model, how.fields, { system: '', path: [{ ...message, role: 'user' }] }),
        files: {},
      } }
      const [job] = await before.parts.ledger.enqueue([{
        requestId: id,
        requestPart: 0,
        kind: 'chat',
        title: 'One line about fog.',
        modelId: how.modelId,
        accountId: how.accountId,
        plan,
      }])
      await before.close()
      const after = await openTestStudio({ folder, ports: { secrets: before.parts.ports.secrets } })
      const again = await after.handlers.conversations.send(
        { ...how, requestId: id, conversationId: conversation.id, parentId: null, parts: message.parts },
        context(),
      )
      expect(again).toMatchObject({ jobId: job!.id, message: { id: message.id }, answer: { id: answerId } })
      expect(await ended(after, job!.id)).toMatchObject({ state: 'done' })
      expect(await after.parts.conversations.find(answerId)).toMatchObject({ state: 'whole' })
      expect(practice.ledger()).toHaveLength(1)
    },
  )

  it('an answer whose job has ended, or is unknown, does not stay arriving forever', async () => {
    const folder = await makeFolder()
    const before = await openTestStudio({ folder })
    const conversation = await before.parts.conversations.create({ title: 'Lost', projectId: null, system: '' })
    const [lost, cut] = await Promise.all([askNobody(before, conversation.id), askNobody(before, conversation.id)])
    await mkdir(join(folder, 'work', cut!.jobId!), { recursive: true })
    await writeFile(
      join(folder, 'work', cut!.jobId!, 'answer.part'),
      `data: ${JSON.stringify({ choices: [{ delta: { content: 'Once upon' } }] })}\n\n`,
    )
    await before.close()
    const after = await openTestStudio({ folder })
    expect(await after.parts.conversations.find(lost!.id)).toMatchObject({ state: 'failed', parts: [] })
    expect(await after.parts.conversations.find(cut!.id)).toMatchObject({ state: 'partial', parts: text('Once upon') })
  })
})

async function askNobody(studio: OpenStudio, conversationId: ConversationId): Promise<Message> {
  const { answer } = await studio.parts.conversations.ask({
    conversationId,
    message: { id: newId<MessageId>(), parentId: null, parts: text('Hello') },
    answer: { id: newId<MessageId>(), jobId: newId<JobId>(), modelId: 'gpt-oss-120b' as ModelId },
    words: 'Hello',
  })
  return answer
}
