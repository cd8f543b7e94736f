/** One link for the page's whole life, over whichever connection is open now. */
import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client'
import type { WireState } from './wire.ts'
import { ORPCError } from '@orpc/client'
import { readonly, shallowRef, watch } from 'vue'
import { Fault } from '#contract/faults.ts'

export function createSwitchedLink() {
  const state = shallowRef<WireState>('connecting')
  let current: ClientLink<ClientContext> | null = null

  function until(holds: (now: WireState) => boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted)
        return reject(signal.reason)
      if (holds(state.value))
        return resolve()
      const stop = watch(state, now => holds(now) && settle(resolve), { flush: 'sync' })
      const onAbort = () => settle(() => reject(signal?.reason))
      function settle(answer: () => void) {
        stop()
        signal?.removeEventListener('abort', onAbort)
        answer()
      }
      signal?.addEventListener('abort', onAbort)
    })
  }

  async function call(path: readonly string[], input: unknown, options: ClientOptions<ClientContext>): Promise<unknown> {
    // The first calls of a page wait for its connection; later ones fail at once when it is lost.
    if (state.value === 'connecting')
      await until(now => now !== 'connecting', options.signal)
    const connection = current
    if (state.value !== 'open' || !connection)
      throw new Fault('disconnected', {})
    try {
      return await connection.call(path, input, options)
    }
    catch (cause) {
      if (!(cause instanceof ORPCError) && connection !== current)
        throw new Fault('disconnected', {}, { cause })
      throw cause
    }
  }

  return {
    link: { call } satisfies ClientLink<ClientContext>,
    state: readonly(state),
    whenOpen: (signal?: AbortSignal) => until(now => now === 'open', signal),
    /** Puts a connection in use; null when there is none for now, with the reason as the new state. */
    use(connection: ClientLink<ClientContext> | null, next: WireState) {
      current = connection
      state.value = next
    },
  }
}
