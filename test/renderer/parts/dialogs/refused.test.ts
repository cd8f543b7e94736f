/** A dialog whose act is refused stays open with what was typed; one about very many takes closes when the first part is done. */
import type { Component } from 'vue'
import type { TakeId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { newId } from '../../../../src-main/base/ids.ts'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import AddToProject from '../../../../src-renderer/parts/bin/AddToProject.vue'
import AddToCollection from '../../../../src-renderer/parts/collections/AddToCollection.vue'
import SaveVeryMany from '../../../../src-renderer/parts/saving/SaveVeryMany.vue'
import TagTakes from '../../../../src-renderer/parts/takes/TagTakes.vue'
import { useTakeWork } from '../../../../src-renderer/parts/takes/take-work.ts'
import DuplicateAs from '../../../../src-renderer/rooms/timeline/reframe/DuplicateAs.vue'
import NewSequence from '../../../../src-renderer/rooms/timeline/top/NewSequence.vue'
import SequencePicker from '../../../../src-renderer/rooms/timeline/top/SequencePicker.vue'
import { shapes, useSequences } from '../../../../src-renderer/rooms/timeline/use-sequences.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

function refused(): never {
  throw new Fault('library-read-only', { trouble: 'damaged' })
}

/** Writing takes waits for `gate` before each part; while `isRefused`, nothing is written. */
async function open() {
  const { handlers, parts, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Film')
  const state = { isRefused: true, parts: 0, second: Promise.withResolvers<void>() }
  async function written(takeIds: readonly TakeId[]) {
    if (state.isRefused)
      refused()
    state.parts += 1
    if (state.parts === 2)
      await state.second.promise
    return { takeIds: [...takeIds] }
  }
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    takes: {
      ...handlers.takes,
      ids: async ({ numbers }) => ({ takeIds: numbers.map(() => newId<TakeId>()) }),
      tag: async ({ takeIds }) => written(takeIds),
      addToProject: async ({ takeIds }) => written(takeIds),
    },
    collections: {
      ...handlers.collections,
      async create({ name, step, takeIds }, ...more) {
        const answer = await written(takeIds)
        // The takes of this test exist nowhere.
        return { ...await handlers.collections.create({ name, step, takeIds: [] }, ...more), ...answer }
      },
    },
    saving: { ...handlers.saving, manyToFolder: async () => state.isRefused ? refused() : { saved: null } },
    sequences: {
      ...handlers.sequences,
      create: async (...asked) => state.isRefused ? refused() : handlers.sequences.create(...asked),
      duplicate: async (...asked) => state.isRefused ? refused() : handlers.sequences.duplicate(...asked),
    },
  } })
  const onClose = vi.fn()
  const { notices, work } = page.run(() => ({ notices: useNotices(), work: useTakeWork() }))
  return {
    ...{ page, projectId, state, handlers },
    closed: () => onClose.mock.calls.length,
    said: () => notices.shown.length,
    async end(): Promise<void> {
      state.second.resolve()
      await expect.poll(() => work.now).toBeNull()
    },
    setUp: <State>(component: Component, props: Record<string, unknown>) => setUp<State>(page, component, { ...props, onClose }),
  }
}

const numbers = Array.from({ length: 2500 }, (_, at) => at + 1)

it('tags of very many takes', async () => {
  const room = await open()
  const dialog = room.setUp<{ tags: readonly string[], submit: () => Promise<void> }>(TagTakes, { takes: { numbers } })
  dialog.tags = ['night']
  await dialog.submit()
  expect([room.closed(), room.said(), dialog.tags]).toEqual([0, 1, ['night']])
  room.state.isRefused = false
  await dialog.submit()
  expect(room.closed(), 'while the second part is on its way').toBe(1)
  await room.end()
})

it('very many takes for a project', async () => {
  const room = await open()
  const dialog = room.setUp<{ choose: (id: string) => Promise<void> }>(AddToProject, { takes: { numbers } })
  await dialog.choose(room.projectId)
  expect([room.closed(), room.said()]).toEqual([0, 1])
  room.state.isRefused = false
  await dialog.choose(room.projectId)
  expect(room.closed()).toBe(1)
  await room.end()
})

it('very many takes for a collection: what fails after the first part is told by a notice', async () => {
  const room = await open()
  const { add } = room.setUp<{ add: (name: string) => Promise<unknown> }>(AddToCollection, { takes: { numbers } })
  expect(await add('Nights')).toMatchObject({ code: 'library-read-only' })
  expect(room.said(), 'the dialog says it').toBe(0)
  room.state.isRefused = false
  expect(await add('Nights'), 'while the second part is on its way').toBeNull()
  await expect.poll(() => room.state.parts).toBe(2)
  room.state.second.reject(new Fault('library-read-only', { trouble: 'damaged' }))
  await expect.poll(room.said).toBe(1)
  await room.end()
})

it('very many files for a folder', async () => {
  const room = await open()
  const dialog = room.setUp<{ save: () => Promise<void>, isBusy: boolean }>(SaveVeryMany, { numbers })
  await dialog.save()
  expect([room.closed(), room.said(), dialog.isBusy]).toEqual([0, 1, false])
  room.state.isRefused = false
  await dialog.save()
  expect(room.closed(), 'no folder was chosen').toBe(0)
})

it('a new sequence, and a duplicate in another shape', async () => {
  const room = await open()
  const sequences = room.page.run(() => useSequences(room.projectId))
  await expect.poll(() => sequences.isReady.value).toBe(true)
  const picker = room.setUp<{ make: unknown, duplicateInto: (into: unknown, pictures: string) => Promise<boolean>, into: unknown }>(
    SequencePicker,
    { sequences, projectId: room.projectId },
  )
  const format = { width: 640, height: 360, rate: { numerator: 30, denominator: 1 } }
  const fresh = room.setUp<{ name: string, submit: () => Promise<void> }>(NewSequence, { name: 'Film', format, create: picker.make })
  fresh.name = 'Trailer'
  await fresh.submit()
  expect([room.closed(), room.said(), fresh.name]).toEqual([0, 1, 'Trailer'])
  room.state.isRefused = false
  await fresh.submit()
  expect(room.closed()).toBe(1)
  await expect.poll(() => sequences.current.value?.name).toBe('Trailer')

  room.state.isRefused = true
  const into = { of: sequences.current.value, shape: shapes[1] }
  const other = room.setUp<{ submit: () => Promise<void> }>(DuplicateAs, {
    ...{ shape: shapes[1], from: format },
    duplicate: (pictures: string) => picker.duplicateInto(into, pictures),
  })
  await other.submit()
  expect([room.closed(), room.said()]).toEqual([1, 2])
  room.state.isRefused = false
  await other.submit()
  expect(room.closed()).toBe(2)
})
