/** The sound that was chosen for a film, for its player: undefined for the film's own, null while the chosen one is being made. */
import type { ComputedRef } from 'vue'
import type { Take } from '#contract/takes.ts'
import { computed } from 'vue'
import { useLastingUrl } from '../../stores/media.ts'
import { chosenOf, partOfSound, useChosenSound } from './use-chosen-sound.ts'

/** `renew` is for a player that could not load it: replaces an address that has expired. */
export function useFilmSound(take: () => Take): { url: ComputedRef<string | null | undefined>, renew: () => Promise<boolean> } {
  const chosen = computed(() => take().medium === 'video' && !take().asset.isMissing ? chosenOf(take().asset.id, take().asset.heard) : null)
  const ready = useChosenSound(() => chosen.value)
  const { url, renew } = useLastingUrl(() => ready.value && partOfSound(ready.value, 'sound'))
  return { url: computed(() => chosen.value === null ? undefined : url.value), renew }
}
