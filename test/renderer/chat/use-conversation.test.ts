/**
 * Drafts belong to their conversation: text typed while a message is sent, and images that arrive late.
 *
 * @module-tag wide
 */
import type { ConversationId } from '../../../src-preload/contract/words.ts'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { noRates } from '#rules/spend/estimate.ts'
import { useQuestion } from '../../../src-renderer/actions/question.ts'
import { useChatDrafts } from '../../../src-renderer/rooms/chat/composer/drafts.ts'
import { useShownParts } from '../../../src-renderer/rooms/chat/composer/use-shown-parts.ts'
import { partsOf } from '../../../src-renderer/rooms/chat/messages/message-tree.ts'
import { useConversation } from '../../../src-renderer/rooms/chat/use-conversation.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useConversations } from '../../../src-renderer/stores/conversations.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { useSpend } from '../../../src-renderer/stores/spend.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { call } from '../../kit/paid-inputs.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openRoom() {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  const accountId = await connect(studio, practice)
  const acts: (() => unknown)[] = []
  let losing = 0
  let creating: Promise<unknown> = Promise.resolve()
  let saving: Promise<boolean> = Promise.resolve(true)
  const page = openPage({ ...studio, handlers: {
    ...studio.handlers,
    conversations: {
      ...studio.handlers.conversations,
      async create(input, context) {
        const answer = await studio.handlers.conversations.create(input, context)
        await creating
        return answer
      },
      async send(input, context) {
        const answer = await studio.handlers.conversations.send(input, context)
        acts.forEach(act => act())
        losing -= 1
        if (losing >= 0)
          throw new Error('The answer was lost')
        return answer
      },
    },
  } })
  const openId = shallowRef<ConversationId | null>(null)
  const [conversations, accounts, models, drafts] = [useConversations(), useAccounts(), useModels(), useChatDrafts()]
  await expect.poll(() => [conversations.isReady, accounts.isReady, models.isReady]).toEqual([true, true, true])
  const opened = async (id: ConversationId) => {
    acts.splice(0).forEach(act => act())
    openId.value = id
  }
  const chat = page.run(() => useConversation({
    projectId: () => null,
    conversationId: () => openId.value,
    opened,
    saved: () => saving,
  }))
  const shown = page.run(() => useShownParts(() => ({ conversationId: openId.value, projectId: null })))
  return {
    ...{ page, studio, practice, accountId },
    openId,
    saveAfter: (held: Promise<boolean>) => void (saving = held),
    createAfter: (held: Promise<unknown>) => void (creating = held),
    async messagesIn(id: ConversationId): Promise<string[]> {
      const words: string[] = []
      for await (const { changed, isWhole } of studio.parts.conversations.messages(id)) {
        words.push(...changed.flatMap(({ parts }) => parts.flatMap(part => part.type === 'text' ? part.text : [])))
        if (isWhole)
          break
      }
      return words
    },
    shown,
    create: async (title: string) => (await studio.parts.conversations.create({ title, projectId: null, system: '' })).id,
    type: (text: string) => drafts.put(openId.value, null, { text, seen: [] }),
    draftIn: (id = openId.value) => drafts.draftOf(id, null),
    chat,
    loseNext: () => void (losing = 1),
    asked: () => practice.ledger().filter(work => work.kind === 'chat').length,
    /** Runs this while the question is being sent; for the first question, while the conversation is being created. */
    meanwhile: (act: () => unknown) => acts.push(act),
    // A question waits for the messages before it.
    async send(): Promise<boolean> {
      await expect.poll(() => chat.isReady.value).toBe(true)
      return chat.say(partsOf(drafts.draftOf(openId.value, null).text, []))
    },
  }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})

it('a message that was sent leaves the composer', async () => {
  room.type('Hello')
  expect(await room.send()).toBe(true)
  expect([room.draftIn(), room.draftIn(null)]).toEqual([{ text: '', seen: [] }, { text: '', seen: [] }])
})

it('text typed while a message is sent stays, also while its conversation is still being created', async () => {
  room.type('Hello')
  room.meanwhile(() => room.type('Hello, and one more'))
  expect(await room.send()).toBe(true)
  expect([room.draftIn().text, room.draftIn(null).text]).toEqual(['Hello, and one more', ''])
  room.openId.value = await room.create('Another')
  await expect.poll(() => useConversations().get(room.openId.value)).toBeDefined()
  room.type('Good morning')
  room.meanwhile(() => room.type('Good evening'))
  expect(await room.send()).toBe(true)
  expect(room.draftIn().text).toBe('Good evening')
})

