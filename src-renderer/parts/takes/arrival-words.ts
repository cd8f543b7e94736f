/** How a take arrived, in words: that it is incomplete, how much of it came and why no more, and what its header said. Pure. */
import type { Arrival } from '#contract/takes.ts'
import type { Texts } from '../../texts/texts.ts'
import { showSize } from '../text/show-size.ts'

/** Null for a take that arrived whole. */
export function incompleteWords(arrival: Arrival | null, { library }: Texts): { why: string, amount: string, said: string } | null {
  if (!arrival?.incomplete)
    return null
  const { because, said, receivedBytes, expectedBytes } = arrival.incomplete
  const received = showSize(receivedBytes)
  return {
    why: library.arrival.because[because],
    amount: expectedBytes !== null && expectedBytes > receivedBytes
      ? library.arrival.partOf(received, showSize(expectedBytes))
      : library.arrival.part(received),
    said,
  }
}

/** What was wrong with the header; null when nothing was. */
export function headerWords(arrival: Arrival | null, { library }: Texts): string | null {
  if (!arrival?.corrected)
    return null
  const { claimedBytes, foundBytes } = arrival.corrected
  const found = showSize(foundBytes)
  return claimedBytes === null ? library.arrival.noLength(found) : library.arrival.wrongLength(showSize(claimedBytes), found)
}
