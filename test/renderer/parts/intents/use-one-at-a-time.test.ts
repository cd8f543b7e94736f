/** What is submitted by Enter again and again while it runs is done once, and can be done again however it ended. */
import { expect, it, vi } from 'vitest'
import { builtInModels } from '../../../../src-main/service/catalogue/index.ts'
import TypedPath from '../../../../src-renderer/parts/fields/TypedPath.vue'
import { useOneAtATime } from '../../../../src-renderer/parts/intents/use-one-at-a-time.ts'
import ModelEditor from '../../../../src-renderer/rooms/settings/models/ModelEditor.vue'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('an act that fails can be tried again', async () => {
  const ends = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const act = vi.fn((at: number) => ends[at]!.promise)
  const { isBusy, run } = useOneAtATime(act)
  const first = run(0)
  expect([isBusy.value, await run(1)]).toEqual([true, undefined])
  ends[0]!.reject(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect(isBusy.value).toBe(false)
  const second = run(1)
  ends[1]!.resolve('done')
  expect([await second, act.mock.calls]).toEqual(['done', [[0], [1]]])
})

it('a model is saved once', async () => {
  const page = openPage(await openTestStudio())
  const isSaved = Promise.withResolvers<null>()
  const save = vi.fn(() => isSaved.promise)
  const [model] = builtInModels
  const editor = setUp<{ readonly save: () => Promise<void> }>(page, ModelEditor, { model, isNew: false, acts: { save } })
  const presses = [editor.save(), editor.save()]
  isSaved.resolve(null)
  await Promise.all(presses)
  expect(save).toHaveBeenCalledOnce()
})

it('a typed path is used once', async () => {
  const page = openPage(await openTestStudio())
  const onUse = vi.fn()
  const words = { label: 'Folder', act: 'Use', modelValue: ' /films ', onUse }
  const open = (isBusy: boolean) => setUp<{ readonly use: () => void }>(page, TypedPath, { ...words, isBusy })
  open(false).use()
  open(true).use()
  expect(onUse.mock.calls).toEqual([['/films']])
})
