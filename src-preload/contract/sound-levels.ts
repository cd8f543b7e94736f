/** How loud a take is from one hundredth of a second to the next: where it is quiet, it can be cut. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { SoundChoice, TakeId } from './words.ts'

/** A sound of a take; the default one where nothing is chosen. */
export const MeasuredSound = z.object({ takeId: TakeId, heard: SoundChoice.optional() })
export type MeasuredSound = z.infer<typeof MeasuredSound>

export const levels = {
  /**
   * In the order of the input: a byte for each hundredth of a second in base64, in steps of half a decibel above −120; null where the take
   * or its file is missing, or has no sound that can be decoded. Decoding an hour takes seconds: it ends when the caller gives up.
   */
  measure: procedure({
    effect: 'reads',
    input: z.object({ sounds: z.array(MeasuredSound).min(1).max(16) }),
    output: z.object({ levels: z.array(z.base64().nullable()) }),
  }),
}
