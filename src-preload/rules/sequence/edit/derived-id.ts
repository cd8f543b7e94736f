/** Ids for clips that an edit creates on its own: page and main must get the same. */
import type { ClipId } from '#contract/words.ts'

/** Any four numbers that differ. */
const seeds = [0x811C9DC5, 0x01000193, 0x9E3779B1, 0x85EBCA77]

/** The same clip and place always give the same id, which nothing else has. */
export function derivedClipId(clipId: ClipId, place: number): ClipId {
  return derivedId(`${clipId} ${place}`)
}

/** The same words always give the same id. */
export function derivedId<Id extends string>(words: string): Id {
  const hex = seeds.map(seed => hash32(words, seed).toString(16).padStart(8, '0')).join('')
  // Version 8 of the standard is for ids of one's own making.
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)]
  return groups.join('-') as Id // has the form of an id
}

/** MurmurHash3's mixing, over UTF-16 units: 32 bits. Not for secrets. */
function hash32(words: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < words.length; index++) {
    hash = Math.imul(hash ^ words.charCodeAt(index), 0x5BD1E995)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85EBCA6B)
  hash = Math.imul(hash ^ (hash >>> 13), 0xC2B2AE35)
  return (hash ^ (hash >>> 16)) >>> 0
}
