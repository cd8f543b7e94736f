/** Checks: problems found in the studio's files and databases, and what was repaired. */
import { z } from 'zod'
import { procedure } from './define.ts'

/** A count, and the first few by name. */
const Found = z.object({ count: z.int(), examples: z.array(z.string()) })

export const CheckReport = z.object({
  takes: z.int(),
  files: z.int(),
  /** SQLite's own integrity messages. */
  damage: z.array(z.object({ file: z.enum(['library.db', 'ledger.db']), said: z.string() })),
  /** Files that are missing or have another size than recorded. Their takes are marked. */
  missing: Found,
  /** Files whose content does not match their hash; checked only with `isDeep`. */
  wrong: Found,
  /** Complete files that no take names. Repaired: media become takes in the trash, anything else is set aside. */
  orphans: Found,
  /** Partial files, left by a crash or a full disk. Repaired: set aside. */
  halves: Found,
  /** Takes missing from the search index, and index entries without a take. Repaired: rebuilt. */
  outOfStep: z.int(),
  /** References to missing things. Repaired where no work is lost by it. */
  dangling: Found,
  /** Rows with values that no version writes, as table, key and columns. They are shown nowhere, hide nothing else, and stay. */
  unreadable: Found,
  /** Non-empty work folders of unknown jobs. They may be paid for, so they are never touched. */
  unclaimed: Found,
  /** Posters and waveforms that are missing or cut short. Repaired: made again. */
  beside: Found,
  /** Files that an earlier version measured: their facts and posters are made again while the studio is open. Repaired: at once. */
  old: z.int(),
  /** Preview files that are missing or damaged; their content is read with `isDeep`. Repaired: set aside, and made again when needed. */
  previews: Found,
  /** Delivered files that are missing or changed; their content is read with `isDeep`. They are the user's own, and never touched. */
  deliveries: Found,
  isDeep: z.boolean(),
  isRepaired: z.boolean(),
  /** Where files were set aside; null when none were. */
  setAside: z.string().nullable(),
})
export type CheckReport = z.infer<typeof CheckReport>

export const checks = {
  /** Compares files and databases; `isDeep` reads every file, `isRepairing` repairs what it can. Deletes nothing. */
  run: procedure({
    effect: 'writes',
    input: z.object({ isDeep: z.boolean(), isRepairing: z.boolean() }),
    output: z.object({ report: CheckReport }),
    faults: ['library-read-only'],
  }),
}
