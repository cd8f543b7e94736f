/** A link for what a page shows: a call waits while the connection is lost, and asks again when it was lost in the meantime. Only for calls that read. */
import type { ClientLink } from '@orpc/client'
import type { PageContext, Wire } from './wire.ts'
import { isFault } from '#contract/faults.ts'

export function createPatientLink({ link, whenOpen }: Pick<Wire, 'link' | 'whenOpen'>): ClientLink<PageContext> {
  return {
    async call(path, input, options) {
      for (;;) {
        await whenOpen(options.signal)
        try {
          return await link.call(path, input, options)
        }
        catch (thrown) {
          if (!isFault(thrown, 'disconnected'))
            throw thrown
        }
      }
    },
  }
}
