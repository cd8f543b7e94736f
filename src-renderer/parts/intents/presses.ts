/** Presses of what costs money: one place sends one after another, and none is dropped. */
import { shallowReactive } from 'vue'
import { plainText } from '#rules/plain-data.ts'

export interface Presses {
  /**
   * Runs `act` when those before it at the same place are over. The same thing pressed again before its act is over is the same press.
   * A press that continues from an earlier one (double-click, held key) never begins anything: it gets the answer that is awaited here, or
   * undefined. `what` is plain data; it is undefined where only the act itself finds out what is asked for. An act must not press at its
   * own place.
   */
  readonly press: <Answer>(place: string, what: unknown, act: () => Promise<Answer>) => Promise<Answer | undefined>
  /** Something that was pressed here is not over yet. Reactive. */
  readonly isUnderWay: (place: string) => boolean
}

export function createPresses({ isRepeat }: { isRepeat: () => boolean }): Presses {
  /** By place, the last press that is not over. */
  const last = shallowReactive(new Map<string, Promise<unknown>>())
  const underWay = new Map<string, Promise<unknown>>()

  async function inTurn<Answer>(before: Promise<unknown> | undefined, act: () => Promise<Answer>): Promise<Answer> {
    // How the one before ended is its own affair.
    await before?.catch(() => {})
    return act()
  }

  return {
    press<Answer>(place: string, what: unknown, act: () => Promise<Answer>): Promise<Answer | undefined> {
      // Presses of one place answer alike.
      const before = last.get(place) as Promise<Answer> | undefined
      if (isRepeat())
        return before ?? Promise.resolve(undefined)
      const key = what === undefined ? null : `${place} ${plainText(what)}`
      const same = key === null ? undefined : underWay.get(key) as Promise<Answer> | undefined
      if (same)
        return same
      const mine = inTurn(before, act).finally(() => {
        if (last.get(place) === mine)
          last.delete(place)
        if (key !== null)
          underWay.delete(key)
      })
      last.set(place, mine)
      if (key !== null)
        underWay.set(key, mine)
      return mine
    },
    isUnderWay: place => last.has(place),
  }
}
