/** A question for picture prompts that is refused late: nothing of it stays, unless it may have been queued. */
import type { JobId, LineId, RequestId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createSuggestions } from '../../../src-main/make/suggest-pictures.ts'

function open({ queued = [], error }: { queued?: JobId[], error: Error }) {
  const former = { requestId: newId(), conversationId: newId(), lines: [] }
  const state = { suggestion: former as unknown, conversations: new Set<string>() }
  const lineId = newId<LineId>()
  const suggestions = createSuggestions({ check: async () => ({}) } as never, { send: () => Promise.reject(error) }, {
    models: () => [],
    script: { lines: async () => [{ id: lineId, speaker: '', text: 'One', role: 'speech', position: 0 }] },
    storyboard: {
      look: async () => ({ suggestion: state.suggestion, style: '' }),
      setLook: async (_: unknown, { suggestion }: { suggestion: unknown }) => void (state.suggestion = suggestion),
    },
    conversations: {
      find: async () => undefined,
      after: async () => [],
      create: async () => {
        const id = newId()
        state.conversations.add(id)
        return { id }
      },
      trash: async () => {},
      purge: async (id: string) => void state.conversations.delete(id),
    },
    ledger: { madeBy: async () => queued },
  } as never)
  const asked = { requestId: newId<RequestId>(), accountId: newId(), modelId: 'chat', projectId: newId(), lineIds: [lineId] }
  const ask = () => suggestions.suggestPictures(asked as never)
  return { ask, state, former }
}

it('shows the earlier proposals again, without an empty conversation', async () => {
  const { ask, state, former } = open({ error: new Fault('library-read-only', {} as never) })
  await expect(ask()).rejects.toMatchObject({ code: 'library-read-only' })
  expect(state).toEqual({ suggestion: former, conversations: new Set() })
})

it.each([
  ['was queued', { queued: [newId<JobId>()], error: new Fault('library-read-only', {} as never) }],
  ['broke off without a word', { error: new Error('The disk is gone') }],
])('that %s stays, so that its answer is found again', async (_, how) => {
  const { ask, state } = open(how)
  await expect(ask()).rejects.toThrow(how.error.message)
  expect(state.conversations.size).toBe(1)
  expect(state.suggestion).toMatchObject({ conversationId: [...state.conversations][0] })
})
