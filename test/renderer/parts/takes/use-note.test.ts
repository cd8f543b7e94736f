/** An unsaved note is kept with its take and saved after reconnecting. */
import { expect, it, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { useNote } from '../../../../src-renderer/parts/takes/use-note.ts'
import { spokenTake } from '../../../kit/library.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('is shown again with its take, and saved automatically', async () => {
  const studio = await openTestStudio()
  const { parts } = studio
  const file = async (words: string) => parts.takes.file(
    spokenTake(words),
    await parts.assets.adoptText(words, { mime: 'text/plain', extension: 'txt' }),
  )
  const [one, other] = [await file('One.'), await file('Other.')]
  const page = openPage(studio)
  const take = shallowRef(one)
  const { note, isSaved, save } = page.run(() => useNote(() => take.value))
  page.cut()
  note.value = 'the best so far'
  expect([await save(), isSaved.value]).toEqual([false, false])
  take.value = other
  await nextTick()
  expect(note.value).toBe('')
  take.value = one
  await nextTick()
  expect(note.value).toBe('the best so far')
  page.restore()
  await expect.poll(() => isSaved.value).toBe(true)
  expect([(await parts.takes.get(one.id)).note, (await parts.takes.get(other.id)).note]).toEqual(['the best so far', ''])
  // Changed in another window, with nothing unsaved here.
  take.value = { ...one, note: 'from elsewhere' }
  await nextTick()
  expect(note.value).toBe('from elsewhere')
})
