/** Of two takes that are opened at once, the last one is shown, however late the other one is read. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { computed } from 'vue'
import { useViewed, viewedList } from '../../../src-renderer/parts/takes/viewer/use-viewed.ts'
import { useSource } from '../../../src-renderer/rooms/timeline/source/use-source.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { documentOf, pictureTrack } from '../../kit/sequence.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** Reading the first of two takes waits for `read`. */
async function open() {
  const { parts, handlers, ...studio } = await openTestStudio()
  async function file(words: string): Promise<Take> {
    const asset = await parts.assets.adoptText(words, { mime: 'audio/wav', extension: 'wav' })
    return parts.takes.file(spokenTake(words), { ...asset, durationSeconds: 2 })
  }
  const [slow, quick] = [await file('slow'), await file('quick')]
  const isRead = Promise.withResolvers<void>()
  const page = openPage({ ...studio, handlers: { ...handlers, takes: {
    ...handlers.takes,
    async get(asked, context) {
      if (asked.takeId === slow.id)
        await isRead.promise
      return handlers.takes.get(asked, context)
    },
  } } })
  async function both(openOne: (takeId: TakeId) => Promise<void>): Promise<void> {
    const first = openOne(slow.id)
    await openOne(quick.id)
    isRead.resolve()
    await first
  }
  return { page, both, quick, slow }
}

it('in the source viewer', async () => {
  const { page, both, quick } = await open()
  const source = page.run(() => useSource(computed(() => documentOf(pictureTrack(10, []))), () => 0))
  await both(source.open)
  expect(source.take.value?.id).toBe(quick.id)
})

it('in the viewer of a list', async () => {
  const { page, both, quick, slow } = await open()
  const viewed = page.run(() => useViewed(viewedList([{ ...slow, number: 99 }]), { ...slow, number: 99 }, () => {}))
  await both(viewed.open)
  expect(viewed.take.value.id).toBe(quick.id)
})
