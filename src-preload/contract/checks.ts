/** Checks: what is amiss with the studio's files and library, and what was done about it. */
import { z } from 'zod'
import { procedure } from './define.ts'

/** So many, and the first of them by name. */
const Found = z.object({ count: z.int(), examples: z.array(z.string()) })

export const CheckReport = z.object({
  takes: z.int(),
  files: z.int(),
  /** What the database found wrong with its own files, in its words. */
  damage: z.array(z.string()),
  /** Files that rows name and that are gone, or of another size. Their takes are marked. */
  missing: Found,
  /** Files whose bytes are not what their name says; looked for only when asked. */
  wrong: Found,
  /** Whole files that no take names. Repaired: media are takes in the trash, anything else is set aside. */
  orphans: Found,
  /** Beginnings of files, from a kill or a full disk. Repaired: set aside. */
  halves: Found,
  /** Takes that search does not find, and entries of search that are no take. Repaired: written anew. */
  outOfStep: z.int(),
  /** Rows and clips that name something that is gone. Repaired where nothing of the person's is lost by it. */
  dangling: Found,
  /** Folders of jobs that the ledger does not know, with something in them. It may be paid for: never touched. */
  unclaimed: Found,
  isDeep: z.boolean(),
  isRepaired: z.boolean(),
  /** Where files were set aside; null when none were. */
  setAside: z.string().nullable(),
})
export type CheckReport = z.infer<typeof CheckReport>

export const checks = {
  /** Compares files and library; with `isDeep` reads every file. With `isRepairing` puts in order what can be. Deletes nothing. */
  run: procedure({
    effect: 'writes',
    input: z.object({ isDeep: z.boolean(), isRepairing: z.boolean() }),
    output: z.object({ report: CheckReport }),
    faults: ['library-read-only'],
  }),
}
