/** The acts of a project as commands: of the one whose menu was opened, else of the open one; and that menu. */
import type { Project } from '#contract/projects.ts'
import type { Action } from '../../actions/action.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useActions } from '../../actions/action.ts'
import { useMeant } from '../../actions/meant.ts'
import { useMenu } from '../../actions/menu.ts'
import { useProject } from '../../stores/project.ts'
import { useProjects } from '../../stores/projects.ts'
import { useSaveDialog } from '../saving/save-dialog.ts'
import { useSaving } from '../saving/use-saving.ts'
import { useCopy } from '../text/use-copy.ts'
import { useProjectActs } from './use-project-acts.ts'

export const useProjectTarget = defineStore('project-target', () => {
  /** The project whose menu was opened last in this room. */
  const last = shallowRef<Project | null>(null)
  const meant = useMeant(() => last.value)
  return {
    last,
    meant: meant.now,
    as: meant.as,
    /** The project that a dialog renames, duplicates, moves, colours or saves as a template, or whose earlier versions it shows. */
    renaming: shallowRef<Project | null>(null),
    duplicating: shallowRef<Project | null>(null),
    moving: shallowRef<Project | null>(null),
    colouring: shallowRef<Project | null>(null),
    templating: shallowRef<Project | null>(null),
    versionsOf: shallowRef<Project | null>(null),
  }
})

const rooms = ['script', 'make', 'timeline', 'deliver'] as const

/** Registers the acts, as long as the caller is on screen. */
export function useProjectActions(): void {
  const route = useRoute()
  const router = useRouter()
  const copy = useCopy()
  const open = useProject()
  const projects = useProjects()
  const dialog = useSaveDialog()
  const saving = useSaving()
  const target = useProjectTarget()
  const acts = useProjectActs()
  // As it is now: it may have got another name.
  const meant = computed(() => {
    const project = target.meant ?? projects.get(open.projectId)
    return project && (projects.get(project.id) ?? project)
  })
  const isThere = (): boolean => meant.value?.trashedAt === null
  const on = (run: (project: Project) => unknown) => () => meant.value && run(meant.value)
  const base = { group: 'project', of: () => meant.value?.name ?? '' } as const

  watch(() => route.path, () => {
    target.last = null
  })
  useActions([
    ...rooms.map((name): Action => ({
      ...base,
      // The open project has commands of its own for these.
      isHidden: true,
      id: `a-project.${name}`,
      label: t => t.saving.openRoom(t.shell.rooms[name]),
      when: isThere,
      run: on(project => router.push({ name, params: { projectId: project.id } })),
    })),
    { ...base, id: 'a-project.rename', label: t => t.projects.rename, when: isThere, run: on((project) => {
      target.renaming = project
    }) },
    { ...base, id: 'a-project.duplicate', label: t => t.projects.duplicate, when: isThere, run: on((project) => {
      target.duplicating = project
    }) },
    { ...base, id: 'a-project.template', label: t => t.projects.template.save, when: isThere, run: on((project) => {
      target.templating = project
    }) },
    { ...base, id: 'a-project.folder', label: t => t.folders.moveTo, when: isThere, run: on((project) => {
      target.moving = project
    }) },
    { ...base, id: 'a-project.colour', label: t => t.projects.colour.open, when: isThere, run: on((project) => {
      target.colouring = project
    }) },
    {
      ...base,
      id: 'a-project.newest-cover',
      label: t => t.projects.newestCover,
      when: () => isThere() && meant.value?.coverTakeId != null,
      run: on(project => acts.setCover(project, null)),
    },
    {
      ...base,
      id: 'a-project.archive',
      label: t => t.projects.archive,
      when: () => isThere() && meant.value?.archivedAt === null,
      run: on(acts.archive),
    },
    {
      ...base,
      id: 'a-project.unarchive',
      label: t => t.projects.unarchive,
      when: () => isThere() && meant.value?.archivedAt !== null,
      run: on(acts.unarchive),
    },
    { ...base, id: 'a-project.versions', label: t => t.snapshots.open, when: isThere, run: on((project) => {
      target.versionsOf = project
    }) },
    {
      ...base,
      id: 'a-project.save',
      label: t => t.saving.saveProject,
      when: () => isThere() && (meant.value?.takeCount ?? 0) > 0,
      run: on((project) => {
        dialog.items = [{ of: 'project', projectId: project.id }]
      }),
    },
    {
      ...base,
      id: 'a-project.export',
      label: t => t.projects.bundle.export,
      when: isThere,
      run: on(project => saving.download([{ of: 'bundle', projectId: project.id }])),
    },
    {
      ...base,
      id: 'a-project.copy',
      label: t => t.saving.copyName,
      when: () => meant.value !== undefined,
      run: on(project => copy(project.name)),
    },
    { ...base, id: 'a-project.trash', label: t => t.projects.trash, when: isThere, run: on(acts.trash) },
    {
      ...base,
      id: 'a-project.restore',
      label: t => t.projects.restore,
      when: () => meant.value !== undefined && !isThere(),
      run: on(acts.restore),
    },
  ])
}

export function useProjectMenu(): (event: MouseEvent, project: Project) => void {
  const menu = useMenu()
  const target = useProjectTarget()
  return (event, project) => {
    const isOpen = menu.open(event, [
      rooms.map(name => `a-project.${name}`),
      ['a-project.rename', 'a-project.duplicate', 'a-project.template', 'a-project.versions'],
      ['a-project.save', 'a-project.export', 'a-project.copy'],
      ['a-project.folder', 'a-project.colour', 'a-project.newest-cover'],
      ['a-project.archive', 'a-project.unarchive', 'a-project.trash', 'a-project.restore'],
    ], { meant: [target.as(project)] })
    if (isOpen)
      target.last = project
  }
}

/** Acts of a template, as long as the list of templates is on screen; and their menu. */
export function useTemplateMenu(): (event: MouseEvent, template: Project) => void {
  const meant = useMeant<Project | null>(() => null)
  const saving = useSaving()
  const target = useProjectTarget()
  const acts = useProjectActs()
  const on = (run: (template: Project) => unknown) => () => meant.now.value && run(meant.now.value)
  const base = { group: 'project', isHidden: true } as const
  useActions([
    { ...base, id: 'a-template.rename', label: t => t.projects.rename, run: on((template) => {
      target.renaming = template
    }) },
    {
      ...base,
      id: 'a-template.export',
      label: t => t.projects.template.export,
      run: on(template => saving.download([{ of: 'bundle', projectId: template.id }])),
    },
    { ...base, id: 'a-template.trash', label: t => t.projects.trash, run: on(acts.trashTemplate) },
  ])
  return (event, template) => meant.open(event, template, [['a-template.rename', 'a-template.export'], ['a-template.trash']])
}
