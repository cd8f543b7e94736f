/** What a delivery gets where nothing else is said. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'

export const usualOptions: DeliveryOptions = {
  levelsLines: true,
  captions: { trackIds: null, isAlsoEmbedded: false, files: [], forcedIds: [] },
  isMarked: true,
  beside: [],
}
