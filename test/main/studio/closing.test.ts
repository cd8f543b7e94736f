/** Closing a studio while it is being used. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { finishCalls } from '../../../src-main/studio/around-calls.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('a call that is running is finished before the studio closes, and the version at the end contains its change', async () => {
  const folder = await makeFolder()
  const studio = await openTestStudio({ folder })
  const { id: projectId } = await studio.parts.projects.create('Harbour')
  const adding = studio.handlers.script.add({
    projectId,
    afterLineId: null,
    lines: Array.from({ length: 500 }, (_, index) => ({ speaker: 'ANNA', text: `Line ${index}.`, direction: '' })),
  }, call)
  await studio.close()
  expect((await adding).lines).toHaveLength(500)
  const again = await openTestStudio({ folder })
  expect(await again.parts.snapshots.list(projectId)).toMatchObject([{ lineCount: 500 }])
})

/** The calls of a studio whose `projects.create` is this. */
async function callsWith(create: () => Promise<unknown>) {
  const { handlers } = await openTestStudio()
  const running = finishCalls({ ...handlers, projects: { ...handlers.projects, create: create as typeof handlers.projects.create } })
  return { finish: running.finish, create: () => running.handlers.projects.create({ name: 'Harbour' }, call) }
}

it('closing waits for every call that runs, also one that fails, and for those that begin in the meantime', async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<unknown>())
  let begun = 0
  const { create, finish } = await callsWith(async () => gates[begun++]?.promise)
  const answers = [create(), create()].map(answer => answer.catch(() => 'failed'))
  let isOver = false
  const over = finish(60_000).then(() => isOver = true)
  const late = create()
  gates[0]?.resolve('done')
  gates[1]?.reject(new Error('no'))
  expect(await Promise.all(answers)).toEqual(['done', 'failed'])
  await sleep(20)
  expect(isOver).toBe(false)
  gates[2]?.resolve('late')
  expect(await late).toBe('late')
  await over
})

it('a call that never ends does not keep the studio open', async () => {
  const { create, finish } = await callsWith(() => new Promise(() => {}))
  void create()
  await finish(1)
})
