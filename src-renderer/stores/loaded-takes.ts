/** The takes of a long list that are in memory: those in sight, some that were, and those that are pinned. */
import type { Take } from '#contract/takes.ts'
import type { AnyFault } from '../studio.ts'
import { onScopeDispose, shallowReactive } from 'vue'
import { attempt, patientStudio } from '../studio.ts'
import { useTakes } from './takes.ts'

/** As many as one answer has while a person scrolls, and in one call at most. */
const atOnce = 60
const mostInCall = 200
/** Beyond these the oldest are dropped. */
const mostLoaded = 1_200

export function useLoadedTakes({ isPinned, onFault, onGone }: {
  isPinned: (number: number) => boolean
  onFault: (fault: AnyFault | null) => void
  /** Main has no takes with these numbers, or cannot read them. */
  onGone: (numbers: ReadonlySet<number>) => void
}) {
  const takes = useTakes()
  const loaded = shallowReactive(new Map<number, Take>())
  /** Loaded before the connection was lost: shown, but read again. */
  const outdated = new Set<number>()
  let wanted: readonly number[] = []
  let isLoading = false
  let isOver = false
  onScopeDispose(() => isOver = true)

  const isMissing = (number: number): boolean => !loaded.has(number) || outdated.has(number)

  function add(fresh: readonly Take[]): void {
    takes.remember(fresh)
    for (const take of fresh) {
      loaded.set(take.number, take)
      outdated.delete(take.number)
    }
    if (loaded.size <= mostLoaded)
      return
    const inSight = new Set(wanted)
    for (const number of loaded.keys()) {
      if (loaded.size <= mostLoaded)
        return
      if (!inSight.has(number) && !isPinned(number))
        loaded.delete(number)
    }
  }

  async function ask(numbers: readonly number[]): Promise<boolean> {
    const answer = await attempt(patientStudio.takes.numbered({ numbers: [...numbers] }))
    if (isOver)
      return false
    onFault(answer.fault ?? null)
    if (!answer.value)
      return false
    add(answer.value.takes)
    const gone = new Set(numbers)
    for (const take of answer.value.takes)
      gone.delete(take.number)
    if (gone.size > 0) {
      wanted = wanted.filter(number => !gone.has(number))
      onGone(gone)
    }
    return true
  }

  /** One question at a time: what was passed while it was open is not asked for. */
  async function want(numbers: readonly number[]): Promise<void> {
    wanted = numbers
    if (isLoading)
      return
    isLoading = true
    for (let missing = wanted.filter(isMissing); missing.length > 0; missing = wanted.filter(isMissing)) {
      if (!await ask(missing.slice(0, atOnce)))
        break
    }
    isLoading = false
  }

  return {
    get: (number: number): Take | undefined => loaded.get(number),
    add,
    want: (numbers: readonly number[]): void => void want(numbers),
    update(take: Take): void {
      if (loaded.has(take.number))
        loaded.set(take.number, take)
    },
    readAgain(): void {
      for (const number of loaded.keys())
        outdated.add(number)
      void want(wanted)
    },
    async load(numbers: readonly number[]): Promise<Take[]> {
      const missing = numbers.filter(number => !loaded.has(number))
      const read: Take[] = []
      const gone = new Set<number>()
      for (let from = 0; from < missing.length; from += mostInCall) {
        const part = missing.slice(from, from + mostInCall)
        const answer = await attempt(patientStudio.takes.numbered({ numbers: part }))
        if (isOver)
          return []
        onFault(answer.fault ?? null)
        if (!answer.value)
          continue
        const there = new Set(answer.value.takes.map(take => take.number))
        read.push(...answer.value.takes)
        for (const number of part.filter(each => !there.has(each)))
          gone.add(number)
      }
      const byNumber = new Map(read.map(take => [take.number, take]))
      const all = numbers.flatMap(number => loaded.get(number) ?? byNumber.get(number) ?? [])
      add(read)
      if (gone.size > 0)
        onGone(gone)
      return all
    },
  }
}
