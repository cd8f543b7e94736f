/** The tags and the cover of sound files: those of the project. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { SoundTags } from '#contract/sound-tags.ts'
import type { Take } from '#contract/takes.ts'
import { computed, watch } from 'vue'
import { formats } from '#rules/deliver/formats.ts'
import { showTagsOf } from '#rules/deliver/sound-tags.ts'
import { useDeliveryChoices } from '../../../stores/delivery-choices.ts'
import { useTakes } from '../../../stores/takes.ts'
import { useChoose } from '../use-choose.ts'

export function useSoundTags(preset: () => Preset | undefined) {
  const takes = useTakes()
  const choices = useDeliveryChoices()
  const choose = useChoose()
  const chooseUnasked = useChoose(false)
  const tags = computed((): SoundTags => choices.now.tags)
  const coverTakeId = computed(() => choices.now.coverTakeId)
  const isHeld = computed(() => formats[preset()?.format ?? 'mp4'].cover)

  const set = (changed: Partial<SoundTags>): void => void choose({ tags: changed })
  const setCover = (take: Take | null): void => {
    if (take)
      takes.remember([take])
    void choose({ coverTakeId: take?.id ?? null })
  }

  // One that was deleted for good is forgotten.
  watch([coverTakeId, () => takes.get(coverTakeId.value)], async ([id, known]) => {
    const answer = id && !known && await takes.load(id)
    if (answer && answer.fault?.code === 'not-found' && coverTakeId.value === id)
      void chooseUnasked({ coverTakeId: null })
  }, { immediate: true })

  return {
    /** Whether files of the chosen preset have them. */
    isHeld,
    tags,
    set,
    cover: computed(() => takes.get(coverTakeId.value) ?? null),
    setCover,
    /** What presets keep. */
    ofShow: computed(() => isHeld.value ? showTagsOf(tags.value) : null),
    options: computed((): Pick<DeliveryOptions, 'tags' | 'coverTakeId'> => isHeld.value
      ? { tags: tags.value, ...coverTakeId.value === null ? {} : { coverTakeId: coverTakeId.value } }
      : {}),
  }
}

export type UsedSoundTags = ReturnType<typeof useSoundTags>
