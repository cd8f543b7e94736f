/** Does an act on any number of takes as one step of undo, and says where it ended before all were done. */
import type { AskedStep } from '#contract/journal.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { ManyTakes } from './take-work.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { countOf, useTakeWork } from './take-work.ts'

/**
 * Returns the answers of all parts; null where a call failed or a person cancelled, which a notice has said, or `tell`. `onPart` is called
 * after each part that is done.
 */
export function useTakeParts() {
  const work = useTakeWork()
  const notices = useNotices()
  const undo = useUndo()

  return async function inParts<Answer>(
    takes: ManyTakes,
    step: AskedStep,
    call: (takeIds: TakeId[]) => Promise<Answer>,
    { tell = notices.fault, onPart }: { tell?: (fault: AnyFault) => void, onPart?: (() => void) | undefined } = {},
  ): Promise<readonly Answer[] | null> {
    const { answers, done, fault, isCancelled } = await undo.whileAdding(() => work.inParts(takes, call, onPart), work.cancel)
    if (fault)
      tell(fault)
    if (isCancelled) {
      notices.say(t => t.library.many.cancelled(done, countOf(takes)), {
        act: { label: t => t.shell.act.undo, run: undo.takeBack(step) },
      })
    }
    return fault || isCancelled ? null : answers
  }
}

/** The takes that the calls changed. */
export function changedBy(answers: readonly { readonly takeIds: readonly TakeId[] }[]): number {
  return answers.reduce((sum, { takeIds }) => sum + takeIds.length, 0)
}
