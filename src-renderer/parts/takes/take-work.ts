/** An act on any number of takes: in parts, one after another, with progress, until all are done or a person cancels. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { attempt, patientStudio } from '../../studio.ts'

/** As many as one call takes. */
export const mostInPart = 1000

/** Takes by their ids; or by their numbers, where there are too many to load. */
export type ManyTakes = readonly TakeId[] | { readonly numbers: readonly number[] }

/** What a dialog acts on: takes with all that it may show of them, or only their numbers. */
export type TakesToActOn = readonly Take[] | { readonly numbers: readonly number[] }

export const countOf = (takes: ManyTakes | TakesToActOn): number => 'numbers' in takes ? takes.numbers.length : takes.length
export const loadedOf = (takes: TakesToActOn): readonly Take[] => 'numbers' in takes ? [] : takes
/** Of very many. */
export const numbersOf = (takes: TakesToActOn): readonly number[] => 'numbers' in takes ? takes.numbers : []
export const asMany = (takes: TakesToActOn): ManyTakes => 'numbers' in takes ? takes : takes.map(take => take.id)

/**
 * Whether the dialog of an act may close: once the first part is done, as the bar shows the rest; not where it was refused before, which
 * would lose what was typed. `act` calls `onPart` after each part, and answers whether all was done.
 */
export function isFirstDone(act: (onPart: () => void) => Promise<boolean>): Promise<boolean> {
  const first = Promise.withResolvers<boolean>()
  return Promise.race([first.promise, act(() => first.resolve(true))])
}

export interface WorkDone<Answer> {
  /** Of each part that was done. */
  readonly answers: readonly Answer[]
  /** Takes of these parts. */
  readonly done: number
  /** Why the next part failed. */
  readonly fault: AnyFault | null
  readonly isCancelled: boolean
}

// A store, because a person may be in another room before all is done.
export const useTakeWork = defineStore('take-work', () => {
  /** Of what takes more than one part; null when there is nothing such. */
  const now = shallowRef<{ readonly done: number, readonly of: number } | null>(null)
  let isCancelled = false

  async function idsOf(takes: ManyTakes, from: number): Promise<{ value?: TakeId[], fault?: AnyFault }> {
    if (!('numbers' in takes))
      return { value: takes.slice(from, from + mostInPart) }
    const answer = await attempt(patientStudio.takes.ids({ numbers: takes.numbers.slice(from, from + mostInPart) }))
    return answer.fault ? { fault: answer.fault } : { value: answer.value.takeIds }
  }

  return {
    now: shallowReadonly(now),
    /** After the part that is being done. */
    cancel(): void {
      isCancelled = true
    },
    async inParts<Answer>(
      takes: ManyTakes,
      call: (takeIds: TakeId[]) => Promise<Answer>,
      onPart = (): void => {},
    ): Promise<WorkDone<Answer>> {
      const count = countOf(takes)
      const isLong = count > mostInPart && now.value === null
      const answers: Answer[] = []
      let done = 0
      if (isLong)
        isCancelled = false
      try {
        // Also of none: a collection may be made empty.
        do {
          if (isLong)
            now.value = { done, of: count }
          const ids = await idsOf(takes, done)
          if (!ids.value)
            return { answers, done, fault: ids.fault ?? null, isCancelled: false }
          const { value, fault } = await attempt(call(ids.value))
          if (fault)
            return { answers, done, fault, isCancelled: false }
          answers.push(value)
          onPart()
          done = Math.min(done + mostInPart, count)
          if (isLong && isCancelled && done < count)
            return { answers, done, fault: null, isCancelled: true }
        } while (done < count)
        return { answers, done, fault: null, isCancelled: false }
      }
      finally {
        if (isLong)
          now.value = null
      }
    },
  }
})
