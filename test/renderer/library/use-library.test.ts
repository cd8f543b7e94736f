/**
 * What is selected in the Library, also before main has said which takes there are.
 *
 * @module-tag wide
 */
import type { TakeId } from '#contract/words.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { useLibrary } from '../../../src-renderer/rooms/library/use-library.ts'
import { spokenTake } from '../../kit/library.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const takeCount = 400
const plain = { ctrlKey: false, metaKey: false, shiftKey: false }

/** The order of all takes is answered when the test says so, and so are takes by their numbers after `holdTakes`. */
async function open() {
  vi.stubGlobal('sessionStorage', keptByBrowser())
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const studio = await openTestStudio()
  const { parts: { library, assets }, handlers, receiveFile } = studio
  const asset = await assets.adoptText('the same for all', { mime: 'text/plain', extension: 'txt' })
  const ids = Array.from({ length: takeCount }, () => newId<TakeId>())
  await library.transaction(async (tx) => {
    await assets.insert(tx, asset)
    await tx.run(sql`
      INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at)
      SELECT value, 'import', 'text', 'gull', 'gull', ${asset.id}, 1 FROM ${sql.each(ids)}`)
  })
  let answer = (): void => {}
  const held = new Promise<void>(resolve => answer = resolve)
  let heldTakes = Promise.resolve(true)
  let answerTakes = (_areThere: boolean): void => {}
  const page = openPage({
    receiveFile,
    handlers: {
      ...handlers,
      takes: {
        ...handlers.takes,
        order: async (input, context) => {
          await held
          return handlers.takes.order(input, context)
        },
        numbered: async (input, context) => {
          if (!await heldTakes)
            throw new Error('No takes')
          return handlers.takes.numbered(input, context)
        },
      },
    },
  })
  const room = page.run(() => useLibrary())
  await expect.poll(() => room.list.isReady.value).toBe(true)
  expect(room.list.isWhole.value).toBe(false)
  return {
    ...{ room, answer, ids, studio },
    holdTakes(): void {
      heldTakes = new Promise<boolean>(resolve => answerTakes = resolve)
    },
    answerTakes: () => answerTakes(true),
    refuseTakes: () => answerTakes(false),
  }
}

/** The whole list, with all of it selected but not loaded yet. */
async function openLoading() {
  const opened = await open()
  opened.answer()
  await expect.poll(() => opened.room.list.isWhole.value).toBe(true)
  opened.holdTakes()
  const [newest = 0] = opened.room.list.order.value
  const oldest = opened.room.list.order.value.at(-1) ?? 0
  opened.room.select(newest, plain)
  opened.room.selectAll()
  return { ...opened, newest, oldest, selected: () => opened.room.selection.value.ids.size }
}

it('all are selected as soon as it is known which these are, and never only the first ones', async () => {
  const { room, answer } = await open()
  room.selectAll()
  expect(room.selection.value.ids.size).toBe(0)
  answer()
  await expect.poll(() => room.selection.value.ids.size).toBe(takeCount)
})

it('who selects something else in the meantime has that', async () => {
  const { room, answer } = await open()
  const [first = 0] = room.list.order.value
  room.selectAll()
  room.select(first, plain)
  answer()
  await expect.poll(() => room.list.isWhole.value).toBe(true)
  expect([...room.selection.value.ids]).toEqual([first])
  room.selectAll()
  room.clear()
  expect(room.selection.value.ids.size).toBe(0)
})

it('what is still being loaded is not selected in the list of another search', async () => {
  const { room, answerTakes, oldest, selected } = await openLoading()
  room.facets.value = { ...room.facets.value, text: 'kind:image' }
  await expect.poll(() => room.list.order.value.length).toBe(0)
  answerTakes()
  await expect.poll(() => room.list.get(oldest)?.number).toBe(oldest)
  expect(selected()).toBe(0)
})

