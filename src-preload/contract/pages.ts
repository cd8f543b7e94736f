/** The browsers that may open the studio, on a host that serves it to browsers. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { BrowserId, Instant } from './words.ts'

export const OpenPage = z.object({
  id: BrowserId,
  /** A browser that is known by name; empty for any other. */
  browser: z.string(),
  /** An operating system that is known by name; empty for any other. */
  system: z.string(),
  /** Of another machine; null for this one. */
  address: z.string().nullable(),
  openedAt: Instant,
  /** Now, for one that is open. */
  usedAt: Instant,
  /** How many pages it has open. */
  count: z.int(),
  /** The caller's own. */
  isThis: z.boolean(),
})
export type OpenPage = z.infer<typeof OpenPage>

export const pages = {
  /** Every browser that has opened the studio within 30 days and was not ended, the last used first; empty where no browser can. */
  changes: feed({ input: z.object({}), event: z.object({ pages: z.array(OpenPage) }) }),
  /** Ends it at once: its pages are cut off, what they were given to show is served no more, and it needs a new link. */
  end: procedure({ effect: 'writes', input: z.object({ browserId: BrowserId }), output: z.object({}), faults: ['not-found'] }),
  /** Ends all but the caller's. */
  endOthers: procedure({ effect: 'writes', input: z.object({}), output: z.object({ count: z.int() }) }),
}
