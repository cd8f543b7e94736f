/** A collection that is listed by hand over a real studio: when that order is offered, and what moves make of it. */
import type { TakeId } from '#contract/words.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { byHand, newestFirst } from '#contract/take-order.ts'
import { useAnnouncer } from '../../../src-renderer/actions/announce.ts'
import { useUndo } from '../../../src-renderer/actions/undo.ts'
import { useArranging } from '../../../src-renderer/rooms/library/use-arranging.ts'
import { useLibrary } from '../../../src-renderer/rooms/library/use-library.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { spokenTake } from '../../kit/library.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const plain = { ctrlKey: false, metaKey: false, shiftKey: false }
const adding = { ...plain, ctrlKey: true }

async function open() {
  vi.stubGlobal('sessionStorage', keptByBrowser())
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { parts: { takes, assets, collections }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const made = new Map<string, { id: TakeId, number: number }>()
  for (const letter of 'abcd')
    made.set(letter, await takes.file(spokenTake(letter), asset))
  await collections.create('Trailer', [...made.values()].map(({ id }) => id))
  await collections.create('Deep sea', [])
  await collections.create('Other', [...made.values()].map(({ id }) => id))
  const moved = vi.fn(async () => {})
  const page = openPage({ ...studio, handlers: { ...studio.handlers, collections: {
    ...studio.handlers.collections,
    async move(input, context) {
      const answer = await studio.handlers.collections.move(input, context)
      await moved()
      return answer
    },
  } } })
  const room = page.run(() => useLibrary())
  room.list.want(0, 100)
  const revealed: (number | null)[] = []
  const arranging = page.run(() => useArranging({
    ...{ collection: () => room.collection.value, sort: () => room.sort.value, inTrash: () => room.facets.value.inTrash },
    ...{ order: () => room.list.order.value, shown: () => room.folding.shown.value, isFollower: () => false },
    ...{ load: room.list.load, refresh: room.list.refresh, selected: () => room.selection.value.ids },
    reveal: () => revealed.push(room.selection.value.at),
  }))
  const numberOf = (letter: string): number => made.get(letter)?.number ?? -1
  const shown = () => room.list.order.value.map(number => [...made].find(([, take]) => take.number === number)?.[0]).join('')
  const search = (text: string) => room.facets.value = { ...room.facets.value, text }
  const select = async (letters: string) => {
    for (const [at, letter] of [...letters].entries())
      room.select(numberOf(letter), at === 0 ? plain : adding)
    await expect.poll(() => room.selection.value.ids.size).toBe(letters.length)
  }
  search('collection:trailer')
  room.sort.value = byHand
  await expect.poll(shown).toBe('abcd')
  await expect.poll(() => arranging.isByHand.value).toBe(true)
  return { page, room, arranging, revealed, numberOf, shown, search, select, moved }
}

it('is offered while exactly one collection is searched, and comes back with it', async () => {
  const { room, arranging, shown, search } = await open()
  for (const text of ['', 'a', 'collection:none', 'collection:trailer collection:sea', '-collection:trailer']) {
    search(text)
    await expect.poll(() => room.sort.value, { message: text }).toEqual(newestFirst)
    expect([room.searched.value.isCollection, arranging.isByHand.value], text).toEqual([false, false])
  }
  search('collection:"Trailer"')
  await expect.poll(() => room.sort.value).toEqual(byHand)
  await expect.poll(shown).toBe('abcd')
  room.facets.value = { ...room.facets.value, inTrash: true }
  expect(arranging.isByHand.value, 'nothing is moved in the trash').toBe(false)
})

it('moves what is selected, all presses of a moment together, and says where it is', async () => {
  const { page, arranging, revealed, numberOf, shown, select } = await open()
  await select('a')
  await Promise.all([arranging.moveBy(1), arranging.moveBy(1), arranging.moveBy(1)])
  expect([shown(), revealed.at(-1)]).toEqual(['bcda', numberOf('a')])
  expect(page.run(() => useAnnouncer().said?.text(en))).toBe('Now 4 of 4')
  await arranging.moveBy(1)
  expect(shown(), 'at the end').toBe('bcda')
  await select('ba')
  await arranging.moveBy(-1)
  expect(shown(), 'several come together').toBe('bacd')
  await arranging.moveBy(Infinity)
  expect(shown()).toBe('cdba')
  await arranging.moveTo(new Set([numberOf('a')]), 0)
  expect(shown(), 'dragged, whatever is selected').toBe('acdb')
})

it('a key that is held down is one step of undo, and a press after it another', async () => {
  const { page, arranging, shown, select } = await open()
  const undo = page.run(() => useUndo())
  await select('a')
  await arranging.moveBy(1)
  await arranging.moveBy(1, true)
  await arranging.moveBy(1, true)
  await arranging.moveBy(-1)
  expect(shown()).toBe('bcad')
  await undo.undo()
  await expect.poll(shown).toBe('bcda')
  await undo.undo()
  await expect.poll(shown, { message: 'all of it' }).toBe('abcd')
  expect(undo.next).toBeNull()
})

it('no press is lost or done twice: beyond the end, in the other direction, or of what was selected before', async () => {
  const { arranging, numberOf, room, shown, select } = await open()
  await select('a')
  const held = [arranging.moveBy(1), ...Array.from({ length: 9 }, () => arranging.moveBy(1, true)), arranging.moveBy(-1)]
  await Promise.all(held)
  expect(shown(), 'to the end, and one back').toBe('bcad')
  const late = [arranging.moveBy(-1), arranging.moveBy(-1, true)]
  room.select(numberOf('d'), plain)
  await Promise.all(late)
  expect(shown(), 'what was selected when it was pressed').toBe('abcd')
})

it('presses that wait move nothing in another collection', async () => {
  const { arranging, moved, room, shown, search, select } = await open()
  const answered = Promise.withResolvers<void>()
  moved.mockReturnValue(answered.promise)
  await select('a')
  const pressed = [arranging.moveBy(1)]
  await expect.poll(() => moved.mock.calls.length).toBe(1)
  pressed.push(arranging.moveBy(1, true))
  search('collection:other')
  await expect.poll(() => room.collection.value?.name).toBe('Other')
  await expect.poll(shown).toBe('abcd')
  answered.resolve()
  await Promise.all(pressed)
  await room.list.refresh()
  expect([moved.mock.calls.length, shown()]).toEqual([1, 'abcd'])
})
