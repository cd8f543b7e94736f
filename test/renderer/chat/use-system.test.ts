/** An unsaved system prompt stays, and no paid question is sent with an older one. */
import type { ConversationId } from '../../../src-preload/contract/words.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useSystem } from '../../../src-renderer/rooms/chat/composer/use-system.ts'
import { useConversation } from '../../../src-renderer/rooms/chat/use-conversation.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useConversations } from '../../../src-renderer/stores/conversations.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openRoom() {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  await connect(studio, practice)
  let refuses = false
  const page = openPage({ ...studio, handlers: {
    ...studio.handlers,
    conversations: {
      ...studio.handlers.conversations,
      instruct: (input, context) => refuses
        ? Promise.reject(new Error('The disk is full'))
        : studio.handlers.conversations.instruct(input, context),
    },
  } })
  const made = await studio.parts.conversations.create({ title: 'A', projectId: null, system: 'Be brief.' })
  const openId = shallowRef<ConversationId | null>(made.id)
  const [conversations, accounts, models] = [useConversations(), useAccounts(), useModels()]
  await expect.poll(() => [conversations.isReady, accounts.isReady, models.isReady]).toEqual([true, true, true])
  const open = () => page.run(() => {
    const system = useSystem({ projectId: () => null, conversation: () => conversations.get(openId.value) ?? null })
    const chat = useConversation({ projectId: () => null, conversationId: () => openId.value, opened: async () => {}, saved: system.save })
    return { chat, system }
  })
  const first = open()
  // A question waits for the messages before it.
  await expect.poll(() => first.chat.isReady.value).toBe(true)
  return {
    ...first,
    open,
    page,
    openId,
    practice,
    refuse: (isRefusing: boolean) => {
      refuses = isRefusing
    },
    renameElsewhere: () => studio.parts.conversations.rename(made.id, 'B'),
    inStudio: async () => (await studio.parts.conversations.get(made.id)).system,
    said: () => useNotices().shown.map(notice => notice.text(en)).filter(words => words !== ''),
  }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})

it('no question is sent while it cannot be saved; then it is sent with the new prompt', async () => {
  const { chat, system, practice } = room
  room.refuse(true)
  system.write('Be kind.')
  expect(await chat.say([{ type: 'text', text: 'Hello' }])).toBe(false)
  expect([system.system.value, room.said(), practice.ledger()]).toEqual(['Be kind.', [en.chat.systemNotSaved], []])
  room.refuse(false)
  expect(await chat.say([{ type: 'text', text: 'Hello' }])).toBe(true)
  await expect.poll(() => JSON.stringify(practice.ledger())).toContain('Be kind.')
})

it('updates of the conversation do not replace it, and it is still there after opening another conversation', async () => {
  const { chat, system, openId } = room
  const id = openId.value
  room.refuse(true)
  system.write('Be kind.')
  expect(await system.save()).toBe(false)
  await room.renameElsewhere()
  await expect.poll(() => chat.conversation.value?.title).toBe('B')
  expect(system.system.value).toBe('Be kind.')
  openId.value = null
  await expect.poll(() => system.system.value).toBe('')
  openId.value = id
  await expect.poll(() => system.system.value).toBe('Be kind.')
})

it('is saved after reconnecting, when the room was left while disconnected', async () => {
  room.page.cut()
  room.system.write('Be kind.')
  room.page.leave()
  room.page.restore()
  await expect.poll(() => room.inStudio()).toBe('Be kind.')
})
