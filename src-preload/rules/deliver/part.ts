/** Which part of a sequence a delivery is of. */
import type { DeliveryPart } from '#contract/delivery-options.ts'
import type { Encoding } from '#contract/presets.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'

export const isStill = ({ format }: Pick<Encoding, 'format'>): boolean => format === 'png' || format === 'jpeg'

/** The sequence with this part between its in and out. A still is one frame: the first, unless another is named. */
export function cutTo<Cut extends Pick<SequenceDocument, 'inFrame' | 'outFrame'>>(
  sequence: Cut,
  part: DeliveryPart | undefined,
  encoding?: Pick<Encoding, 'format'>,
): Cut {
  const range = part === undefined
    ? { inFrame: sequence.inFrame, outFrame: sequence.outFrame }
    : part === 'whole' ? { inFrame: null, outFrame: null } : { inFrame: part.frame, outFrame: part.frame + 1 }
  const first = range.inFrame ?? 0
  return { ...sequence, ...range, ...encoding && isStill(encoding) && { inFrame: first, outFrame: first + 1 } }
}
