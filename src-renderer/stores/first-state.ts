/** A sequence as main has it now, read once: the first event of its feed. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import { sequenceEvent } from '#contract/sequences.ts'
import { studio } from '../studio.ts'

export async function firstState(sequenceId: SequenceId, signal: AbortSignal): Promise<Sequence> {
  const events = await studio.sequences.follow({ sequenceId }, { signal })
  const first = await events.next()
  await events.return?.()
  const event = first.done ? null : sequenceEvent(first.value)
  if (!event?.sequence)
    throw new Error('The sequence was not sent')
  return event.sequence
}
