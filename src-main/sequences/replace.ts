/** Turns a document into another, changing only what differs, so that a journal holds only changes. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Edited } from '#rules/sequence/edit/differences.ts'
import type { Steps } from '../base/in-pieces.ts'
import { copyForEdit, differences } from '#rules/sequence/edit/differences.ts'

export function* replaced(before: SequenceDocument, after: SequenceDocument): Steps<Edited> {
  const copy = copyForEdit(after)
  yield
  return differences(before, copy)
}
