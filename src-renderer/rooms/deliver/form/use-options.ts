/** What is chosen for a delivery besides its preset. What suits every film is remembered; what belongs to this one is not. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { EncoderKind, LoudnessTarget, Preset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import { computed, reactive, shallowRef, watch } from 'vue'
import { keepsBitRate } from '#rules/deliver/bit-rate.ts'
import { useDeliveryChoices } from '../../../stores/delivery-choices.ts'
import { useDeliveryTarget } from '../../../stores/delivery-target.ts'
import { useChoose } from '../use-choose.ts'
import { useEncoders } from './use-encoders.ts'
import { usePart } from './use-part.ts'
import { useSigning } from './use-signing.ts'
import { useSoundTags } from './use-sound-tags.ts'

export function useOptions(whole: () => Sequence | null, preset: () => Preset | undefined) {
  const part = usePart(whole, preset)
  const encoders = useEncoders(preset)
  /** What of it is delivered is between its in and out. */
  const sequence = part.delivered
  const choices = useDeliveryChoices()
  const choose = useChoose()
  /** Those of the project. */
  const kept = reactive({
    levelsLines: chosen('levelsLines'),
    levelsToShop: chosen('levelsToShop'),
    beside: chosen('beside'),
    captionFiles: chosen('captionFiles'),
    isAlsoEmbedded: chosen('isAlsoEmbedded'),
  })
  function chosen<Name extends 'levelsLines' | 'levelsToShop' | 'beside' | 'captionFiles' | 'isAlsoEmbedded'>(name: Name) {
    return computed({
      get: () => choices.now[name],
      set: value => void choose({ [name]: value }),
    })
  }
  /** Undefined is the preset's. */
  const loudness = shallowRef<LoudnessTarget | null | undefined>()
  const isMarked = shallowRef(true)
  /** Null is open. */
  const mostMegabytes = shallowRef<number | null>(null)
  /** Null is all that are not muted. */
  const trackIds = shallowRef<TrackId[] | null>(null)
  const shownId = shallowRef<TrackId | null | undefined>()
  const forcedIds = shallowRef<TrackId[]>([])
  const signing = useSigning(preset)
  const sound = useSoundTags(preset)

  watch(() => preset()?.id, () => {
    loudness.value = undefined
  })
  watch(() => sequence()?.id, () => {
    trackIds.value = null
    shownId.value = undefined
    forcedIds.value = []
    mostMegabytes.value = null
  })

  /** As calls name it. */
  const sizeWish = computed((): { mostMegabytes?: number } =>
    mostMegabytes.value !== null && isSized(preset(), encoders.kind.value) ? { mostMegabytes: mostMegabytes.value } : {})

  const options = computed((): DeliveryOptions => ({
    ...loudness.value === undefined ? {} : { loudness: loudness.value },
    levelsLines: kept.levelsLines,
    ...isForShops(preset()) && { levelsToShop: kept.levelsToShop },
    captions: {
      trackIds: trackIds.value,
      isAlsoEmbedded: kept.isAlsoEmbedded,
      files: kept.captionFiles,
      ...shownId.value === undefined ? {} : { shownId: shownId.value },
      forcedIds: forcedIds.value,
    },
    isMarked: isMarked.value,
    beside: kept.beside,
    ...signing.wish.value,
    ...sound.options.value,
    ...part.wish.value,
    ...encoders.wish.value,
    ...sizeWish.value,
  }))
  const target = computed(() => loudness.value === undefined ? preset()?.loudness ?? null : loudness.value)
  // The Timeline plays as loud as this on request.
  const heard = useDeliveryTarget()
  watch([target, () => choices.now.presetId], ([now]) => heard.choose(now), { immediate: true })
  return {
    ...{ kept, loudness, target, isMarked, mostMegabytes, signing, trackIds, shownId, forcedIds },
    ...{ sound, part, encoders, sizeWish, options, sequence, preset },
  }
}

/** Whether its encoder keeps to a size. */
export function isSized(preset: Preset | undefined, encoder: EncoderKind): boolean {
  const video = preset?.video
  return video != null && keepsBitRate({ codec: video.codec, encoder })
}

/** Whether it makes the files that audiobook shops take. */
export function isForShops(preset: Preset | undefined): boolean {
  return preset !== undefined && preset.format === 'mp3' && preset.purpose === 'audiobook'
}

export type Options = ReturnType<typeof useOptions>

/** With or without one of its members. */
export function toggled<Item>(list: readonly Item[], item: Item, isIn: boolean): Item[] {
  const others = list.filter(each => each !== item)
  return isIn ? [...others, item] : others
}
