/** Looking for all missing files in a folder of the computer: found by their content, and copied back into the studio folder. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { SearchedFolder } from './relink-words.ts'

/** A count, and the first of them by name. */
const Named = z.object({ count: z.int(), names: z.array(z.string()) })

export const RelinkReport = z.object({
  reportId: z.uuid(),
  folder: z.string(),
  /**
   * whole: all was searched, or nothing was missing any more · stopped: by the user · too-many: the folder has more files than are
   * searched · disk-full: there is no room for the next file · failed: `reference` is the id in the log.
   */
  ended: z.enum(['whole', 'stopped', 'too-many', 'disk-full', 'failed']),
  reference: z.string(),
  /** How many files were looked at. */
  files: z.int(),
  /** Named by their takes. */
  found: Named,
  notFound: Named,
  /** Files and folders, by their paths below the folder, that could not be read or changed meanwhile. */
  unread: Named,
})
export type RelinkReport = z.infer<typeof RelinkReport>

export const RelinkEvent = z.object({
  /** listing: which files there are · comparing: those of the size of a missing file are read. Bytes are known while comparing. */
  work: z.object({
    step: z.enum(['listing', 'comparing']),
    folder: z.string(),
    files: z.int(),
    doneBytes: z.number(),
    totalBytes: z.number(),
    found: z.int(),
    wanted: z.int(),
  }).nullable(),
  /** How the last search ended; null where there was none since the studio was opened. */
  last: RelinkReport.nullable(),
})
export type RelinkEvent = z.infer<typeof RelinkEvent>

export const relinks = {
  /** How far a search is, and how the last one ended. */
  changes: feed({ input: z.object({}), event: RelinkEvent }),
  /** How many files are known to be missing, those of takes in the trash among them. */
  missing: procedure({ effect: 'reads', input: z.object({}), output: z.object({ count: z.int() }) }),
  /**
   * Begins to search a folder and all below it, and answers; the rest is told by the feed. Hidden folders, links and the studio folder
   * are left out, and nothing in the folder is changed. False when the user cancelled the dialog.
   */
  find: procedure({
    effect: 'writes',
    input: z.object({ in: SearchedFolder }),
    output: z.object({ isStarted: z.boolean() }),
    faults: ['relink-refused', 'relink-under-way', 'not-in-this-host', 'library-read-only'],
  }),
  /** What was found until now stays. */
  stop: procedure({ effect: 'writes', input: z.object({}), output: z.object({}) }),
}
