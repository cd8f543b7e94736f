/** Adds lines to the script of a project, one that is there or one that is made for them, and offers to open it. */
import type { ProjectId } from '#contract/words.ts'
import type { ScriptText } from '#rules/script/script-lines.ts'
import type { AnyFault } from '../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'

/** As many as one call takes. */
const mostAtOnce = 5000

type Target = { readonly id: ProjectId, readonly name: string } | { readonly newName: string }

export function useSendToScript() {
  const router = useRouter()
  const notices = useNotices()
  const undo = useUndo()
  const isBusy = shallowRef(false)

  async function add(lines: readonly ScriptText[], target: Target): Promise<AnyFault | null> {
    let project = 'id' in target ? target : null
    if ('newName' in target) {
      const made = await attempt(studio.projects.create({ name: target.newName }))
      if (made.fault)
        return made.fault
      project = made.value.project
    }
    if (!project)
      return null
    const { id: projectId, name } = project
    const step = undo.step({ name: 'addLines', of: String(lines.length) }, projectId)
    for (let from = 0; from < lines.length; from += mostAtOnce) {
      const answer = await attempt(studio.script.add({ projectId, afterLineId: null, lines: lines.slice(from, from + mostAtOnce), step }))
      if (answer.fault)
        return answer.fault
    }
    notices.say(t => t.chat.toScript.added(lines.length, name), {
      tone: 'good',
      act: { label: t => t.chat.toScript.open, run: () => router.push({ name: 'script', params: { projectId } }) },
    })
    return null
  }

  return {
    isBusy: shallowReadonly(isBusy),
    async send(lines: readonly ScriptText[], target: Target): Promise<AnyFault | null> {
      isBusy.value = true
      const fault = await add(lines, target)
      isBusy.value = false
      return fault
    },
  }
}
