/** The words of a take with their times, and which of them is heard now. */
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { Take } from '#contract/takes.ts'
import type { WordTime } from '#contract/word-times.ts'
import { computed, toValue, watch } from 'vue'
import { useWordTimes } from '../../stores/word-times.ts'
import { wordAt } from './word-at.ts'

export interface SpokenWords {
  /** Empty where they are not known. */
  words: ComputedRef<readonly WordTime[]>
  isDoubtful: ComputedRef<boolean>
  /** The place among `words` of the one that is heard at this time; −1 between words. */
  litAt: (seconds: number) => number
}

/** `isWanted`: asks for them as soon as it is true. */
export function useSpokenWords(take: MaybeRefOrGetter<Take | null>, isWanted: () => boolean): SpokenWords {
  const known = useWordTimes()
  const found = computed(() => {
    const takeId = toValue(take)?.id
    return takeId === undefined ? undefined : known.get(takeId)
  })
  watch(() => {
    const now = toValue(take)
    return isWanted() && now?.kind === 'speech' && !now.asset.isMissing ? now.id : null
  }, takeId => takeId && void known.want([takeId]), { immediate: true })
  const words = computed(() => found.value?.state === 'ready' ? found.value.words : [])
  return {
    words,
    isDoubtful: computed(() => found.value?.state === 'ready' && found.value.isDoubtful),
    litAt: seconds => wordAt(words.value, seconds),
  }
}
