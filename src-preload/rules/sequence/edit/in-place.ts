/** Clips that become shorter while others play in the time that would be taken out: they leave a gap, and nothing is cut. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { applyEdits } from './apply.ts'
import { EditRefusedError } from './refused.ts'

type Rippling = Extract<SequenceEdit, { do: 'setSpeed' | 'setRamp' | 'swapTake' }>

/** The edit, or the same without a ripple where only that is refused. */
export function inPlaceIfBlocked<Edit extends Rippling>(document: SequenceDocument, edit: Edit): Edit {
  return edit.ripples && isRefused(document, [edit]) && !isRefused(document, [{ ...edit, ripples: false }])
    ? { ...edit, ripples: false }
    : edit
}

export function isRefused(document: SequenceDocument, edits: readonly SequenceEdit[]): boolean {
  try {
    applyEdits(document, edits)
    return false
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return true
    throw error
  }
}
