/** What all acts on clips share: the open document, what is selected in it, and the removal of that. */
import type { ComputedRef } from 'vue'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { findClip } from '#rules/sequence/document.ts'

export interface ClipContext {
  /** As main has confirmed it; null before the sequence is open. */
  readonly document: () => SequenceDocument | null
  /** Does nothing before the sequence is open. */
  readonly withDocument: (act: (now: SequenceDocument) => void) => void
  readonly selected: () => ReadonlySet<ClipId>
  /** The clip that was touched last. */
  readonly at: ComputedRef<ReturnType<typeof findClip>>
  readonly remove: (closesGap: boolean) => void
}
