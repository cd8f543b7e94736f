/** The sound that was chosen for a film, for its player: undefined for the film's own, null while the chosen one is being made. */
import type { ComputedRef } from 'vue'
import type { Take } from '#contract/takes.ts'
import { computed } from 'vue'
import { useMediaUrl } from '../../stores/media.ts'
import { chosenOf, partOfSound, useChosenSound } from './use-chosen-sound.ts'

export function useFilmSound(take: () => Take): ComputedRef<string | null | undefined> {
  const chosen = computed(() => take().medium === 'video' && !take().asset.isMissing ? chosenOf(take().asset.id, take().asset.heard) : null)
  const ready = useChosenSound(() => chosen.value)
  const url = useMediaUrl(() => ready.value && partOfSound(ready.value, 'sound'))
  return computed(() => chosen.value === null ? undefined : url.value)
}
