/** The in and out point of a take: kept with it, told with it, and one step of undo. */
import type { StepId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

it('are told with the take, and an in point behind the out point removes it', async () => {
  const library = await openTestLibrary()
  const { takes } = library
  const { id } = await takes.file(spokenTake('one'), await plainAsset(library, 'one'))
  const events = takes.changes()[Symbol.asyncIterator]()
  await events.next()
  expect((await takes.get(id)).marks).toBeUndefined()
  const both = { inSeconds: 0.5, outSeconds: 1.25 }
  expect(await takes.mark(id, both)).toMatchObject({ isChanged: true, take: { id, marks: both } })
  expect((await events.next()).value?.changed).toMatchObject([{ id, marks: both }])
  expect((await takes.mark(id, both)).isChanged).toBe(false)
  expect((await takes.mark(id, { inSeconds: 1.25, outSeconds: 1.25 })).take.marks).toEqual({ inSeconds: 1.25, outSeconds: null })
  expect((await takes.mark(id, { inSeconds: null, outSeconds: null })).take.marks).toBeUndefined()
  await expect(takes.mark(newId<TakeId>(), both)).rejects.toMatchObject({ code: 'not-found' })
})

it('are one step of undo and redo', async () => {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('Film')
  const file = await plainAsset({ root: studio.folder, assets: parts.assets } as never, 'one')
  const { id: takeId } = await parts.takes.file(spokenTake('one', { projectId }), file)
  const newStep = () => ({ id: newId<StepId>(), projectId, name: 'markTake', of: 'one', room: 'timeline' } as const)
  const [first, second] = [newStep(), newStep()]
  await handlers.takes.mark({ takeId, marks: { inSeconds: 1, outSeconds: null }, step: first }, call)
  await handlers.takes.mark({ takeId, marks: { inSeconds: 1, outSeconds: 2 }, step: second }, call)
  const of = { is: 'project', projectId } as const
  const marks = async () => (await parts.takes.get(takeId)).marks
  await handlers.journal.undo({ of, stepId: second.id }, call)
  expect(await marks()).toEqual({ inSeconds: 1, outSeconds: null })
  await handlers.journal.undo({ of, stepId: first.id }, call)
  expect(await marks()).toBeUndefined()
  await handlers.journal.redo({ of, stepId: first.id }, call)
  expect(await marks()).toEqual({ inSeconds: 1, outSeconds: null })
})
