/** A link to a take that is gone says so, wherever it leads. */
import type { Component } from 'vue'
import type { Take } from '#contract/takes.ts'
import type { AnyFault } from '../../../../src-renderer/studio.ts'
import { expect, it, vi } from 'vitest'
import { TakeId } from '#contract/words.ts'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useViewed, viewedList } from '../../../../src-renderer/parts/takes/viewer/use-viewed.ts'
import MakeRoom from '../../../../src-renderer/rooms/make/MakeRoom.vue'
import TranscribeRoom from '../../../../src-renderer/rooms/transcribe/TranscribeRoom.vue'
import NewVoice from '../../../../src-renderer/rooms/voices/NewVoice.vue'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
// They would need the sound output of a browser.
vi.mock('../../../../src-renderer/rooms/make/live/use-live-speech.ts', () => ({ useLiveSpeech: () => ({}) }))
vi.mock('../../../../src-renderer/rooms/voices/use-clip-sound.ts', () => ({ useClipSound: () => ({ whole: { value: null } }) }))

const gone = TakeId.parse('00000000-0000-4000-8000-000000000009')

it.each([
  ['Make', MakeRoom, 'takeId'],
  ['Make, as a source', MakeRoom, 'sourceId'],
  ['Transcribe', TranscribeRoom, 'openId'],
] as const)('%s', async (_, room: Component, name) => {
  const page = openPage(await openTestStudio())
  await page.rooms.push({ name: 'make', query: { [name]: gone } })
  setUp(page, room, { projectId: null })
  const notices = page.run(() => useNotices())
  await expect.poll(() => notices.shown.map(({ fault }) => fault?.code)).toEqual(['not-found'])
})

it('a new voice', async () => {
  const page = openPage(await openTestStudio())
  const form = setUp<{ fault: AnyFault | null, isAwaitingClip: boolean }>(page, NewVoice, { models: [], takeId: gone })
  await expect.poll(() => form.fault?.code).toBe('not-found')
  expect(form.isAwaitingClip).toBe(false)
})

it('the viewer', async () => {
  const page = openPage(await openTestStudio())
  const shown = { id: TakeId.parse('00000000-0000-4000-8000-000000000001'), number: 1 } as Take
  const viewed = page.run(() => useViewed(viewedList([shown]), shown, () => {}))
  await viewed.open(gone)
  expect([viewed.take.value, page.run(() => useNotices().shown.map(({ fault }) => fault?.code))]).toEqual([shown, ['not-found']])
})
