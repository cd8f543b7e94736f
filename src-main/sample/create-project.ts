/** A new project: empty, or with what a template has. It is there as a whole or not at all; nothing in it is cast, generated or paid for. */
import type { Project, TemplateChoice } from '#contract/projects.ts'
import type { ProjectId } from '#contract/words.ts'
import type { ProjectTemplate } from '#rules/templates/template.ts'
import type { DeliveryChoicesStore } from '../library/delivery-choices.ts'
import type { Projects } from '../library/projects.ts'
import type { Script } from '../script/script-port.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import { templateOf } from '#rules/templates/templates.ts'
import { withoutStep } from '../base/recorded-step.ts'

interface ProjectParts {
  readonly projects: Pick<Projects, 'create' | 'makeWhole' | 'noteMade'>
  readonly script: Pick<Script, 'add' | 'setLanguage'>
  readonly storyboard: Pick<Storyboard, 'edit' | 'setLook'>
  readonly deliveryChoices: Pick<DeliveryChoicesStore, 'change'>
}

export async function createProject(parts: ProjectParts, name: string, template?: TemplateChoice): Promise<Project> {
  const { projects } = parts
  const project = await projects.create(name)
  return projects.makeWhole(project.id, async () => {
    if (template) {
      await withoutStep(async () => {
        await fill(parts, project.id, templateOf(template))
        await parts.script.setLanguage(project.id, { speaker: null, language: template.language })
      })
    }
    return projects.noteMade(project.id)
  })
}

async function fill({ script, storyboard, deliveryChoices }: ProjectParts, projectId: ProjectId, of: ProjectTemplate): Promise<void> {
  const lines = await script.add(projectId, null, of.lines)
  const edits = of.pictures.flatMap(({ at, prompt, motion }) => lines[at] ? [{ lineId: lines[at].id, prompt, motionPrompt: motion }] : [])
  if (edits.length > 0) {
    await storyboard.setLook(projectId, { style: of.style })
    await storyboard.edit(projectId, edits)
  }
  await deliveryChoices.change(projectId, { presetId: of.presetId, ...of.size && { filmSize: of.size } })
}
