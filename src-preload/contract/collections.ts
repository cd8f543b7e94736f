/** Collections: lists of takes that a person makes, over all projects. A take may be in many; a removed list leaves its takes as they are. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { AskedName, CollectionId, Instant, Label, TakeId } from './words.ts'

export const Collection = z.object({
  id: CollectionId,
  name: Label.max(200),
  madeAt: Instant,
})
export type Collection = z.infer<typeof Collection>

const TakeIds = z.array(TakeId).max(1000)
const OneCollection = { output: z.object({ collection: Collection }) } as const

export const collections = {
  /** All of them, then changes. `takes.facets` counts their takes. */
  changes: feed({ input: z.object({}), event: changesOf(Collection, CollectionId) }),
  /** With these takes. Where there is one of this name, it gets the takes. Answers those that were not in it before. */
  create: procedure({
    effect: 'writes',
    input: z.object({ name: AskedName, takeIds: TakeIds, ...isStep }),
    output: OneCollection.output.extend({ takeIds: z.array(TakeId) }),
    faults: ['library-read-only'],
  }),
  /**
   * Saved searches that ask for it get the new name. Fails with changed-meanwhile when it has neither the expected name nor this one, with
   * name-taken when another one has it, in any case, and with search-too-long when such a search has no room for it.
   */
  rename: procedure({
    effect: 'writes',
    input: z.object({ collectionId: CollectionId, name: AskedName, expected: z.string().optional(), ...isStep }),
    ...OneCollection,
    faults: ['not-found', 'changed-meanwhile', 'name-taken', 'search-too-long', 'library-read-only'],
  }),
  /** Its takes stay in the library. */
  remove: procedure({
    effect: 'writes',
    input: z.object({ collectionId: CollectionId, ...isStep }),
    output: z.object({}),
    faults: ['library-read-only'],
  }),
  /** They come at its end, in the order given. Answers the takes that were not in it before. */
  add: procedure({
    effect: 'writes',
    input: z.object({ collectionId: CollectionId, takeIds: TakeIds, ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** Answers the takes that were in it. */
  removeTakes: procedure({
    effect: 'writes',
    input: z.object({ collectionId: CollectionId, takeIds: TakeIds, ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['library-read-only'],
  }),
  /** Puts takes, in the order given, before another one of it; with null at its end. Answers those that are in it. */
  move: procedure({
    effect: 'writes',
    input: z.object({ collectionId: CollectionId, takeIds: TakeIds, beforeTakeId: TakeId.nullable(), ...isStep }),
    output: z.object({ takeIds: z.array(TakeId) }),
    faults: ['not-found', 'library-read-only'],
  }),
}
