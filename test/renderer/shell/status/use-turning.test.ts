/** The status strip says what is being undone, once that has taken a while, until it is done. */
import { expect, it, vi } from 'vitest'
import { useUndo } from '../../../../src-renderer/actions/undo.ts'
import { useTurning } from '../../../../src-renderer/shell/status/use-turning.ts'
import { studio as calls } from '../../../../src-renderer/studio.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('names the step while main works on it, and nothing before or after', async () => {
  const studio = await openTestStudio()
  const { journal } = studio.handlers
  const gate = Promise.withResolvers<void>()
  const slowly: typeof journal.undo = async (...asked) => {
    await gate.promise
    return journal.undo(...asked)
  }
  const page = openPage({ ...studio, handlers: { ...studio.handlers, journal: { ...journal, undo: slowly } } })
  const undo = useUndo()
  const turning = page.run(useTurning)
  await calls.collections.create({ name: 'Night', takeIds: [], step: undo.step({ name: 'makeCollection', of: 'Night' }) })
  const isOver = undo.undo()
  await expect.poll(() => undo.turning?.way).toBe('undo')
  await expect.poll(() => turning.value).toBe(textsOf.en.undo.undoing('create the collection “Night”'))
  gate.resolve()
  await isOver
  expect([undo.turning, turning.value]).toEqual([null, null])
})
