/** Conversations in a real library: a tree of messages, one open path, and answers that are filed once. */
import type { MessagePart } from '#contract/conversations.ts'
import type { ConversationId, JobId, MessageId, ModelId, ProjectId } from '#contract/words.ts'
import type { Conversations, SettledAnswer } from '../../../src-main/library/conversations.ts'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { partsOf } from '../../../src-main/library/conversation-rows.ts'
import { createConversations } from '../../../src-main/library/conversations.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

// newId returns the form of all ids.
const messageId = () => newId<MessageId>()
const jobId = () => newId<JobId>()
const modelId = 'gpt-oss-120b' as ModelId
const text = (words: string): MessagePart[] => [{ type: 'text', text: words }]
const settled: SettledAnswer = {
  text: 'Once upon a time.',
  reasoning: 'A tale.',
  state: 'whole',
  usage: { promptTokens: 3, completionTokens: 4, reasoningTokens: null },
  finishReason: 'stop',
}

async function open() {
  const clock = createTestClock()
  const db = await openDatabase(join(await makeFolder(), 'library.db'), { migrations: libraryMigrations, clock })
  onTestFinished(() => db.close())
  const conversations = createConversations({ db, clock })
  const conversation = await conversations.create({ title: '', projectId: null, system: 'Be brief.' })

  function ask(words: string, parentId: MessageId | null = null, more: { id?: MessageId, answerId?: MessageId, jobId?: JobId } = {}) {
    return conversations.ask({
      conversationId: conversation.id,
      message: { id: more.id ?? messageId(), parentId, parts: text(words) },
      answer: { id: more.answerId ?? messageId(), jobId: more.jobId ?? jobId(), modelId },
      words,
    })
  }
  return { db, clock, conversations, conversation, ask }
}

