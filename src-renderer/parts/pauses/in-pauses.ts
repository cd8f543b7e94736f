/** A value that takes long to work out and may come a moment later: it is worked out in the pauses of the page. */
import type { ShallowRef } from 'vue'
import { onScopeDispose, ReactiveEffect, shallowReadonly, shallowRef } from 'vue'

/** The value is never older than this, in milliseconds, however busy the page is. */
const latestMs = 500

/** `first` until it was worked out once; after each change of what `work` reads, the value before for a moment more. */
export function inPauses<Value>(work: () => Value, first: Value): Readonly<ShallowRef<Value>> {
  const value = shallowRef(first)
  let waiting = 0
  const effect = new ReactiveEffect(() => {
    value.value = work()
  })
  function ask(): void {
    if (waiting === 0)
      waiting = requestIdleCallback(workOut, { timeout: latestMs })
  }
  function workOut(): void {
    waiting = 0
    effect.run()
  }
  effect.scheduler = ask
  ask()
  onScopeDispose(() => {
    cancelIdleCallback(waiting)
    effect.stop()
  })
  return shallowReadonly(value)
}
