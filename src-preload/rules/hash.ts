/** A short hash of text that page and main compute alike. Not for secrets. */

/** MurmurHash3's mixing, over UTF-16 units: 32 bits. */
export function hash32(words: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < words.length; index++) {
    hash = Math.imul(hash ^ words.charCodeAt(index), 0x5BD1E995)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85EBCA6B)
  hash = Math.imul(hash ^ (hash >>> 13), 0xC2B2AE35)
  return (hash ^ (hash >>> 16)) >>> 0
}
