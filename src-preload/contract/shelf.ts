/** The prompt shelf: prompts, looks, characters and wildcards that prompts name with `@name`, of a project or of the whole studio. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { AssetId, ProjectId, ShelfEntryId, TakeId } from './words.ts'

export const ShelfKind = z.enum(['prompt', 'look', 'character', 'wildcard'])
export type ShelfKind = z.infer<typeof ShelfKind>

export const mostNameLetters = 40
/** What may follow an @: letters and digits of any script, with - and _ between them. */
export const ShelfName = z.string().max(mostNameLetters).regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u)

export const mostShelfWords = 1000
export const mostReferences = 8

export const NewShelfEntry = z.object({
  id: ShelfEntryId,
  /** Null for the studio: it counts in every project. */
  projectId: ProjectId.nullable(),
  kind: ShelfKind,
  name: ShelfName,
  /** What is sent instead of the name; of a character, its description. Blank for a wildcard. */
  text: z.string().max(5000),
  /** Of a wildcard: one of these is sent. */
  words: z.array(z.string().min(1).max(500)).max(mostShelfWords),
  /** Images that go along with the request, of a look or a character. */
  takeIds: z.array(TakeId).max(mostReferences),
})
export type NewShelfEntry = z.infer<typeof NewShelfEntry>

export const ShelfEntry = NewShelfEntry.extend({
  /** Those of its images that are in the library. */
  stills: z.array(z.object({ takeId: TakeId, assetId: AssetId, mime: z.string() })),
})
export type ShelfEntry = z.infer<typeof ShelfEntry>

export const shelf = {
  /** All entries, of all projects and the studio, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(ShelfEntry, ShelfEntryId) }),
  /**
   * Writes and removes entries, all or none. Fails with changed-meanwhile when an entry is not as expected (null: not there yet), and with
   * name-taken when another entry of the same place has the name.
   */
  write: procedure({
    effect: 'writes',
    input: z.object({
      saved: z.array(z.object({ entry: NewShelfEntry, expected: NewShelfEntry.nullable().optional() })).max(1000),
      removedIds: z.array(ShelfEntryId).max(1000),
      ...isStep,
    }),
    output: z.object({}),
    faults: ['not-found', 'changed-meanwhile', 'name-taken', 'library-read-only'],
  }),
}
