/** What makes a project takes the person there, unless they have gone elsewhere in the meantime; with a real studio. */
import type { Project } from '#contract/projects.ts'
import type { ProjectId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useScriptProject } from '../../../../src-renderer/parts/files/use-script-project.ts'
import { useOpenSample } from '../../../../src-renderer/parts/projects/use-open-sample.ts'
import { useProjectActs } from '../../../../src-renderer/parts/projects/use-project-acts.ts'
import { useProjects } from '../../../../src-renderer/stores/projects.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function open() {
  const studio = await openTestStudio()
  const answered = Promise.withResolvers<void>()
  const { projects } = studio.handlers
  const page = openPage({ ...studio, handlers: { ...studio.handlers, projects: {
    ...projects,
    async create(input, context) {
      const answer = await projects.create(input, context)
      await answered.promise
      return answer
    },
    async openSample(input, context) {
      const answer = await projects.openSample(input, context)
      await answered.promise
      return answer
    },
  } } })
  page.rooms.addRoute({ path: '/projects', name: 'projects', component: {} })
  page.rooms.addRoute({ path: '/projects/:projectId/script', name: 'script', component: {} })
  await page.rooms.push('/projects')
  const notices = useNotices()
  const all = page.run(() => useProjects())
  return {
    studio,
    nameOf: (projectId: ProjectId) => all.get(projectId)?.name,
    rooms: page.rooms,
    async saveTemplate(name: string): Promise<Project> {
      const { id: projectId } = await studio.parts.projects.create(name)
      return (await projects.saveTemplate({ projectId, name, parts: { script: true, ownFiles: true, generated: true } }, call)).project
    },
    acts: page.run(() => useProjectActs()),
    makeOf: page.run(() => useScriptProject()),
    openSample: page.run(() => useOpenSample()).openSample,
    release: answered.resolve,
    said: () => notices.shown.map(notice => notice.text(en)),
    openTold: () => notices.shown[0]!.act!.run(),
    name: () => page.rooms.currentRoute.value.name,
  }
}

it('a new project is opened', async () => {
  const { acts, release, name, said } = await open()
  release()
  expect(await acts.create('Film')).toBe(null)
  expect([name(), said()]).toEqual(['script', []])
})

it('somebody who has gone to another room stays there, and is told', async () => {
  const { acts, makeOf, openSample, openTold, rooms, release, saveTemplate, name, said } = await open()
  const template = await saveTemplate('Series')
  const made = [acts.create('Film'), acts.createFrom(template, 'Part one'), makeOf(new File(['ANNA: Ho.'], 'Scene.txt')), openSample()]
  await rooms.push('/queue')
  release()
  await Promise.all(made)
  expect(name()).toBe('queue')
  expect(said().toSorted()).toEqual([
    en.projects.created('Film'),
    en.projects.created('Scene'),
    en.projects.template.created('Part one', 'Series'),
  ].toSorted())
  await openTold()
  expect(name()).toBe('script')
})

it('a name that another page gave a project since the dialog was opened is not replaced', async () => {
  const { acts, studio, nameOf } = await open()
  const project = await studio.parts.projects.create('Film')
  await studio.handlers.projects.rename({ projectId: project.id, name: 'Theirs' }, call)
  await expect.poll(() => nameOf(project.id)).toBe('Theirs')
  expect((await acts.rename(project, 'Mine'))?.code).toBe('changed-meanwhile')
  expect((await studio.parts.projects.get(project.id)).name).toBe('Theirs')
})
