/** Hashes and seeded random numbers: a result is determined by its request. */
import { createHash } from 'node:crypto'

/** Lower-case hex SHA-256 of the parts. Their boundaries count: ('ab','c') differs from ('a','bc'). */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts)
    hash.update(`${typeof part === 'string' ? Buffer.byteLength(part) : part.length}:`).update(part)
  return hash.digest('hex')
}

export interface Random {
  /** From 0 up to, but not including, 1. */
  next: () => number
  between: (low: number, high: number) => number
  pick: <T>(from: readonly [T, ...T[]]) => T
}

/** A generator that gives the same sequence for the same seed (mulberry32 over the seed's hash). */
export function createRandom(seed: string): Random {
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
