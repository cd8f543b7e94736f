/** The acts of a project, and the menu of its card. */
import type { Project } from '#contract/projects.ts'
import type { Action } from '../../actions/action.ts'
import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { useActions } from '../../actions/action.ts'
import { useMenu } from '../../actions/menu.ts'
import { useCopy } from '../../parts/text/use-copy.ts'
import { useProjectActs } from './use-projects.ts'

export function useProjectMenu(
  room: { rename: (project: Project) => unknown, versions: (project: Project) => unknown },
): (event: MouseEvent, project: Project) => void {
  const router = useRouter()
  const menu = useMenu()
  const copy = useCopy()
  const acts = useProjectActs()
  const target = shallowRef<Project | null>(null)
  const isThere = (): boolean => target.value?.trashedAt === null
  const isTrashed = (): boolean => target.value !== null && target.value.trashedAt !== null
  const on = (run: (project: Project) => unknown) => () => target.value && run(target.value)
  const rooms = ['script', 'make', 'timeline', 'deliver'] as const
  const base = { group: 'project', isHidden: true } as const

  useActions([
    ...rooms.map((name): Action => ({
      ...base,
      id: `a-project.${name}`,
      label: t => t.saving.openRoom(t.shell.rooms[name]),
      when: isThere,
      run: on(project => router.push({ name, params: { projectId: project.id } })),
    })),
    { ...base, id: 'a-project.rename', label: t => t.projects.rename, when: isThere, run: on(room.rename) },
    { ...base, id: 'a-project.versions', label: t => t.snapshots.open, when: isThere, run: on(room.versions) },
    { ...base, id: 'a-project.copy', label: t => t.saving.copyName, run: on(project => copy(project.name)) },
    { ...base, id: 'a-project.trash', label: t => t.projects.trash, when: isThere, run: on(acts.trash) },
    { ...base, id: 'a-project.restore', label: t => t.projects.restore, when: isTrashed, run: on(acts.restore) },
  ])
  return (event, project) => {
    target.value = project
    menu.open(event, [
      rooms.map(name => `a-project.${name}`),
      ['a-project.rename', 'a-project.versions', 'a-project.copy'],
      ['a-project.trash', 'a-project.restore'],
    ])
  }
}
