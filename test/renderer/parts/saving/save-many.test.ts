/** Saving many files is begun once, however often Enter is pressed meanwhile, and can be tried again after a failure. */
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import SaveMany from '../../../../src-renderer/parts/saving/SaveMany.vue'
import SaveEditList from '../../../../src-renderer/rooms/timeline/top/SaveEditList.vue'
import { spokenTake } from '../../../kit/library.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

interface Dialog {
  readonly isBusy: boolean
  readonly maySave: boolean
  readonly prepared: { readonly fault?: unknown, readonly value?: unknown } | null
  readonly save: (how: string) => Promise<void>
}

/** A studio whose savings into folders wait for `answer`. */
async function openDialog(refused: { is: boolean }) {
  const { handlers, parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const take = await takes.file(spokenTake('gull'), asset)
  const isAnswered = Promise.withResolvers<void>()
  let count = 0
  const page = openPage({
    ...studio,
    handlers: {
      ...handlers,
      saving: {
        ...handlers.saving,
        async prepare(...asked) {
          if (refused.is)
            throw new Fault('library-read-only', { trouble: 'damaged' })
          return handlers.saving.prepare(...asked)
        },
        async toFolder() {
          count += 1
          await isAnswered.promise
          return { saved: { folder: '/films', count: 1 } }
        },
      },
    },
  })
  return { page, take, answer: isAnswered.resolve, count: () => count }
}

it.each([
  ['takes', SaveMany, 'folder'],
  ['an edit list', SaveEditList, 'toFolder'],
] as const)('%s: pressed twice, one folder is written', async (_, component, how) => {
  const { page, take, answer, count } = await openDialog({ is: false })
  const closed = vi.fn()
  const items = [{ of: 'take', takeId: take.id }]
  const dialog = setUp<Dialog>(page, component, { items, sequenceId: take.id, name: 'Film', onClose: closed })
  const presses = [dialog.save(how), dialog.save(how)]
  await expect.poll(count).toBeGreaterThan(0)
  expect(dialog.isBusy).toBe(true)
  answer()
  await Promise.all(presses)
  expect([count(), dialog.isBusy, closed.mock.calls.length]).toEqual([1, false, 1])
})

it('after names could not be prepared, saving can be tried', async () => {
  const refused = { is: true }
  const { page, take, answer, count } = await openDialog(refused)
  const dialog = setUp<Dialog>(page, SaveMany, { items: [{ of: 'take', takeId: take.id }] })
  expect(dialog.maySave, 'before it is known what would be saved').toBe(false)
  await expect.poll(() => dialog.prepared?.fault).toBeTruthy()
  expect(dialog.maySave).toBe(true)
  refused.is = false
  answer()
  await dialog.save('folder')
  expect(count()).toBe(1)
})
