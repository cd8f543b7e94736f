/** Saved searches: the words, filters and order of a list under a name. What they find follows from the takes of the moment. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { TakeSort } from './take-order.ts'
import { Instant, Label, Name, SavedSearchId } from './words.ts'

/** In characters. */
export const longestSearch = 1000
const SearchText = Label.trim().max(longestSearch)

export const SavedSearch = z.object({
  id: SavedSearchId,
  name: Label.max(200),
  /** In the language of searches; it is read in every language of the screen. */
  text: z.string(),
  sort: TakeSort,
  savedAt: Instant,
})
export type SavedSearch = z.infer<typeof SavedSearch>

const OneSearch = { output: z.object({ search: SavedSearch }) } as const

export const searches = {
  /** All of them, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(SavedSearch, SavedSearchId) }),
  /** Saves a search under a name; another may have it, too. */
  create: procedure({
    effect: 'writes',
    input: z.object({ name: Name, text: SearchText, sort: TakeSort, ...isStep }),
    ...OneSearch,
    faults: ['library-read-only'],
  }),
  /** Replaces the members that are given. Fails with changed-meanwhile when one of them is neither as expected nor as asked for. */
  change: procedure({
    effect: 'writes',
    input: z.object({
      searchId: SavedSearchId,
      name: Name.optional(),
      text: SearchText.optional(),
      sort: TakeSort.optional(),
      expected: z.object({ name: z.string(), text: z.string(), sort: TakeSort }).partial().optional(),
      ...isStep,
    }),
    ...OneSearch,
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** The takes that it finds stay as they are. */
  remove: procedure({
    effect: 'writes',
    input: z.object({ searchId: SavedSearchId, ...isStep }),
    output: z.object({}),
    faults: ['library-read-only'],
  }),
  /** How many takes each of these texts finds, without those in the trash. */
  counts: procedure({
    effect: 'reads',
    input: z.object({ texts: z.array(z.string().max(longestSearch)).max(100) }),
    output: z.object({ counts: z.array(z.int()) }),
  }),
}
