/** Acts on thousands of takes: in parts, with progress, as one step of undo, until they are cancelled or fail. */
import type { TakeId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { newId } from '../../../../src-main/base/ids.ts'
import { sql } from '../../../../src-main/storage/sql.ts'
import { useUndo } from '../../../../src-renderer/actions/undo.ts'
import { useTakeWork } from '../../../../src-renderer/parts/takes/take-work.ts'
import { useTakeActs } from '../../../../src-renderer/parts/takes/use-take-acts.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { call } from '../../../kit/paid-inputs.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

const takeCount = 2500
const ofStudio = { is: 'project' as const, projectId: null }

/** `onPart` is called before each call that stars. */
async function open(onPart: (part: number) => void = () => {}) {
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
  const sizes: number[] = []
  const page = openPage({
    receiveFile,
    handlers: {
      ...handlers,
      takes: {
        ...handlers.takes,
        star: (input, context) => {
          onPart(sizes.push(input.takeIds.length))
          return handlers.takes.star(input, context)
        },
      },
    },
  })
  const { acts, work } = page.run(() => ({ acts: useTakeActs(), work: useTakeWork() }))
  const numbers = Array.from({ length: takeCount }, (_, at) => takeCount - at)
  return {
    ...{ acts, work, sizes, numbers, page },
    starred: async () => (await handlers.takes.weigh({ runs: `1-${takeCount}` }, call)).starred,
    async undo() {
      const { undo } = await handlers.journal.next({ of: ofStudio }, call)
      return undo && handlers.journal.undo({ of: ofStudio, stepId: undo.id }, call)
    },
  }
}

it('changes all takes of some numbers in parts, tells how many are done, and is undone as one', async () => {
  const seen: unknown[] = []
  const room = await open(() => seen.push(room.work.now))
  await room.acts.star({ numbers: room.numbers }, true)
  expect(room.sizes).toEqual([1000, 1000, 500])
  expect(seen).toEqual([0, 1000, 2000].map(done => ({ done, of: takeCount })))
  expect(room.work.now).toBeNull()
  expect(await room.starred()).toBe(takeCount)
  await room.undo()
  expect(await room.starred()).toBe(0)
  expect(await room.undo()).toBeNull()
})

it('what was done before *Cancel* stays, as a step that is undone', async () => {
  const room = await open(part => part === 2 && room.work.cancel())
  await room.acts.star({ numbers: room.numbers }, true)
  expect(room.sizes).toEqual([1000, 1000])
  expect(await room.starred()).toBe(2000)
  expect(room.work.now).toBeNull()
  await room.acts.star({ numbers: room.numbers.slice(0, 5) }, false)
  expect(await room.starred(), 'the next act is not cancelled').toBe(1995)
  await room.undo()
  await room.undo()
  expect(await room.starred()).toBe(0)
})

it('undo ends an act that is not over, and takes back all that it has done', async () => {
  let undone: Promise<void> | null = null
  const room = await open((part) => {
    if (part === 2)
      undone = room.page.run(() => useUndo()).undo()
  })
  await room.acts.star({ numbers: room.numbers }, true)
  await undone
  expect(room.sizes).toEqual([1000, 1000])
  expect(await room.starred()).toBe(0)
  expect(await room.undo()).toBeNull()
})

it('ends at the part that fails', async () => {
  const room = await open((part) => {
    if (part === 2)
      throw new Fault('library-read-only', { trouble: 'damaged' })
  })
  await room.acts.star({ numbers: room.numbers }, true)
  expect(room.sizes).toHaveLength(2)
  expect(await room.starred()).toBe(1000)
  expect(room.work.now).toBeNull()
})
