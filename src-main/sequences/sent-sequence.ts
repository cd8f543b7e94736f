/** Sequences and their events as they are sent. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SentSequenceEvent, SequenceEvent } from '#contract/sequences.ts'
import type { Steps } from '../base/in-pieces.ts'

/** Of an hour it takes some milliseconds to write; who comes back finds the same revision. */
const written = new WeakMap<Sequence, string>()

export function sentSequence({ sequence, ...event }: SequenceEvent): SentSequenceEvent {
  return { ...event, sequence: sequence && textOf(sequence) }
}

/** In a turn of its own: to send a long text takes about as long again. */
export function* textSteps(sequence: Sequence): Steps<string> {
  const text = textOf(sequence)
  yield
  return text
}

function textOf(sequence: Sequence): string {
  const text = written.get(sequence) ?? JSON.stringify(sequence)
  written.set(sequence, text)
  return text
}
