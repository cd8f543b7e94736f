/** A version is restored, and the notice of it leads back to what was there before; with a real studio. */
import type { ProjectId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useRestoreVersion } from '../../../../src-renderer/parts/projects/use-restore-version.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

async function open() {
  const studio = await openTestStudio()
  const { parts } = studio
  const page = openPage(studio)
  page.rooms.addRoute({ path: '/projects', name: 'projects', component: {} })
  page.rooms.addRoute({ path: '/projects/:projectId/script', name: 'script', component: {} })
  await page.rooms.push('/projects')
  const { id: projectId } = await parts.projects.create('Film')
  const [line] = await parts.script.add(projectId, null, [{ speaker: 'Anna', text: 'One.', direction: '' }])
  await parts.snapshots.take(projectId)
  await parts.script.edit(line!.id, { speaker: 'Anna', text: 'Worked on.', direction: '', pauseSeconds: 0.35 })
  const [old] = await parts.snapshots.list(projectId)
  const notices = useNotices()
  return {
    old: old!,
    projectId,
    restore: page.run(() => useRestoreVersion()),
    words: async (of: ProjectId) => (await parts.script.lines(of)).map(each => each.text),
    said: () => notices.shown.map(notice => notice.text(en)),
    act: () => notices.shown.at(-1)!.act,
    at: () => page.rooms.currentRoute.value,
  }
}

it('what was there before is one click away', async () => {
  const { old, projectId, restore, words, said, act, at } = await open()
  expect(await restore(old.id, false)).toBe(true)
  expect(await words(projectId)).toEqual(['One.'])
  await expect.poll(() => at().name).toBe('script')
  expect(act()?.label(en)).toBe('Undo')
  await act()!.run()
  expect(await words(projectId)).toEqual(['Worked on.'])
  expect(said()).toEqual(['“Film” restored to that version.', '“Film” is as it was before that version was restored.'])
})

it('a new project replaces nothing', async () => {
  const { old, projectId, restore, words, said, act } = await open()
  expect(await restore(old.id, true)).toBe(true)
  expect(await words(projectId)).toEqual(['Worked on.'])
  expect([said(), act()]).toEqual([['“Film” opened as a new project.'], undefined])
})
