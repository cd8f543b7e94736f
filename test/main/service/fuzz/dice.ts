/** Repeatable randomness: every case has its own seed, printed when it fails. */
import process from 'node:process'

export interface Dice {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number from 0 to below `count`. */
  below: (count: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (share: number) => boolean
}

/** `TAKEROOM_FUZZ_SEED=7` tries other answers than the default ones. */
export const seed = Number(process.env.TAKEROOM_FUZZ_SEED ?? 20_260_301)

/** Mulberry32: small, fast and good enough for fuzzing. */
export function createDice(from: number): Dice {
  let state = from >>> 0
  const next = (): number => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    chance: share => next() < share,
    pick<T>(list: readonly T[]) {
      if (list.length === 0)
        throw new RangeError('There is nothing to pick')
      return list[below(list.length)] as T // an index inside the list
    },
  }
}

/** The dice for one case of one sort of answer; adjacent cases are unrelated. */
export function diceFor(sort: string, index: number): Dice {
  let hash = seed ^ Math.imul(index + 1, 0x9E3779B1)
  for (const letter of sort)
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return createDice(hash)
}

/** Runs this many cases. The first that throws is named, with all that is needed to repeat it. */
export function tryMany(sort: string, count: number, one: (dice: Dice, index: number) => void): void {
  for (let index = 0; index < count; index += 1) {
    try {
      one(diceFor(sort, index), index)
    }
    catch (cause) {
      throw failed(sort, index, cause)
    }
  }
}

/** The same for asynchronous cases, a few at once. */
export async function tryManyAtOnce(
  sort: string,
  count: number,
  atOnce: number,
  one: (dice: Dice, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      await one(diceFor(sort, index), index).catch((cause: unknown) => {
        throw failed(sort, index, cause)
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}

function failed(sort: string, index: number, cause: unknown): Error {
  return new Error(`${sort}: case ${index} with TAKEROOM_FUZZ_SEED=${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}
