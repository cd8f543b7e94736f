/** The form of what a list of Takeroom carries. */
import { z } from 'zod'
import { SequenceDocument } from '#contract/sequence-document.ts'
import { AssetId, SequenceId, TakeId } from '#contract/words.ts'

const OwnMedia = z.object({
  takeId: TakeId,
  /** Of the content of its file. */
  hash: AssetId,
  name: z.string().max(1000),
  seconds: z.number().min(0).nullable(),
})
export type OwnMedia = z.infer<typeof OwnMedia>

export const OwnFilm = z.object({
  version: z.literal(1),
  film: SequenceDocument,
  /** Those that are clips of it, each before those that play it. */
  inner: z.array(z.object({ id: SequenceId, document: SequenceDocument })).max(1000),
  media: z.array(OwnMedia).max(100_000),
})
export type OwnFilm = z.infer<typeof OwnFilm>
