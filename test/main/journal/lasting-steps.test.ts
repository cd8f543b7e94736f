/**
 * Steps of undo outlast a kill at any moment, and a backup: each is there with what it changed, or neither.
 *
 * @module-tag wide
 */
import type { JournalStepName, StepsOf } from '#contract/journal.ts'
import type { ProjectId, StepId } from '#contract/words.ts'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { startChild } from '../../kit/child.ts'
import { makeFolder } from '../../kit/folder.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

type Studio = Awaited<ReturnType<typeof openTestStudio>>

const quiet = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }
const queue = { is: 'queue' } as const
const step = (name: JournalStepName, projectId: ProjectId | null) => ({ id: newId<StepId>(), projectId, name, of: '1', room: null })

async function turn(studio: Studio, way: 'undo' | 'redo', of: StepsOf): Promise<boolean> {
  const next = (await studio.handlers.journal.next({ of }, call))[way]
  return next !== null && (await studio.handlers.journal[way]({ of, stepId: next.id }, call)).turned !== null
}
async function withLine(text: string) {
  const studio = await openTestStudio()
  const projectId = (await studio.parts.projects.create('Harbour')).id
  const [line] = await studio.parts.script.add(projectId, null, [{ speaker: '', text, direction: '' }])
  return { studio, projectId, line: line!, of: { is: 'project', projectId } as const }
}
const textIn = async (studio: Studio, projectId: ProjectId) => (await studio.parts.script.lines(projectId))[0]?.text

it.each([1, 7, 23])('a studio that is killed after step %i undoes each step that it did, and none twice', async (killedAfter) => {
  const { studio, projectId, line, of } = await withLine('0')
  await studio.close()
  const child = startChild(new URL('../../kit/journal-child.ts', import.meta.url), [studio.folder, await makeFolder(), projectId, line.id])
  let answered = 0
  while (answered < killedAfter)
    answered = Number(await child.nextLine())
  await child.kill()
  const again = await openTestStudio({ folder: studio.folder })
  // The child may have been killed between an undo and its redo.
  while (await turn(again, 'redo', of)) {
    // It continues.
  }
  const reached = Number(await textIn(again, projectId))
  expect(reached).toBeGreaterThanOrEqual(Math.max(answered, ...child.takeLines().map(Number)))
  for (let number = reached - 1; number >= Math.max(0, reached - 99); number--) {
    expect(await turn(again, 'undo', of)).toBe(true)
    expect(await textIn(again, projectId)).toBe(String(number))
  }
  expect(await turn(again, 'redo', of)).toBe(true)
}, 60_000)

it('a restored studio undoes and redoes what was done before the backup, in a project and in the queue', async () => {
  const { studio, projectId, line, of } = await withLine('one')
  const { ledger, order } = studio.parts
  await order.pauseAll(true)
  const jobs = await ledger.enqueue(['A', 'B'].map((title, requestPart) =>
    ({ requestId: newId(), requestPart, kind: 'render' as const, title, plan: {} })))
  await studio.handlers.script.edit({ lineId: line.id, text: 'two', step: step('editLine', projectId) }, call)
  await studio.handlers.script.edit({ lineId: line.id, text: 'three', step: step('editLine', projectId) }, call)
  await turn(studio, 'undo', of)
  await studio.handlers.jobs.move({ jobIds: [jobs[1]!.id], beforeJobId: jobs[0]!.id, step: step('moveJobs', null) }, call)
  const place = await makeFolder()
  const { ledgerDb, library } = studio.parts
  await backUp(join(place, 'one.tar'), { folder: studio.folder, ledger: ledgerDb, library, madeBy: '0', withFilms: false, ...quiet })
  await studio.close()
  const { folder, leftOut } = await restore(join(place, 'one.tar'), join(place, 'restored'), quiet)
  expect(leftOut.rows).toEqual({})

  const again = await openTestStudio({ folder })
  await turn(again, 'redo', of)
  expect(await textIn(again, projectId)).toBe('three')
  await turn(again, 'undo', of)
  await turn(again, 'undo', of)
  expect(await textIn(again, projectId)).toBe('one')
  const waiting = async () => (await again.parts.ledger.open()).map(row => `${row.title} ${row.blocked_by}`)
  expect(await waiting()).toEqual(['B restored', 'A restored'])
  await turn(again, 'undo', queue)
  // What came with a backup still waits for the person.
  expect(await waiting()).toEqual(['A restored', 'B restored'])
})
