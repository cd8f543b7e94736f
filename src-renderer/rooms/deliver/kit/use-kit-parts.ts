/** The parts of a kit: how large each would be, which can be chosen and which are. The choice is the project's. */
import type { DeliveryPart, KitPart } from '#contract/delivery-options.ts'
import type { EncoderKind } from '#contract/presets.ts'
import type { SequenceId, TrackId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { useDeliveryChoices } from '../../../stores/delivery-choices.ts'
import { attempt, patientStudio } from '../../../studio.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useChoose } from '../use-choose.ts'
import { chosenParts, kitParts, neededBy } from './kit-parts.ts'

/** What of the delivery's choices its parts depend on. */
export interface KitWish {
  readonly part?: DeliveryPart
  readonly encoder?: EncoderKind
  readonly mostMegabytes?: number
  /** Null is all that are not muted. */
  readonly captionTrackIds?: TrackId[] | null
}

export function useKitParts(wish: KitWish & { readonly sequenceId: SequenceId, readonly presetId: string }) {
  const t = useTexts()
  const choices = useDeliveryChoices()
  const choose = useChoose()
  const wanted = computed(() => choices.now.kit)
  const answer = shallowRef<{ sizes: ReadonlyMap<KitPart, number> | null, fault: AnyFault | null }>({ sizes: null, fault: null })
  const chosen = computed(() => chosenParts(wanted.value, answer.value.sizes))

  void attempt(patientStudio.deliveries.kitSizes(wish)).then(({ value, fault }) => {
    answer.value = { sizes: value ? new Map(value.parts.map(({ part, sizeBytes }) => [part, sizeBytes])) : null, fault: fault ?? null }
  })

  return {
    answer: shallowReadonly(answer),
    chosen,
    /** Bytes of what is chosen. */
    sum: computed(() => chosen.value.reduce((bytes, part) => bytes + (answer.value.sizes?.get(part) ?? 0), 0)),
    /** Why a part cannot be chosen; empty where it can. */
    hindrance(part: KitPart): string {
      const needed = neededBy(part)
      if (answer.value.sizes && !answer.value.sizes.has(part))
        return t.value.deliver.kit.nothing
      return needed !== null && !chosen.value.includes(needed) ? t.value.deliver.kit.needs(t.value.deliver.kit.parts[needed].label) : ''
    },
    choose(part: KitPart, isChosen: boolean): void {
      void choose({ kit: kitParts.filter(each => each === part ? isChosen : wanted.value.includes(each)) })
    },
  }
}
