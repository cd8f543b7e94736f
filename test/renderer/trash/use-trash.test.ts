/** The trash in the page: what is found by words is what all that is chosen means, and an opened act is restored in part. */
import { expect, it, vi } from 'vitest'
import { everything, nothing, withItem } from '../../../src-renderer/rooms/trash/trash-choice.ts'
import { useTrash } from '../../../src-renderer/rooms/trash/use-trash.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { setUp } from '../../kit/set-up.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('chooses what is found, whether it was read or not', async () => {
  const studio = await openTestStudio()
  const { takes, assets } = studio.parts
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const file = async (words: string) => (await takes.file(spokenTake(words), asset)).id
  const [gull, crow, boat] = [await file('gull'), await file('crow'), await file('boat')]
  await takes.trash([gull, crow, boat])
  const isTrashed = async () => (await takes.find([gull, crow, boat])).map(take => take.trashedAt !== null)
  const page = openPage(studio)
  // Refs of a composable as a component gives them to its template.
  type Shown = { -readonly [Name in keyof ReturnType<typeof useTrash>]:
    ReturnType<typeof useTrash>[Name] extends { value: infer Value } ? Value : ReturnType<typeof useTrash>[Name] }
  const shown = setUp<Shown>(page, { setup: useTrash }, {})
  await expect.poll(() => shown.found?.count).toBe(3)
  shown.toggle(shown.found!.acts[0]!)
  await expect.poll(() => shown.found?.items.size).toBe(1)
  const [act] = shown.found!.acts
  const item = shown.found!.items.get(act!.key)!.find(each => each.id === crow)!
  shown.choice = withItem(everything, act!, item, false)
  expect(shown.chosen).toBe(2)
  await shown.restore(withItem(nothing, act!, item, true))
  expect([await isTrashed(), shown.chosen]).toEqual([[true, false, true], 0])
  await takes.trash([crow])
  shown.words = 'gull'
  await expect.poll(() => shown.found?.count).toBe(1)
  expect(shown.found?.total).toBe(3)
  shown.choice = everything
  expect(shown.chosen).toBe(1)
  await shown.restore(shown.choice)
  expect(await isTrashed()).toEqual([false, true, true])
})
