/** The preset and captions of the last delivery from this page: what the next one will most likely be. */
import type { CaptionMode, EncoderKind } from '#contract/presets.ts'
import { useLocalStorage } from '@vueuse/core'
import { presets } from '#rules/deliver/presets.ts'
import { pageKeys } from '../../wire/page-keys.ts'

export interface DeliveredAs { readonly presetId: string, readonly captionMode: CaptionMode, readonly encoder?: EncoderKind }

const [first] = presets

export function useDeliveredAs() {
  return useLocalStorage<DeliveredAs>(pageKeys.deliveredAs, {
    presetId: first?.id ?? '',
    captionMode: first?.captionModes[0] ?? 'none',
  }, { shallow: true })
}
