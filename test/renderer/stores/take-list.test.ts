/** A list of takes in pages: what changes on a page that is not loaded yet changes nothing, and a new take takes nothing away. */
import { expect, it, vi } from 'vitest'
import { useTakeList } from '../../../src-renderer/stores/take-list.ts'
import { everyTake } from '../../../src-renderer/stores/take-query.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open(text = '') {
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const file = async (words: string) => (await takes.file(spokenTake(words), asset)).id
  const [one, two] = [await file('one'), await file('two')]
  const others = [await file('three'), await file('four'), await file('five')]
  const page = openPage({ ...studio })
  const list = page.run(() => useTakeList(() => ({ ...everyTake, text }), { pageSize: 2 }))
  await expect.poll(() => list.takes.value.length).toBe(2)
  await list.more()
  expect(list.takes.value.map(take => take.id)).toEqual([...others.toReversed(), two])
  return { takes, list, file, one, two }
}

for (const text of ['', 'after:2000']) {
  it(`a take that is not loaded yet is changed and the list is as it was: “${text}”`, async () => {
    const { takes, list, one, two } = await open(text)
    const before = list.takes.value.map(take => take.id)
    await takes.star([one], true)
    await takes.star([two], true)
    await expect.poll(() => list.takes.value.at(-1)?.isStarred ?? 'is gone').toBe(true)
    expect(list.isLoading.value).toBe(false)
    expect(list.takes.value.map(take => take.id)).toEqual(before)
    await list.more()
    expect(list.takes.value.map(take => take.id)).toEqual([...before, one])
  })
}

it('a new take is shown above those that are there, and as many are shown as before', async () => {
  const { list, file } = await open()
  const before = list.takes.value.map(take => take.id)
  const six = await file('six')
  await expect.poll(() => list.takes.value[0]?.id).toBe(six)
  expect(list.takes.value.map(take => take.id)).toEqual([six, ...before.slice(0, -1)])
})
