/**
 * A value of main's that changes on the screen before main has confirmed it. Each change that waits is applied to what main told last, in
 * the order of the changes, so that neither an answer to an older change nor a change of another page makes a newer one jump back.
 */
import type { ComputedRef } from 'vue'
import type { FaultCode } from '#contract/faults.ts'
import type { Attempt } from '../wire/attempt.ts'
import { computed, shallowRef } from 'vue'

/** The state after the change; `revision` is the number of changes that led to it. */
interface Told<State> { readonly state: State, readonly revision: number }

interface Pending<Change> {
  readonly id: number
  readonly change: Change
  /** The revision that has it; null until main has answered. */
  readonly revision: number | null
}

interface Optimistic<State, Change> {
  /** What main told, with every change on it that main has not told yet. */
  readonly now: ComputedRef<State>
  /** What main told last. */
  readonly told: () => State
  /**
   * Takes over a state that main told. One that is older than the last is left out; `isFirst` says that it begins a feed, and so
   * counts whatever its number is: main may have been started again.
   */
  readonly receive: (told: Told<State>, isFirst?: boolean) => void
  /** Shows the change at once and until main has told a state with it; takes it back when main refuses it. */
  readonly change: <Answer, Code extends FaultCode>(
    change: Change,
    send: () => Promise<Attempt<Answer, Code>>,
    told: (answer: Answer) => Told<State>,
  ) => Promise<Attempt<Answer, Code>>
}

export function useOptimistic<State, Change>(
  { first, apply }: { readonly first: State, readonly apply: (state: State, change: Change) => State },
): Optimistic<State, Change> {
  // Together in one value: what main has confirmed leaves `pending` at the moment it arrives in `state`.
  const kept = shallowRef<{ readonly state: State, readonly revision: number, readonly pending: readonly Pending<Change>[] }>(
    { state: first, revision: -1, pending: [] },
  )

  let count = 0

  function receive({ state, revision }: Told<State>, isFirst = false): void {
    if (!isFirst && revision < kept.value.revision)
      return
    kept.value = {
      state,
      revision,
      // A feed that begins has what was answered before.
      pending: isFirst ? kept.value.pending.map(each => each.revision === null ? each : { ...each, revision: 0 }) : kept.value.pending,
    }
    dropTold()
  }

  /**
   * A change stays until all before it were answered: main carried them out in their order, and an older one that is answered late
   * would be shown on top of it.
   */
  function dropTold(): void {
    const { pending, revision } = kept.value
    const open = pending.findIndex(each => each.revision === null || each.revision > revision)
    if (pending.length > 0 && open !== 0)
      kept.value = { ...kept.value, pending: open < 0 ? [] : pending.slice(open) }
  }

  return {
    now: computed(() => kept.value.pending.reduce((state, { change }) => apply(state, change), kept.value.state)),
    told: () => kept.value.state,
    receive,
    async change(change, send, told) {
      const id = ++count
      const replace = (revision: number | 'refused'): void => {
        kept.value = { ...kept.value, pending: kept.value.pending.flatMap(each =>
          each.id !== id ? each : revision === 'refused' ? [] : { ...each, revision }) }
      }
      kept.value = { ...kept.value, pending: [...kept.value.pending, { id, change, revision: null }] }
      const answer = await send()
      if (answer.value === undefined) {
        replace('refused')
        dropTold()
        return answer
      }
      const now = told(answer.value)
      replace(now.revision)
      receive(now)
      dropTold()
      return answer
    },
  }
}
