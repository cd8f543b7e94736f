/** One link for the page's whole life, over whichever connection is open now. */
import type { ClientLink, ClientOptions } from '@orpc/client'
import type { PageContext, WireState } from './wire.ts'
import { ORPCError } from '@orpc/client'
import { readonly, shallowRef, watch } from 'vue'
import { Fault } from '#contract/faults.ts'
import { changeHeader } from '#contract/kept.ts'

export function changeHeaders({ context: { changeId } }: Pick<ClientOptions<PageContext>, 'context'>): Record<string, string> {
  return changeId === undefined ? {} : { [changeHeader]: changeId }
}

export function createSwitchedLink() {
  const state = shallowRef<WireState>('connecting')
  let current: ClientLink<PageContext> | null = null

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

  async function call(path: readonly string[], input: unknown, options: ClientOptions<PageContext>): Promise<unknown> {
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
    link: { call } satisfies ClientLink<PageContext>,
    state: readonly(state),
    whenOpen: (signal?: AbortSignal) => until(now => now === 'open', signal),
    /** Puts a connection in use; null when there is none for now, with the reason as the new state. */
    use(connection: ClientLink<PageContext> | null, next: WireState) {
      current = connection
      state.value = next
    },
  }
}