async function firstOf<Event>(feed: AsyncIterable<Event>): Promise<Event> {
  const { value, done } = await feed[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('The feed said nothing')
  return value
}

const idsOf = async (conversations: Conversations, end: MessageId | null) => (await conversations.pathTo(end!)).map(message => message.id)

describe('a conversation', () => {
  it('uses its first words as its title, unless it has one', async () => {
    const { conversations, conversation, ask } = await open()
    const { answer } = await ask('Tell me a tale')
    await ask('And another', answer.id)
    expect(await conversations.get(conversation.id)).toMatchObject({ title: 'Tell me a tale', messageCount: 4, system: 'Be brief.' })
    expect(await conversations.rename(conversation.id, ' Tales ')).toMatchObject({ title: 'Tales' })
    expect(await conversations.instruct(conversation.id, 'Be long.')).toMatchObject({ system: 'Be long.' })
  })

  it('moves to the trash and can be restored', async () => {
    const { clock, conversations, conversation } = await open()
    expect(await conversations.trash(conversation.id)).toMatchObject({ trashedAt: clock.now() })
    expect((await firstOf(conversations.changes())).changed).toHaveLength(1)
    expect(await conversations.restore(conversation.id)).toMatchObject({ trashedAt: null })
  })

  it('that does not exist is reported as not found', async () => {
    const { conversations, conversation } = await open()
    const nowhere = newId() as typeof conversation.id
    await expect(conversations.rename(nowhere, 'x')).rejects.toMatchObject({ code: 'not-found', data: { word: 'conversation' } })
    await expect(firstOf(conversations.messages(nowhere))).rejects.toMatchObject({ code: 'not-found' })
    await expect(conversations.open(conversation.id, messageId())).rejects.toMatchObject({ code: 'not-found', data: { word: 'message' } })
    await expect(conversations.pathTo(messageId())).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('an exchange', () => {
  it('is stored once, however often it is requested', async () => {
    const { conversations, ask } = await open()
    const ids = { id: messageId(), answerId: messageId(), jobId: jobId() }
    const first = await ask('Tell me a tale', null, ids)
    await conversations.settleAnswer(ids.jobId, settled)
    const again = await ask('Tell me a tale', null, ids)
    expect(again).toEqual({ message: first.message, answer: {
      ...first.answer,
      parts: text(settled.text),
      reasoning: 'A tale.',
      state: 'whole',
      usage: settled.usage,
      finishReason: 'stop',
    } })
    expect((await firstOf(conversations.messages(first.message.conversationId))).changed).toHaveLength(2)
  })

  it('keeps the most that was read of it: a part gives way to more words, and what is complete to nothing', async () => {
    const { conversations, ask } = await open()
    const id = jobId()
    const { answer } = await ask('Tell me a tale', null, { jobId: id })
    expect(await conversations.arriving()).toEqual([id])
    const now = async () => conversations.find(answer.id)
    await conversations.settleAnswer(id, { ...settled, state: 'partial', text: '{"raw": "Once upon"}' })
    await conversations.settleAnswer(id, { ...settled, state: 'partial', text: 'Once upon' })
    expect(await now()).toMatchObject({ state: 'partial', parts: text('Once upon') })
    for (const state of ['failed', 'partial', 'whole'] as const)
      await conversations.settleAnswer(id, { ...settled, state, text: '' })
    expect(await now()).toMatchObject({ state: 'partial', parts: text('Once upon') })
    expect(await conversations.arriving()).toEqual([])
    expect(await conversations.settleAnswer(id, settled)).toBe(true)
    await conversations.settleAnswer(id, { ...settled, state: 'partial', text: 'Another tale' })
    expect(await now()).toMatchObject({ state: 'whole', parts: text(settled.text) })
    expect(await conversations.settleAnswer(jobId(), settled)).toBe(false)
  })

  it('that failed is asked again in its place; one with text gets a branch next to it', async () => {
    const { conversations, conversation, ask } = await open()
    const [first, second, third] = [jobId(), jobId(), jobId()]
    const { message, answer } = await ask('Tell me a tale', null, { jobId: first })
    await conversations.settleAnswer(first, { ...settled, state: 'failed', text: '', reasoning: '' })
    expect(await conversations.askAgain(answer.id, second)).toMatchObject({ id: answer.id, state: 'arriving', jobId: second })
    await conversations.settleAnswer(second, { ...settled, state: 'partial' })
    const branch = await conversations.askAgain(answer.id, third)
    expect(branch).toMatchObject({ parentId: message.id, state: 'arriving', jobId: third, parts: [] })
    expect(branch.id).not.toBe(answer.id)
    expect(await conversations.askAgain(answer.id, third)).toEqual(branch)
    expect(await conversations.get(conversation.id)).toMatchObject({ openMessageId: branch.id })
    expect((await conversations.after(message.id)).map(each => each.state)).toEqual(['partial', 'arriving'])
  })

  it('is sent to listeners of that conversation only', async () => {
    const { conversations, conversation, ask } = await open()
    const nowhere = conversations.create({ title: '', projectId: newId<ProjectId>(), system: '' })
    await expect(nowhere).rejects.toMatchObject({ code: 'not-found', data: { word: 'project' } })
    const other = await conversations.create({ title: 'Other', projectId: null, system: '' })
    const stop = new AbortController()
    const [here, there] = [conversation, other].map(({ id }) => conversations.messages(id, stop.signal)[Symbol.asyncIterator]())
    expect((await here!.next()).value).toMatchObject({ isWhole: true, changed: [] })
    expect((await there!.next()).value).toMatchObject({ isWhole: true, changed: [] })
    const id = jobId()
    const { message, answer } = await ask('Tell me a tale', null, { jobId: id })
    expect((await here!.next()).value).toMatchObject({
      isWhole: false,
      changed: [{ id: message.id }, { id: answer.id, state: 'arriving' }],
    })
    await conversations.settleAnswer(id, settled)
    expect((await here!.next()).value).toMatchObject({ changed: [{ id: answer.id, state: 'whole' }] })
    stop.abort()
    expect((await there!.next()).done).toBe(true)
  })
})

describe('the open path', () => {
  it('follows each new message, and the branch that is opened', async () => {
    const { conversations, conversation, ask } = await open()
    const one = await ask('one')
    const two = await ask('two', one.answer.id)
    const edited = await ask('two, edited', one.answer.id)
    const three = await ask('three', edited.answer.id)
    const openId = async () => (await conversations.get(conversation.id)).openMessageId
    expect(await openId()).toBe(three.answer.id)
    expect(await idsOf(conversations, await openId())).toEqual([
      one.message.id,
      one.answer.id,
      edited.message.id,
      edited.answer.id,
      three.message.id,
      three.answer.id,
    ])
    // Opening a message of the open path does not change the path.
    expect(await conversations.open(conversation.id, one.message.id)).toMatchObject({ openMessageId: three.answer.id })
    expect(await conversations.open(conversation.id, two.message.id)).toMatchObject({ openMessageId: two.answer.id })
    expect(await conversations.open(conversation.id, edited.message.id)).toMatchObject({ openMessageId: three.answer.id })
  })

  it('always ends in a leaf below the opened message', async () => {
    const { conversations, conversation, ask } = await open()
    await fc.assert(fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), fc.nat(), async (parents, pick) => {
      const messages = (await firstOf(conversations.messages(conversation.id))).changed
      let all = messages
      for (const parent of parents) {
        const { message, answer } = await ask('words', all.length === 0 ? null : all[parent % all.length]!.id)
        all = [...all, message, answer]
      }
      const chosen = all[pick % all.length]!
      const { openMessageId } = await conversations.open(conversation.id, chosen.id)
      expect(await idsOf(conversations, openMessageId)).toContain(chosen.id)
      expect(await conversations.after(openMessageId!)).toEqual([])
    }), { numRuns: 20 })
  })
})

describe('two pages at once', () => {
  it('begin one conversation under one id', async () => {
    const { conversations } = await open()
    const once = { id: newId<ConversationId>(), title: 'The sea', projectId: null }
    const [first, second] = await Promise.all([conversations.createOnce(once), conversations.createOnce(once)])
    expect(second).toEqual(first)
  })

  it('open a branch that has the answer which the other one asks for just then', async () => {
    const { db, clock, conversations, conversation, ask } = await open()
    const first = await ask('One?')
    const other = await ask('Other?')
    let next: Awaited<ReturnType<typeof ask>> | undefined
    const page = createConversations({ clock, db: { ...db, async transaction(work) {
      next = await ask('And then?', first.answer.id)
      return db.transaction(work)
    } } })
    await page.open(conversation.id, first.message.id)
    expect((await conversations.get(conversation.id)).openMessageId).toBe(next!.answer.id)
    expect(other.answer.id).not.toBe(next!.answer.id)
  })
})

it('an answer longer than a part may be is stored in parts that split no character', () => {
  fc.assert(fc.property(fc.nat({ max: 3 }), fc.constantFrom('', 'a', '🗼', 'a🗼'), (times, end) => {
    const long = 'x'.repeat(199_999).concat('🗼').repeat(times) + end
    const parts = partsOf(long).flatMap(part => part.type === 'text' ? part.text : [])
    expect(parts.join('')).toBe(long)
    expect(parts.every(part => part.length > 0 && part.length <= 200_000 && part.isWellFormed())).toBe(true)
  }), { numRuns: 16 })
})
