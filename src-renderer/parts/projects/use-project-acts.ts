/** Acts on projects and templates; all but what comes from the trash are steps of undo. */
import type { Project, TemplateChoice, TemplateParts } from '#contract/projects.ts'
import type { ColourName } from '#contract/script.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { NewStep } from '../../actions/undo.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useProjects } from '../../stores/projects.ts'
import { attempt, studio } from '../../studio.ts'
import { withCancelled } from '../jobs/with-cancelled.ts'
import { useStillThere } from '../navigation/use-still-there.ts'

export function useProjectActs() {
  const notices = useNotices()
  const undo = useUndo()
  const projects = useProjects()
  const router = useRouter()
  const noteWhere = useStillThere()

  const openAct = (projectId: ProjectId) =>
    ({ label: (t: Texts) => t.shell.act.open, run: () => router.push({ name: 'script', params: { projectId } }) })

  async function restore(project: Project) {
    const answer = await attempt(studio.projects.restore({ projectId: project.id }))
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(t => t.projects.restored(project.name), { tone: 'good' })
  }

  /** Each is one step, which the notice takes back. */
  async function arrange(
    projectIds: readonly ProjectId[],
    changed: { folder: string } | { isArchived: boolean },
    named: NewStep,
    words?: (t: Texts) => string,
  ): Promise<AnyFault | null> {
    const step = undo.step(named, null)
    const { fault } = await attempt(studio.projects.arrange({ projectIds: [...projectIds], ...changed, step }))
    if (!fault && words)
      notices.say(words, { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    return fault ?? null
  }
  const tell = (fault: AnyFault | null): void => void (fault && notices.fault(fault))
  const idsIn = (folder: string): ProjectId[] => projects.all.filter(project => project.folder === folder).map(project => project.id)

  return {
    restore,
    async duplicate(project: Project, name: string): Promise<AnyFault | null> {
      const step = undo.step({ name: 'duplicateProject', of: project.name }, null)
      const { value, fault } = await attempt(studio.projects.duplicate({ projectId: project.id, name, step }))
      if (value) {
        const { project: { id } } = value
        notices.say(t => t.projects.duplicated(project.name, name), {
          tone: 'good',
          act: openAct(id),
        })
      }
      return fault ?? null
    },
    move: (project: Pick<Project, 'id' | 'name'>, folder: string): Promise<AnyFault | null> =>
      arrange([project.id], { folder }, { name: 'moveProjects', of: folder }, t => t.folders.moved(project.name, folder)),
    renameFolder: (folder: string, name: string): Promise<AnyFault | null> =>
      arrange(idsIn(folder), { folder: name }, { name: 'renameProjectFolder', of: folder }),
    async removeFolder(folder: string): Promise<void> {
      const ids = idsIn(folder)
      tell(await arrange(ids, { folder: '' }, { name: 'moveProjects', of: '' }, t => t.projects.folderRemoved(folder, ids.length)))
    },
    async archive({ id, name }: Project): Promise<void> {
      tell(await arrange([id], { isArchived: true }, { name: 'archiveProject', of: name }, t => t.projects.archived(name)))
    },
    async unarchive({ id, name }: Project): Promise<void> {
      tell(await arrange([id], { isArchived: false }, { name: 'unarchiveProject', of: name }, t => t.projects.unarchived(name)))
    },
    /** Null is the newest picture again. */
    async setCover({ id, name }: Project, takeId: TakeId | null): Promise<void> {
      const step = undo.step({ name: 'setCover', of: name })
      const { fault } = await attempt(studio.projects.setCover({ projectId: id, takeId, step }))
      if (fault)
        return notices.fault(fault)
      const act = { label: (t: Texts) => t.shell.act.undo, run: undo.takeBack(step) }
      notices.say(t => takeId ? t.projects.coverChosen(name) : t.projects.coverNewest(name), { act })
    },
    /** Null is the usual one again. */
    async setColour({ id, name }: Project, colour: ColourName | null): Promise<AnyFault | null> {
      const step = undo.step({ name: 'colourProject', of: name })
      const { fault } = await attempt(studio.projects.setColour({ projectId: id, colour, step }))
      return fault ?? null
    },
    async create(name: string, template?: TemplateChoice): Promise<AnyFault | null> {
      const isStillThere = noteWhere()
      const step = undo.step({ name: 'createProject', of: name }, null)
      const answer = await attempt(studio.projects.create({ name, ...template && { template }, step }))
      if (!answer.value)
        return answer.fault ?? null
      const { id } = answer.value.project
      if (isStillThere())
        await router.push({ name: 'script', params: { projectId: id } })
      else
        notices.say(t => t.projects.created(name), { tone: 'good', act: openAct(id) })
      return null
    },
    async createFrom(template: Project, name: string): Promise<AnyFault | null> {
      const isStillThere = noteWhere()
      const step = undo.step({ name: 'createProject', of: name }, null)
      const { value, fault } = await attempt(studio.projects.create({ name, ownTemplateId: template.id, step }))
      if (!value)
        return fault ?? null
      const { id } = value.project
      const words = (t: Texts): string => t.projects.template.created(name, template.name)
      if (!isStillThere()) {
        notices.say(words, { tone: 'good', act: openAct(id) })
        return null
      }
      await router.push({ name: 'script', params: { projectId: id } })
      const takeBack = undo.takeBack(step)
      notices.say(words, {
        tone: 'good',
        act: { label: t => t.shell.act.undo, run: () => router.push({ name: 'projects' }).then(takeBack) },
      })
      return null
    },
    async saveTemplate(project: Project, name: string, parts: TemplateParts): Promise<AnyFault | null> {
      const step = undo.step({ name: 'saveTemplate', of: name }, null)
      const { fault } = await attempt(studio.projects.saveTemplate({ projectId: project.id, name, parts, step }))
      if (!fault)
        notices.say(t => t.projects.template.saved(name), { tone: 'good', act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
      return fault ?? null
    },
    async trashTemplate({ id, name }: Project): Promise<void> {
      const step = undo.step({ name: 'trashProject', of: name }, null)
      const { fault } = await attempt(studio.projects.trash({ projectId: id, step }))
      if (fault)
        return notices.fault(fault)
      notices.say(t => t.projects.template.trashed(name), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    },
    /** `project` as it was when its dialog was opened: a name that somebody else gave it since stays. */
    async rename(project: Project, name: string): Promise<AnyFault | null> {
      const step = undo.step({ name: 'renameProject', of: name })
      const answer = await attempt(studio.projects.rename({ projectId: project.id, name, expected: project.name, step }))
      return answer.fault ?? null
    },
    async trash(project: Project) {
      const step = undo.step({ name: 'trashProject', of: project.name }, null)
      const answer = await attempt(studio.projects.trash({ projectId: project.id, step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { cancelledJobs } = answer.value
      const act = { label: (t: Texts) => t.shell.act.undo, run: undo.takeBack(step) }
      notices.say(t => withCancelled(t.projects.trashed(project.name), cancelledJobs, t), { act })
    },
  }
}
