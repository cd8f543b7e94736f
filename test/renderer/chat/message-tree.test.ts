/** The open path of a conversation, its branches, and the parts of a message. */
import type { Message } from '../../../src-preload/contract/conversations.ts'
import { describe, expect, it } from 'vitest'
import { AssetId, ConversationId, MessageId } from '../../../src-preload/contract/words.ts'
import {
  endingOf,
  isAddress,
  openPath,
  partsOf,
  seenParts,
  spreadMoments,
  textOf,
  upTo,
} from '../../../src-renderer/rooms/chat/messages/message-tree.ts'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000000')
const idOf = (n: number) => MessageId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

function message(n: number, parent: number | null): Message {
  return {
    id: idOf(n),
    conversationId,
    parentId: parent === null ? null : idOf(parent),
    role: 'user',
    parts: [],
    reasoning: '',
    state: 'whole',
    modelId: null,
    jobId: null,
    usage: null,
    finishReason: null,
    createdAt: n,
  }
}

function tree(...messages: Message[]): ReadonlyMap<MessageId, Message> {
  return new Map(messages.map(one => [one.id, one]))
}

describe('the open path', () => {
  it('leads from the first message to the open end, and lists the branches of each', () => {
    const byId = tree(message(1, null), message(2, 1), message(3, 2), message(5, 1), message(4, null))
    expect(openPath(byId, idOf(3)).map(step => [step.message.createdAt, step.branches.map(branch => branch.createdAt)])).toEqual([
      [1, [1, 4]],
      [2, [2, 5]],
      [3, [3]],
    ])
    expect(openPath(byId, idOf(4)).map(step => step.message.createdAt)).toEqual([4])
  })

  it('is sent as far as the message that is answered', () => {
    const byId = tree(message(1, null), message(2, 1), message(3, 2))
    const path = openPath(byId, idOf(3))
    expect([idOf(3), idOf(1), null].map(id => upTo(id, path).length)).toEqual([3, 1, 0])
  })

  it('lists branches in the order in which main got them, whatever their ids and times', () => {
    const byId = tree(message(1, null), message(5, 1), message(2, 1))
    expect(openPath(byId, idOf(2))[1]?.branches.map(branch => branch.createdAt)).toEqual([5, 2])
  })

  it('is empty before the first message, and while its last message has not arrived', () => {
    expect(openPath(tree(), null)).toEqual([])
    expect(openPath(tree(message(1, null)), idOf(9))).toEqual([])
  })

  it('ends even if messages have each other as parents', () => {
    expect(openPath(tree(message(1, 2), message(2, 1)), idOf(1))).toHaveLength(2)
  })
})

describe('the parts of a message', () => {
  const picture = { type: 'image' as const, assetId: AssetId.parse('a'.repeat(64)) }

  it('are the text first, then the attachments; empty text is left out', () => {
    expect(partsOf('  hello ', [picture])).toEqual([{ type: 'text', text: 'hello' }, picture])
    expect(partsOf(' \n', [picture])).toEqual([picture])
    expect(partsOf('', [])).toEqual([])
  })

  it('are separated again', () => {
    const parts = [{ type: 'text' as const, text: 'a' }, picture, { type: 'text' as const, text: 'b' }]
    expect(textOf(parts)).toBe('ab')
    expect(seenParts(parts)).toEqual([picture])
  })
})

it('stills are spread evenly, and never at the very ends', () => {
  expect(spreadMoments(6, 3)).toEqual([1, 3, 5])
  expect(spreadMoments(0, 3)).toEqual([0, 0, 0])
})

it('a URL begins with http and has a host', () => {
  expect(['https://a.test/x.png', 'http://a.test'].every(isAddress)).toBe(true)
  expect(['', 'a.test/x.png', 'https://', 'javascript:alert(1)', 'https://a.test/a b'].some(isAddress)).toBe(false)
})

it('an answer that is short or empty says why', () => {
  const answer = { state: 'whole', finishReason: 'stop', parts: [{ type: 'text', text: 'Here.' }], reasoning: '' } as unknown as Message
  expect(endingOf(answer)).toBeNull()
  expect(endingOf({ ...answer, finishReason: 'content_filter' })).toBe('filtered')
  expect(endingOf({ ...answer, finishReason: 'length' })).toBe('cutByLimit')
  expect(endingOf({ ...answer, parts: [] })).toBe('textless')
  expect(endingOf({ ...answer, parts: [], reasoning: 'Hm.' })).toBe('thoughtOnly')
  expect(endingOf({ ...answer, parts: [], state: 'arriving' })).toBeNull()
})