it('an image arrives in the conversation that it was added to', async () => {
  const media = await openMediaKit()
  const bytes = await readFile(await media.picture('harbour.png'))
  const [one, other] = [await room.create('One'), await room.create('Other')]
  room.openId.value = one
  room.type('Look at this')
  const coming = room.shown.bringFiles([new File([new Uint8Array(bytes)], 'harbour.png', { type: 'image/png' })])
  expect(room.shown.incoming.value).toBe('harbour.png')
  room.openId.value = other
  expect(room.shown.incoming.value).toBeNull()
  await coming
  expect(room.draftIn(one)).toMatchObject({ text: 'Look at this', seen: [{ type: 'image' }] })
  expect(room.draftIn(other).seen).toEqual([])
  await media.close()
})

it('a question whose answer was lost is not asked again by the next press, which empties the composer', async () => {
  room.type('Hello')
  room.loseNext()
  expect(await room.send()).toBe(false)
  expect(room.draftIn().text).toBe('Hello')
  await expect.poll(() => room.chat.path.value.length).toBe(2)
  await expect.poll(() => room.chat.arriving.value).toBe(null)
  expect(await room.send()).toBe(true)
  expect([room.draftIn().text, room.asked(), room.chat.path.value.length]).toEqual(['', 1, 2])
})

it('a question pressed before the conversation has loaded waits for it, and twice is once', async () => {
  room.openId.value = await room.create('One')
  room.type('Hello')
  expect([room.chat.isReady.value, room.chat.mayAsk.value]).toEqual([false, true])
  const say = () => room.chat.say(partsOf('Hello', []))
  expect(await Promise.all([say(), say()])).toEqual([true, true])
  await expect.poll(() => room.chat.arriving.value === null && room.chat.path.value.length).toBe(2)
  expect(room.asked()).toBe(1)
})

it('a question is asked in the conversation where it was pressed, whichever is open once the system prompt is saved', async () => {
  const [one, other] = [await room.create('One'), await room.create('Other')]
  room.openId.value = one
  room.type('Hello, One')
  const system = Promise.withResolvers<boolean>()
  room.saveAfter(system.promise)
  const said = room.send()
  await expect.poll(() => room.chat.isAsking.value).toBe(true)
  room.openId.value = other
  room.type('Not sent yet')
  await expect.poll(() => room.chat.isReady.value).toBe(true)
  system.resolve(true)
  expect(await said).toBe(true)
  expect([await room.messagesIn(one), await room.messagesIn(other)]).toEqual([expect.arrayContaining(['Hello, One']), []])
  expect([room.draftIn(one).text, room.draftIn(other).text]).toEqual(['', 'Not sent yet'])
})

it('a new conversation does not bring back a person who has gone to another room, and is open when they return', async () => {
  const made = Promise.withResolvers<void>()
  room.createAfter(made.promise)
  room.type('Hello')
  const said = room.send()
  await expect.poll(() => useConversations().all.length).toBe(1)
  await room.page.rooms.push('/queue')
  made.resolve()
  expect(await said).toBe(true)
  const [begun] = useConversations().all
  expect([room.openId.value, useChatDrafts().lastOpen(null)]).toEqual([null, begun?.id])
  expect(await room.messagesIn(begun!.id)).toContain('Hello')
})

it('a question pressed while the conversation loads holds up no other when the room is left', async () => {
  room.openId.value = await room.create('One')
  const said = room.chat.say(partsOf('Hello', []))
  room.page.leave()
  expect(await said).toBe(false)
  expect(room.chat.isAsking.value).toBe(false)
})

it('a retry is asked with the price of what is sent again, whatever model is chosen since', async () => {
  const { chat, studio, practice, accountId, page } = room
  const { choices, choose, model } = chat.request
  const [first, other] = [choices.value[0]!.id, choices.value[1]!.id]
  choose(first)
  practice.faults.set({ do: 'refuse', status: 400, times: 1, when: { kind: 'chat' } })
  room.type('Hello')
  expect(await room.send()).toBe(true)
  await expect.poll(() => chat.path.value.at(-1)?.message.state).toBe('failed')
  for (const [modelId, request] of [[first, 3_000_000], [other, 7_000_000]] as const)
    await studio.handlers.spend.setPrice({ accountId, modelId, rates: { ...noRates, request } }, call)
  await studio.handlers.spend.setBudget({ period: 'day', projectId: null, currency: 'USD', softMicros: 1_000_000, hardMicros: null }, call)
  const [spend, question] = [page.run(useSpend), page.run(useQuestion)]
  await expect.poll(() => spend.budgets.length).toBe(1)
  choose(other)
  expect(model.value?.id).toBe(other)
  const asked = room.asked()
  const retried = chat.retry(chat.path.value.at(-1)!.message)
  await expect.poll(() => question.now).not.toBe(null)
  const said = String(question.now?.question.body(textsOf.en))
  expect([said.includes('$3.00'), said.includes('$7.00')]).toEqual([true, false])
  question.now?.answer(null)
  await retried
  expect(room.asked()).toBe(asked)
})
