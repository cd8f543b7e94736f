/** Lines that could not all be added: whoever tries again gets the rest of them, in the same project. */
import type { ProjectId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import ProjectChoice from '../../../../src-renderer/parts/projects/ProjectChoice.vue'
import { useSendToScript } from '../../../../src-renderer/parts/to-script/use-send-to-script.ts'
import { useProjects } from '../../../../src-renderer/stores/projects.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

/** Calls that add lines are refused where `mayAdd` says so. */
async function open(mayAdd: (call: number) => boolean) {
  const { handlers, parts, ...studio } = await openTestStudio()
  let calls = 0
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    script: {
      ...handlers.script,
      async add(...asked) {
        calls += 1
        if (!mayAdd(calls))
          throw new Fault('library-read-only', { trouble: 'damaged' })
        return handlers.script.add(...asked)
      },
    },
  } })
  const projects = page.run(() => useProjects())
  return {
    page,
    send: page.run(() => useSendToScript()).send,
    /** The only one that there is. */
    async made(): Promise<ProjectId> {
      await expect.poll(() => projects.all.length).toBeGreaterThan(0)
      expect(projects.all.map(({ name }) => name)).toEqual(['The boat'])
      return projects.all[0]!.id
    },
    texts: async (id: ProjectId) => (await parts.script.lines(id)).map(({ text }) => text),
  }
}
const linesOf = (count: number) => Array.from({ length: count }, (_, at) => ({ speaker: '', text: `Line ${at}`, direction: '' }))

it('a project is made once for them', async () => {
  const { send, made, texts } = await open(call => call > 1)
  const lines = linesOf(2)
  expect(await send(lines, { newName: 'The boat' })).toMatchObject({ code: 'library-read-only' })
  expect(await send(lines, { newName: 'The boat' })).toBeNull()
  expect(await texts(await made())).toEqual(['Line 0', 'Line 1'])
})

it('lines of a part that was added are not added again', async () => {
  const { send, made, texts } = await open(call => call !== 2)
  const lines = linesOf(5001)
  expect(await send(lines, { newName: 'The boat' })).not.toBeNull()
  const id = await made()
  expect(await send(lines.slice(1), { id, name: 'The boat' })).toBeNull()
  expect(await texts(id)).toEqual(lines.map(({ text }) => text))
})

it('what could not be added to a new project is tried with the same one', async () => {
  const { page, made } = await open(() => true)
  const onChoose = vi.fn()
  const choice = setUp<{ words: string, create: () => Promise<void> }>(page, ProjectChoice, { label: 'Projects', onChoose })
  choice.words = 'The boat'
  await choice.create()
  await choice.create()
  const id = await made()
  expect(onChoose.mock.calls).toEqual([[id], [id]])
})
