/** Adds lines to the script of a project, one that is there or one that is made for them, and offers to open it. */
import type { AskedStep } from '#contract/journal.ts'
import type { ProjectId } from '#contract/words.ts'
import type { ScriptText } from '#rules/script/script-lines.ts'
import type { AnyFault } from '../../studio.ts'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'
import { useOneAtATime } from '../intents/use-one-at-a-time.ts'

/** As many as one call takes. */
const mostAtOnce = 5000

interface Place { readonly id: ProjectId, readonly name: string }
type Target = Place | { readonly newName: string }

export function useSendToScript() {
  const router = useRouter()
  const notices = useNotices()
  const undo = useUndo()
  /** Made for lines that could not be added: trying again makes no second one. */
  let made: Place | null = null
  /** The lines of a part that was added before another one failed, by project. */
  const added = new Map<ProjectId, { readonly step: AskedStep, readonly lines: Set<ScriptText> }>()

  async function placeOf(target: Target): Promise<{ value: Place, fault?: undefined } | { fault: AnyFault }> {
    if ('id' in target)
      return { value: target }
    if (made?.name === target.newName)
      return { value: made }
    const answer = await attempt(studio.projects.create({ name: target.newName }))
    if (answer.fault)
      return { fault: answer.fault }
    made = answer.value.project
    return { value: made }
  }

  const add = async (lines: readonly ScriptText[], target: Target): Promise<AnyFault | null> => {
    const place = await placeOf(target)
    if (place.fault)
      return place.fault
    const { id: projectId, name } = place.value
    const begun = added.get(projectId)
      ?? { step: undo.step({ name: 'addLines', of: String(lines.length) }, projectId), lines: new Set<ScriptText>() }
    added.set(projectId, begun)
    const left = lines.filter(line => !begun.lines.has(line))
    for (let from = 0; from < left.length; from += mostAtOnce) {
      const part = left.slice(from, from + mostAtOnce)
      const { fault } = await attempt(studio.script.add({ projectId, afterLineId: null, lines: part, step: begun.step }))
      if (fault)
        return fault
      part.forEach(line => begun.lines.add(line))
    }
    added.delete(projectId)
    notices.say(t => t.chat.toScript.added(lines.length, name), {
      tone: 'good',
      act: { label: t => t.chat.toScript.open, run: () => router.push({ name: 'script', params: { projectId } }) },
    })
    return null
  }

  const { isBusy, run } = useOneAtATime(add)
  return { isBusy, send: run }
}
