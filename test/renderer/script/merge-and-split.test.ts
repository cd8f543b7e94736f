/** Merging and splitting lines is two calls: where the second is refused, the first is taken back, and no words are there twice. */
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { useLineActs } from '../../../src-renderer/rooms/script/use-line-acts.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it.each(['removeAll', 'change'] as const)('where %s is refused', async (refused) => {
  const { handlers, parts, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('The boat')
  await parts.script.add(projectId, null, ['The boat', 'is gone.'].map(text => ({ speaker: '', text, direction: '' })))
  let isRefused = true
  const refuse = (): void => {
    if (isRefused)
      throw new Fault('library-read-only', { trouble: 'damaged' })
  }
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    script: {
      ...handlers.script,
      async [refused](...asked: never[]) {
        refuse()
        return (handlers.script[refused] as unknown as (...asked: never[]) => unknown)(...asked)
      },
    } as typeof handlers.script,
  } })
  const project = page.run(() => useProject())
  project.open(projectId)
  await expect.poll(() => project.lines.length).toBe(2)
  const [clear, point] = [vi.fn(), vi.fn()]
  const room = { projectId: () => projectId, lines: () => project.lines, targets: () => project.lines, clear, point }
  const acts = page.run(() => useLineActs(room))
  const act = () => refused === 'removeAll' ? acts.merge() : acts.split(project.lines[1]!, 3)
  const texts = async () => (await parts.script.lines(projectId)).map(({ text }) => text)
  await act()
  expect([await texts(), point.mock.calls]).toEqual([['The boat', 'is gone.'], []])
  isRefused = false
  await expect.poll(() => project.lines.map(({ text }) => text)).toEqual(['The boat', 'is gone.'])
  await act()
  expect(await texts()).toEqual(refused === 'removeAll' ? ['The boat is gone.'] : ['The boat', 'is', 'gone.'])
  expect(point).toHaveBeenCalledOnce()
})
