/** Acts on projects; those that remove something can be undone. */
import type { Project, TemplateChoice } from '#contract/projects.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useProjects } from '../../stores/projects.ts'
import { attempt, studio } from '../../studio.ts'
import { withCancelled } from '../jobs/with-cancelled.ts'

export function useProjectActs() {
  const notices = useNotices()
  const undo = useUndo()
  const projects = useProjects()
  const router = useRouter()

  async function restore(project: Project) {
    const answer = await attempt(studio.projects.restore({ projectId: project.id }))
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(t => t.projects.restored(project.name), { tone: 'good' })
  }

  return {
    restore,
    async create(name: string, template?: TemplateChoice): Promise<AnyFault | null> {
      const answer = await attempt(studio.projects.create({ name, ...template && { template } }))
      if (answer.value)
        await router.push({ name: 'script', params: { projectId: answer.value.project.id } })
      return answer.fault ?? null
    },
    async rename(project: Project, name: string): Promise<AnyFault | null> {
      const expected = (projects.get(project.id) ?? project).name
      const answer = await attempt(studio.projects.rename({ projectId: project.id, name, expected }))
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
