/** The *Undo* of a notice takes back its own act, whatever was done since, and only once. */
import { expect, it } from 'vitest'
import { createOwnUndo } from '../../../../src-renderer/parts/jobs/own-undo.ts'

it('each notice undoes its own act, and the key the last that is left', async () => {
  const { remember, undo, canUndo } = createOwnUndo()
  const undone: string[] = []
  const act = (name: string) => remember(async () => void undone.push(name))
  const [clear] = [act('clear'), act('move'), act('next')]
  await clear()
  await clear()
  expect(undone).toEqual(['clear'])
  await undo()
  await undo()
  expect([undone, canUndo()]).toEqual([['clear', 'next', 'move'], false])
  await undo()
  expect(undone).toHaveLength(3)
})
