/** What can be done with a delivery, and its menu. */
import type { Delivery } from '#contract/deliveries.ts'
import type { SavedItem } from '#contract/saving.ts'
import { shallowRef } from 'vue'
import { useActions } from '../../actions/action.ts'
import { useMenu } from '../../actions/menu.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useSaving } from '../../parts/saving/use-saving.ts'
import { useCopy } from '../../parts/text/use-copy.ts'
import { attempt, studio } from '../../studio.ts'

export const itemOf = ({ id }: Delivery): SavedItem => ({ of: 'delivery', deliveryId: id })

export function useDeliveryActs() {
  const notices = useNotices()
  const undo = useUndo()
  return {
    async throwAway({ id, name }: Delivery): Promise<void> {
      const answer = await attempt(studio.deliveries.trash({ deliveryId: id }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const input = { deliveryId: id }
      const back = [{ call: 'deliveries.restore', input }] as const
      const { takeBack } = undo.note({ name: 'trashDelivery', of: name, back, forth: [{ call: 'deliveries.trash', input }] })
      notices.say(texts => texts.trash.thrown(name), { act: { label: texts => texts.shell.act.undo, run: takeBack } })
    },
  }
}

/** The acts of the delivery whose menu was opened last; `show` plays it in the room. */
export function useDeliveryMenu(show: (delivery: Delivery) => void): (event: MouseEvent, delivery: Delivery) => void {
  const menu = useMenu()
  const saving = useSaving()
  const copy = useCopy()
  const acts = useDeliveryActs()
  const target = shallowRef<Delivery | null>(null)
  const isDone = (): boolean => target.value !== null && target.value.files.length > 0
  const isThere = (): boolean => isDone() && target.value?.isMissing === false
  const on = (run: (delivery: Delivery) => unknown) => () => target.value && run(target.value)

  useActions([
    { id: 'delivery.play', group: 'deliver', isHidden: true, label: t => t.saving.play, when: isThere, run: on(show) },
    { id: 'delivery.save', group: 'deliver', label: t => t.saving.saveAs, when: isThere, run: on(each => saving.download([itemOf(each)])) },
    { id: 'delivery.reveal', group: 'deliver', label: t => t.saving.reveal, when: isThere, run: on(each => saving.reveal(itemOf(each))) },
    { id: 'delivery.copy', group: 'deliver', label: t => t.deliver.copyPath, when: isDone, run: on(each => copy(each.folder)) },
    { id: 'delivery.trash', group: 'deliver', label: t => t.trash.throwAway, when: isDone, run: on(acts.throwAway) },
  ])
  return (event, delivery) => {
    target.value = delivery
    menu.open(event, [['delivery.play'], ['delivery.save', 'delivery.reveal', 'delivery.copy'], ['delivery.trash']])
  }
}
