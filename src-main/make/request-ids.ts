/** The requests of a batch: each has its own id, so that its parts belong to it, and always the same, so that it is made once. */
import type { RequestId } from '#contract/words.ts'
import { sha256 } from '../base/hash.ts'

/** `of` is what the request is for, unique in its batch. */
export function requestIdOf(batchId: RequestId, of: string): RequestId {
  const hex = sha256(`${batchId} ${of}`)
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12}).*$/, '$1-$2-8$3-$4-$5') as RequestId // the form of ids
}
