/** Moving the studio folder, as the page follows and asks for it. */
import type { MoveEvent, MovePlan } from '#contract/moves.ts'
import type { AnyFault } from '../../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useAsk } from '../../../parts/dialogs/use-ask.ts'
import { showSize } from '../../../parts/text/show-size.ts'
import { useFeed } from '../../../stores/feed.ts'
import { attempt, studio } from '../../../studio.ts'

export function useMoves() {
  const ask = useAsk()
  const notices = useNotices()
  const now = shallowRef<MoveEvent | null>(null)
  const plan = shallowRef<MovePlan | null>(null)
  const fault = shallowRef<AnyFault | null>(null)
  const isBusy = shallowRef(false)
  useFeed(options => studio.moves.changes({}, options), (event) => {
    now.value = event
  })

  /** Null asks by the dialog of the system. True when a plan is shown. */
  async function look(path: string | null): Promise<boolean> {
    isBusy.value = true
    const answer = await attempt(studio.moves.plan({ to: path === null ? { is: 'ask' } : { is: 'path', path } }))
    isBusy.value = false
    fault.value = answer.fault ?? null
    if (!answer.fault)
      plan.value = answer.value.plan
    return plan.value !== null
  }

  async function start(): Promise<void> {
    if (plan.value === null)
      return
    isBusy.value = true
    const answer = await attempt(studio.moves.start({ planId: plan.value.planId }))
    isBusy.value = false
    plan.value = null
    fault.value = answer.fault ?? null
  }

  async function removeFormer(): Promise<void> {
    const former = now.value?.former
    if (!former)
      return
    const isSure = await ask(({ moves: { former: words } }) => ({
      title: words.ask,
      content: words.askBody(former.folder, showSize(former.sizeBytes)),
      act: words.act.replace('…', ''),
    }))
    if (!isSure)
      return
    const answer = await attempt(studio.moves.removeFormer({}))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { kept } = answer.value
    notices.say(texts => texts.moves.former.removed(kept), { tone: 'good' })
  }

  return {
    now: shallowReadonly(now),
    plan: shallowReadonly(plan),
    fault: shallowReadonly(fault),
    isBusy: shallowReadonly(isBusy),
    look,
    start,
    forgetPlan: () => void (plan.value = null),
    forgetFault: () => void (fault.value = null),
    async stop(): Promise<void> {
      const answer = await attempt(studio.moves.stop({}))
      if (answer.fault)
        notices.fault(answer.fault)
    },
    removeFormer,
  }
}
