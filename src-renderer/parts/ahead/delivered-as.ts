/** The preset and captions of the last delivery from this page: what the next one will most likely be. */
import type { CaptionMode, EncoderKind } from '#contract/presets.ts'
import type { SequenceId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { presets } from '#rules/deliver/presets.ts'
import { pageKeys } from '../../wire/page-keys.ts'

export interface DeliveredAs {
  readonly presetId: string
  readonly captionMode: CaptionMode
  readonly encoder?: EncoderKind
  /** How large its file was allowed to be, which the form offers again for the same sequence only. */
  readonly size?: { readonly sequenceId: SequenceId, readonly mostMegabytes: number }
}

const [first] = presets

export function useDeliveredAs() {
  return useLocalStorage<DeliveredAs>(pageKeys.deliveredAs, {
    presetId: first?.id ?? '',
    captionMode: first?.captionModes[0] ?? 'none',
  }, { shallow: true })
}
