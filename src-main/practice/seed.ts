/** Hashes and dice: everything the practice service makes is decided by what was asked. */
import { createHash } from 'node:crypto'

/** Lower-case hex SHA-256 of the parts; their boundaries count, so ('ab','c') differs from ('a','bc'). */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts)
    hash.update(`${typeof part === 'string' ? Buffer.byteLength(part) : part.length}:`).update(part)
  return hash.digest('hex')
}

export interface Dice {
  /** From 0 up to, but not including, 1. */
  next: () => number
  between: (low: number, high: number) => number
  pick: <T>(from: readonly [T, ...T[]]) => T
}

/** Dice that fall the same way for the same seed (mulberry32 over the seed's hash). */
export function createDice(seed: string): Dice {
  let state = Number.parseInt(hashOf(seed).slice(0, 8), 16)
  const next = () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: from => from[Math.floor(next() * from.length)] ?? from[0],
  }
}
