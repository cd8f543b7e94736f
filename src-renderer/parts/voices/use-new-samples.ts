/** Samples that this page has just had made, for voices whose own news may be behind: each until it is in the trash or gone. */
import type { TakeId } from '#contract/words.ts'
import { onScopeDispose, shallowReactive } from 'vue'
import { useTakes } from '../../stores/takes.ts'

/** By the keys of voices. */
export function useNewSamples() {
  const samples = shallowReactive(new Map<string, TakeId>())
  onScopeDispose(useTakes().listen(({ changed, removed }) => {
    const gone = new Set([...removed, ...changed.flatMap(take => take.trashedAt === null ? [] : take.id)])
    for (const [key, takeId] of samples) {
      if (gone.has(takeId))
        samples.delete(key)
    }
  }))
  return samples
}
