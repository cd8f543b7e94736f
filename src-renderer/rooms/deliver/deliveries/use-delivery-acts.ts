/** What can be done with a delivery, and its menu. */
import type { Delivery } from '#contract/deliveries.ts'
import type { SavedItem } from '#contract/saving.ts'
import type { SequenceId } from '#contract/words.ts'
import { useActions } from '../../../actions/action.ts'
import { useMeant } from '../../../actions/meant.ts'
import { useNotices } from '../../../actions/notices.ts'
import { openRenderLog } from '../../../actions/overlay.ts'
import { useQuestion } from '../../../actions/question.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useSaving } from '../../../parts/saving/use-saving.ts'
import { useCopy } from '../../../parts/text/use-copy.ts'
import { attempt, studio } from '../../../studio.ts'

export const itemOf = ({ id }: Delivery): SavedItem => ({ of: 'delivery', deliveryId: id })

export function useDeliveryActs() {
  const notices = useNotices()
  const undo = useUndo()
  const question = useQuestion()
  const intents = useIntents()
  return {
    /** Tells first what has changed since; `keep` brings a layout that follows the script up to date. */
    async again({ id, name, sequenceId }: Delivery, keep: (sequenceId: SequenceId) => Promise<unknown>): Promise<void> {
      await keep(sequenceId)
      const since = await attempt(studio.deliveries.since({ deliveryId: id }))
      if (since.fault)
        return notices.fault(since.fault)
      const { changes } = since.value
      if (!await question.ask({
        title: t => t.deliver.again.title(name),
        body: t => changes ? t.deliver.again.changed(changes) : t.deliver.again.unknown,
        act: t => t.deliver.again.act,
      })) {
        return
      }
      const answer = await intents.press(`again ${id}`, undefined, () =>
        intents.once(['again', id, changes], requestId => attempt(studio.deliveries.again({ requestId, deliveryId: id }))))
      if (answer?.fault)
        notices.fault(answer.fault)
    },
    async throwAway({ id, name }: Delivery): Promise<void> {
      const step = undo.step({ name: 'trashDelivery', of: name })
      const answer = await attempt(studio.deliveries.trash({ deliveryId: id, step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      notices.say(texts => texts.trash.thrown(name), { act: { label: texts => texts.shell.act.undo, run: undo.takeBack(step) } })
    },
  }
}

interface RoomActs {
  /** Plays it in the room. */
  readonly show: (delivery: Delivery) => void
  /** The one that it plays now: what acts mean while no menu was opened. */
  readonly shown: () => Delivery | null
  readonly again: (delivery: Delivery) => unknown
  readonly compare: (delivery: Delivery) => void
  readonly mayCompare: (delivery: Delivery) => boolean
}

/** The acts of the delivery whose menu is open, or else of the one that the room plays. */
export function useDeliveryMenu({ show, shown, again, compare, mayCompare }: RoomActs): (event: MouseEvent, delivery: Delivery) => void {
  const saving = useSaving()
  const copy = useCopy()
  const acts = useDeliveryActs()
  const { now: target, open } = useMeant(shown)
  const base = { group: 'deliver', of: () => target.value?.name ?? '' } as const
  const isDone = (): boolean => target.value !== null && target.value.files.length > 0
  const hasPlace = (): boolean => isDone() && !target.value?.isNotInBackup
  const isThere = (): boolean => isDone() && target.value?.isMissing === false
  const on = (run: (delivery: Delivery) => unknown) => () => target.value && run(target.value)

  useActions([
    { id: 'delivery.play', ...base, isHidden: true, label: t => t.saving.play, when: isThere, run: on(show) },
    {
      id: 'delivery.compare',
      group: 'deliver',
      isHidden: true,
      label: t => t.deliver.compare.act,
      when: () => isThere() && target.value !== null && mayCompare(target.value),
      run: on(compare),
    },
    { id: 'delivery.again', ...base, label: t => t.deliver.again.label, when: isDone, run: on(again) },
    { id: 'delivery.save', ...base, label: t => t.saving.saveAs, when: isThere, run: on(each => saving.download([itemOf(each)])) },
    { id: 'delivery.reveal', ...base, label: t => t.saving.reveal, when: isThere, run: on(each => saving.reveal(itemOf(each))) },
    { id: 'delivery.copy', ...base, label: t => t.deliver.copyPath, when: hasPlace, run: on(each => copy(each.folder)) },
    {
      ...{ id: 'delivery.log', ...base, isHidden: true, label: t => t.delivery.log.show },
      when: () => target.value !== null,
      run: on(each => openRenderLog(each.id)),
    },
    { id: 'delivery.trash', ...base, label: t => t.trash.throwAway, when: isDone, run: on(acts.throwAway) },
  ])
  return (event, delivery) => open(event, delivery, [
    ['delivery.play', 'delivery.compare', 'delivery.again'],
    ['delivery.save', 'delivery.reveal', 'delivery.copy', 'delivery.log'],
    ['delivery.trash'],
  ])
}
