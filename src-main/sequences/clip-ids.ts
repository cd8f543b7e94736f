/** Ids of clips that are laid out: the same line or picture always gets the same. */
import type { ClipId } from '#contract/words.ts'
import { derivedId } from '../base/ids.ts'

export function clipId(origin: string, words: string): ClipId {
  return derivedId(origin, words) as ClipId // has the form of an id
}
