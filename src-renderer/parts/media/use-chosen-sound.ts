/** The sound of a file of which a track or a side was chosen: asked for where it is shown, and its parts where they are ready. */
import type { ComputedRef } from 'vue'
import type { Rendition } from '#contract/renditions.ts'
import type { MediaRef } from '#contract/studio.ts'
import type { AssetId, HeardSound } from '#contract/words.ts'
import { computed, watch } from 'vue'
import { heardKey } from '#rules/sequence/heard.ts'
import { useRenditions } from '../../stores/renditions.ts'

export interface ChosenSound { readonly assetId: AssetId, readonly heard: HeardSound }

/** Percent. */
const asRecorded = 100

/** What was chosen; null for a default sound as it is. */
export function chosenOf(assetId: AssetId, heard: HeardSound | undefined): ChosenSound | null {
  return heard && heardKey(heard) !== '' ? { assetId, heard } : null
}

/** What a part of a ready rendition is served as. */
export function partOfSound({ assetId, speed, heard, madeAt }: Extract<Rendition, { state: 'ready' }>, part: 'sound' | 'peaks'): MediaRef {
  return { of: 'rendition', assetId, speed, ...heard && { heard }, part, madeAt }
}

/** Null while it is being made, where it cannot be made, and without a choice. */
export function useChosenSound(chosen: () => ChosenSound | null): ComputedRef<Extract<Rendition, { state: 'ready' }> | null> {
  const renditions = useRenditions()
  const state = computed(() => {
    const wanted = chosen()
    return wanted ? renditions.get(wanted.assetId, { speed: asRecorded, heard: wanted.heard }) ?? null : null
  })
  const nameOf = (wanted: ChosenSound | null): string => wanted ? `${wanted.assetId} ${heardKey(wanted.heard)}` : ''
  // What was removed in the meantime is asked for again.
  watch([() => nameOf(chosen()), () => state.value?.state === 'none'], () => {
    const wanted = chosen()
    if (wanted && state.value?.state !== 'ready')
      void renditions.want([], [{ ...wanted, speed: asRecorded }])
  }, { immediate: true })
  return computed(() => state.value?.state === 'ready' ? state.value : null)
}