it('what is added meanwhile is added to what is being loaded', async () => {
  const { room, answerTakes, oldest, selected } = await openLoading()
  room.select(oldest, { ...plain, ctrlKey: true })
  answerTakes()
  await expect.poll(selected).toBe(takeCount - 1)
  expect(room.selection.value.ids.has(oldest)).toBe(false)
})

it('what leaves the list meanwhile is not selected', async () => {
  const { room, answerTakes, ids, studio, selected } = await openLoading()
  await studio.parts.takes.trash(ids.slice(0, 3))
  await expect.poll(() => room.list.order.value.length).toBe(takeCount - 3)
  answerTakes()
  await expect.poll(selected).toBe(takeCount - 3)
})

it('where they cannot be loaded, no part of them is selected', async () => {
  const { room, refuseTakes, newest, selected } = await openLoading()
  refuseTakes()
  await expect.poll(() => room.list.fault.value).not.toBeNull()
  expect(selected()).toBe(1)
  expect(room.selection.value.ids.has(newest)).toBe(true)
})

async function openFolded() {
  vi.stubGlobal('sessionStorage', keptByBrowser())
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const file = async (words: string) =>
    (await takes.file(spokenTake(words, { madeFrom: JSON.stringify([words, '', 'say', {}]) }), asset)).number
  const [one, two, crow, three, owl] = [await file('gull'), await file('gull'), await file('crow'), await file('gull'), await file('owl')]
  const page = openPage({ ...studio })
  const room = page.run(() => useLibrary())
  room.isFolded.value = true
  await expect.poll(() => room.folding.shown.value).toEqual([owl, three, crow])
  const selected = () => [...room.selection.value.ids].toSorted((a, b) => a - b)
  return { takes, room, selected, ...{ one, two, crow, three, owl } }
}

it('a closed stack is selected with all of its takes, also within a stretch and among all, and its best is shown', async () => {
  const { room, selected, ...gull } = await openFolded()
  room.select(gull.three, plain)
  await expect.poll(selected).toEqual([gull.one, gull.two, gull.three])
  expect([room.shown.value?.number, room.stackCount.value, room.chosen.value.length]).toEqual([gull.three, 1, 3])
  expect(room.neighbour(1)).toBe(gull.crow)
  room.select(gull.crow, { ...plain, shiftKey: true })
  await expect.poll(selected).toEqual([gull.one, gull.two, gull.crow, gull.three])
  expect([room.shown.value, room.stackCount.value]).toEqual([undefined, 1])
  room.select(gull.three, { ...plain, ctrlKey: true })
  await expect.poll(selected).toEqual([gull.crow])
  room.selectAll()
  await expect.poll(() => selected().length).toBe(5)
})

it('an open stack is walked take by take, and closed again is selected as a whole', async () => {
  const { takes, room, selected, ...gull } = await openFolded()
  room.select(gull.three, plain)
  room.toggleStack(gull.three)
  await expect.poll(selected).toEqual([gull.three])
  expect(room.folding.shown.value).toEqual([gull.owl, gull.three, gull.two, gull.one, gull.crow])
  expect(room.neighbour(1)).toBe(gull.two)
  room.select(gull.two, plain)
  await expect.poll(() => room.shown.value?.number).toBe(gull.two)
  await takes.star(room.chosen.value.map(take => take.id), true)
  await expect.poll(() => room.list.stacks.value[0]?.[0]).toBe(gull.two)
  expect(room.folding.shown.value, 'nothing moves while it is open').toEqual([gull.owl, gull.three, gull.two, gull.one, gull.crow])
  room.toggleStack(gull.two)
  expect(room.folding.shown.value).toEqual([gull.owl, gull.crow, gull.two])
  await expect.poll(selected).toEqual([gull.one, gull.two, gull.three])
  expect(room.stack.value?.head).toBe(gull.two)
  room.isFolded.value = false
  await expect.poll(() => room.folding.shown.value.length).toBe(5)
  expect(selected(), 'what is selected stays').toEqual([gull.one, gull.two, gull.three])
})
