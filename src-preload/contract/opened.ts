/** Files that the user opened with Takeroom from outside: by *Open with* of the system, or named when it was started. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { OpenedId } from './words.ts'

/** As a page gets a dropped file: a name, a length, and bytes (`MediaRef`); never a path. */
export const OpenedFile = z.object({ openedId: OpenedId, name: z.string(), sizeBytes: z.number() })
export type OpenedFile = z.infer<typeof OpenedFile>

/** `missing`: there is none of that name · `folder` · `unreadable`: it may not be read, or is a device. */
export const OpenedRefusal = z.object({ name: z.string(), because: z.enum(['missing', 'folder', 'unreadable']) })
export type OpenedRefusal = z.infer<typeof OpenedRefusal>

export const opened = {
  /** How many files wait for a page to take them, now and after each change. */
  changes: feed({ input: z.object({}), event: z.object({ count: z.int() }) }),
  /** Gives all that wait to the page that asks first, once. They stay readable for as long as the studio is open and they do not change. */
  take: procedure({
    effect: 'writes',
    input: z.object({}),
    output: z.object({ files: z.array(OpenedFile), refused: z.array(OpenedRefusal) }),
  }),
}
