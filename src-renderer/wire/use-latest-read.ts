/** What a place reads to show it: the answer to the latest question counts, and a refusal does not look like "nothing there". */
import type { AnyFault } from './attempt.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { attempt } from './attempt.ts'

/** `value` is null until something was read, and stays what was read last where reading again fails; `fault` says why. */
export function useLatestRead<Asked extends unknown[], Value>(read: (...asked: Asked) => Promise<Value>) {
  const last = shallowRef<{ readonly read: Value } | null>(null)
  const fault = shallowRef<AnyFault | null>(null)
  let turn = 0
  return {
    value: computed<Value | null>(() => last.value?.read ?? null),
    fault: shallowReadonly(fault),
    async load(...asked: Asked): Promise<void> {
      const mine = ++turn
      const answer = await attempt(read(...asked))
      if (mine !== turn)
        return
      fault.value = answer.fault ?? null
      if (!answer.fault)
        last.value = { read: answer.value }
    },
  }
}
