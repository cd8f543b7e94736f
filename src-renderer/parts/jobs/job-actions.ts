/** The acts on a job as commands: in the queue with keys, next to other results by the menu of its card. */
import type { Job } from '#contract/jobs.ts'
import type { Action } from '../../actions/action.ts'
import type { MenuIds } from '../../actions/menu.ts'
import type { JobFamily } from './job-families.ts'
import type { JobAct, QueueActs } from './use-queue-acts.ts'
import { hasEnded, mayLookAgain } from '#rules/jobs/attention.ts'
import { openRenderLog, openTakeInspector } from '../../actions/overlay.ts'
import { useCopy } from '../text/use-copy.ts'
import { pausableOf } from './job-families.ts'
import { againOf, isAttachable } from './job-words.ts'

interface JobHands {
  /** The job that is meant, with its parts. */
  readonly family: () => JobFamily | undefined
  /** All that wait, in the order of the queue. */
  readonly waiting: () => readonly JobFamily[]
  /** `isHeld`: the key of the move before is still down. */
  readonly move: (family: JobFamily, by: 1 | -1, isHeld?: boolean) => unknown
  readonly acts: QueueActs
}

/** `prefix` begins their ids; each registers its own, so that two of them can be there at once. Call it in a setup. */
export function useJobActions(prefix: 'queue' | 'job', { family, waiting, move, acts }: JobHands): Action[] {
  const copy = useCopy()
  const place = (): number => waiting().findIndex(({ head }) => head.id === family()?.head.id)
  const head = () => family()?.head
  /** A check of the job that is meant; false while none is. */
  const is = (check: (job: Job, whole: JobFamily) => boolean) => (): boolean => {
    const meant = family()
    return meant !== undefined && check(meant.head, meant)
  }
  const run = (act: (job: Job) => JobAct) => (): unknown => {
    const meant = family()
    return meant && acts.run(act(meant.head), meant.head, meant)
  }
  const moveBy = (by: 1 | -1, isHeld = false) => (): unknown => {
    const meant = family()
    return meant && move(meant, by, isHeld)
  }
  /** What ends its stay: an open job is cancelled, an ended one leaves the list. */
  const endingOf = (job: Job): 'cancel' | 'give-up' | 'clear' => !hasEnded(job) ? 'cancel' : job.state === 'unsure' ? 'give-up' : 'clear'
  const endings = { 'cancel': 'cancel', 'give-up': 'giveUp', 'clear': 'clearOne' } as const
  const isThere = is(() => true)
  type More = Pick<Action, 'label' | 'run' | 'repeat' | 'isHidden'> & { when: () => boolean }
  const command = (id: string, keys: string[], more: More): Action =>
    ({ id: `${prefix}.${id}`, group: 'queue', ...prefix === 'queue' && keys.length > 0 ? { keys } : {}, ...more })

  return [
    command('move-up', ['alt+arrowup'], {
      label: t => t.queue.moveUp,
      when: () => place() > 0,
      run: moveBy(-1),
      repeat: moveBy(-1, true),
    }),
    command('move-down', ['alt+arrowdown'], {
      label: t => t.queue.moveDown,
      when: () => place() >= 0 && place() < waiting().length - 1,
      run: moveBy(1),
      repeat: moveBy(1, true),
    }),
    command('run-next', ['n'], { label: t => t.queue.runNext, when: () => place() >= 0, run: run(() => 'next') }),
    command('pause', ['p'], {
      label: t => head()?.isPaused ? t.queue.resume : t.queue.pause,
      when: is((_job, whole) => pausableOf(whole).length > 0),
      run: run(job => job.isPaused ? 'resume' : 'pause'),
    }),
    command('again', ['r'], {
      label: t => is(mayLookAgain)() ? t.queue.lookAgain : t.queue.retry,
      when: is(job => againOf(job) !== 'never'),
      // The free act first: generating again is also a button.
      run: run(job => mayLookAgain(job) ? 'look' : 'again'),
    }),
    command('attach', ['a'], { label: t => t.queue.attach, when: is(isAttachable), run: run(() => 'attach') }),
    command('act', ['delete', 'backspace'], {
      label: (t) => {
        const job = head()
        return job ? t.queue[endings[endingOf(job)]] : t.queue.act
      },
      when: isThere,
      run: run(endingOf),
    }),
    command('copy', [], { label: t => t.saving.copyName, isHidden: true, when: isThere, run: () => copy(head()?.title ?? '') }),
    command('log', [], {
      label: t => t.delivery.log.show,
      when: is(job => job.deliveryId !== null),
      run: () => {
        const deliveryId = head()?.deliveryId
        return deliveryId && openRenderLog(deliveryId)
      },
    }),
    command('open', ['enter'], {
      label: t => t.queue.openTake,
      when: is(job => job.takeIds.length > 0),
      run: () => head()?.takeIds.slice(0, 1).forEach(takeId => openTakeInspector(takeId)),
    }),
  ]
}

export function jobMenu(prefix: 'queue' | 'job'): MenuIds {
  return [
    ['open', 'copy', 'log'],
    ['run-next', 'move-up', 'move-down', 'pause'],
    ['again', 'attach'],
    ['act'],
    // Of a card in another room.
    ['show'],
  ].map(group => group.map(id => `${prefix}.${id}`))
}
