/** The captions that the player shows over a delivery; empty until they are read, and where it has none. */
import type { ShallowRef } from 'vue'
import type { Delivery, ShownCaption } from '#contract/deliveries.ts'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { attempt, patientStudio } from '../../../studio.ts'

export function useShownCaptions(shown: () => Delivery | null): Readonly<ShallowRef<readonly ShownCaption[]>> {
  const captions = shallowRef<readonly ShownCaption[]>([])
  watch(() => shown()?.id, async (deliveryId) => {
    captions.value = []
    if (deliveryId === undefined)
      return
    // Without them the film can be seen all the same.
    const { value } = await attempt(patientStudio.deliveries.captions({ deliveryId }))
    if (shown()?.id === deliveryId)
      captions.value = value?.captions ?? []
  }, { immediate: true })
  return shallowReadonly(captions)
}
