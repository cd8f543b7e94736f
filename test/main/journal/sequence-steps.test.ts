/** Steps of a sequence by the contract of all other steps: what is next, news of it, undo of the step that is meant, and its author. */
import type { StepId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { revisionOf, sequenceStep } from '#contract/journal.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { call } from '../../kit/paid-inputs.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

async function openCut() {
  const studio = await openTestStudio()
  const projectId = (await studio.parts.projects.create('Harbour')).id
  const { id: sequenceId, revision } = await storeSequence(studio.parts.sequences, projectId)
  const of = { is: 'sequence', sequenceId } as const
  let last = revision
  return {
    ...{ studio, projectId, sequenceId, of },
    async paint(background: string): Promise<StepId> {
      const edits = [{ do: 'setSequence' as const, values: { background } }]
      last = (await studio.handlers.sequences.edit({ sequenceId, baseRevision: last, name: 'sequence', edits }, call)).revision
      return sequenceStep(sequenceId, last)
    },
    background: async () => (await studio.parts.sequences.get(sequenceId)).background,
    next: () => studio.handlers.journal.next({ of }, call),
    turn: (way: 'undo' | 'redo', stepId: StepId | null) => studio.handlers.journal[way]({ of, stepId }, call),
  }
}

it('the step that is meant is undone and redone, and no other', async () => {
  const { paint, background, next, turn } = await openCut()
  const first = await paint('#111111')
  const second = await paint('#222222')
  expect(await next()).toMatchObject({ undo: { id: second, name: 'sequence', room: 'timeline', author: 'person' }, redo: null })
  await expect(turn('undo', first)).rejects.toMatchObject({ code: 'changed-meanwhile' })
  expect((await turn('undo', second)).turned).toMatchObject({ id: second })
  expect(await background()).toBe('#111111')
  expect(await next()).toMatchObject({ undo: { id: first }, redo: { id: second } })
  expect((await turn('undo', null)).turned).toMatchObject({ id: first })
  expect((await turn('redo', first)).turned).toMatchObject({ id: first })
  expect((await turn('redo', null)).turned).toMatchObject({ id: second })
  expect(await background()).toBe('#222222')
  expect(await turn('redo', null)).toEqual({ turned: null })
})

it('a step of something else changes nothing, and a project has no unnamed step', async () => {
  const { studio, projectId, paint, background, turn } = await openCut()
  await paint('#111111')
  expect(await turn('undo', newId<StepId>())).toEqual({ turned: null })
  expect(await background()).toBe('#111111')
  const of = { is: 'project', projectId } as const
  expect(await studio.handlers.journal.undo({ of, stepId: null }, call)).toEqual({ turned: null })
})

it('news of its steps come to whoever follows them', async () => {
  const { studio, of, sequenceId, paint, turn } = await openCut()
  const stop = new AbortController()
  const told: (number | null)[][] = []
  const numberOf = (id: StepId | undefined) => id ? revisionOf(sequenceId, id) : null
  const follow = (async () => {
    for await (const { undo, redo } of studio.handlers.journal.changes({ of }, { ...call, signal: stop.signal }))
      told.push([numberOf(undo?.id), numberOf(redo?.id)])
  })()
  await expect.poll(() => told).toEqual([[null, null]])
  await paint('#111111')
  await turn('undo', null)
  await expect.poll(() => told).toEqual([[null, null], [2, null], [null, 2]])
  stop.abort()
  await follow
})
