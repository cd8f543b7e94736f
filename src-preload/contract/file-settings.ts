/** What a file says of how it was made: written into files that are saved, and read from those that come in. */
import { z } from 'zod'
import { Fields } from './models.ts'
import { Instant, Kind, Label, LongText, ModelId } from './words.ts'

/** Anybody may have written it: it fills in forms, and is never taken for something that was bought. */
export const FileSettings = z.object({
  format: z.literal('takeroom-settings'),
  version: z.literal(1),
  kind: Kind,
  modelId: ModelId,
  /** The prompt, or the words that are spoken. */
  text: LongText,
  voice: Label.max(200).nullable(),
  /** As they were sent. Files are named by what is in them. */
  fields: Fields,
  madeAt: Instant,
})
export type FileSettings = z.infer<typeof FileSettings>
