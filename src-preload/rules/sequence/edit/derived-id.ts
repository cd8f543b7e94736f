/** Ids for clips that an edit creates on its own: page and main must get the same. */
import type { ClipId } from '#contract/words.ts'
import { hash32 } from '../../hash.ts'

/** Any four numbers that differ. */
const seeds = [0x811C9DC5, 0x01000193, 0x9E3779B1, 0x85EBCA77]

/** The same clip and place always give the same id, which nothing else has. */
export function derivedClipId(clipId: ClipId, place: number): ClipId {
  const words = `${clipId} ${place}`
  const hex = seeds.map(seed => hash32(words, seed).toString(16).padStart(8, '0')).join('')
  // Version 8 of the standard is for ids of one's own making.
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)]
  return groups.join('-') as ClipId // has the form of an id
}
