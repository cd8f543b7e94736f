/** Changes what was chosen for the deliveries of the project; a refusal is shown. */
import type { ChangedChoices } from '#contract/delivery-choices.ts'
import { useNotices } from '../../actions/notices.ts'
import { useDeliveryChoices } from '../../stores/delivery-choices.ts'

export function useChoose(): (changed: ChangedChoices) => Promise<void> {
  const choices = useDeliveryChoices()
  const notices = useNotices()
  return async (changed) => {
    const answer = await choices.change(changed)
    if (answer?.fault)
      notices.fault(answer.fault)
  }
}
