/** Look-up tables of colours of the studio, from `.cube` files. A file is kept by its content: clips refer to its hash. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AssetId, ImportTicket, Instant, Label, Name, ProjectId, SequenceId } from './words.ts'

export const Lut = z.object({
  id: AssetId,
  name: Label.max(200),
  /** 1: a curve for each colour. 3: a lattice. */
  dimensions: z.union([z.literal(1), z.literal(3)]),
  /** Points along each axis. */
  size: z.int().min(2),
  /** Removed ones are not offered; clips that have one keep it. */
  isListed: z.boolean(),
  addedAt: Instant,
})
export type Lut = z.infer<typeof Lut>

const OneLut = { output: z.object({ lut: Lut }) } as const

export const luts = {
  /** All of them, also those that were removed, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Lut, AssetId) }),
  /** Keeps the `.cube` file that the host received. The same file is the same table: if it was removed, it is listed again. */
  import: procedure({
    effect: 'writes',
    input: z.object({ ticket: ImportTicket }),
    ...OneLut,
    faults: ['ticket-expired', 'unreadable-file', 'file-too-large', 'library-read-only'],
  }),
  /** Fails with changed-meanwhile when it has neither the expected name nor this one. */
  rename: procedure({
    effect: 'writes',
    input: z.object({ lutId: AssetId, name: Name, expected: z.string().optional() }),
    ...OneLut,
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Removes it from the list, or puts it back. */
  setListed: procedure({
    effect: 'writes',
    input: z.object({ lutId: AssetId, isListed: z.boolean() }),
    ...OneLut,
    faults: ['not-found', 'library-read-only'],
  }),
  /** Clips that have it, of sequences that are not deleted for good. */
  uses: procedure({
    effect: 'reads',
    input: z.object({ lutId: AssetId }),
    output: z.object({
      uses: z.array(z.object({
        ...{ projectId: ProjectId, projectName: z.string(), sequenceId: SequenceId, sequenceName: z.string(), clips: z.int().min(1) },
      })),
    }),
  }),
}
