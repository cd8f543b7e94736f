/** Changes what was chosen for the deliveries of the project, mostly as a step of undo; a refusal is shown. */
import type { ChangedChoices } from '#contract/delivery-choices.ts'
import type { AskedStep } from '#contract/journal.ts'
import type { ProjectId } from '#contract/words.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useDeliveryChoices } from '../../stores/delivery-choices.ts'

export function useChoose(isStep = true): (changed: ChangedChoices) => Promise<void> {
  const choices = useDeliveryChoices()
  const notices = useNotices()
  const undo = useUndo()
  function stepOf(changed: ChangedChoices, projectId: ProjectId): AskedStep {
    const isTyped = Object.keys(changed).every(name => name === 'tags')
    // What is typed in one field is one step.
    const joins = `tags ${Object.keys(changed.tags ?? {}).join(' ')}`
    return undo.step({ name: 'chooseDelivery', of: '', ...isTyped && { joins } }, projectId)
  }
  return async (changed) => {
    const answer = await choices.change(changed, isStep ? projectId => stepOf(changed, projectId) : undefined)
    if (answer?.fault)
      notices.fault(answer.fault)
  }
}
