/** The tags and the cover of sound files: remembered for each project, filled in by presets that keep some. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { SoundTags } from '#contract/sound-tags.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed, watch } from 'vue'
import { formats } from '#rules/deliver/formats.ts'
import { noTags, showTagsOf } from '#rules/deliver/sound-tags.ts'
import { useTakes } from '../../../stores/takes.ts'

interface Kept { readonly tags?: Partial<SoundTags>, readonly coverTakeId?: TakeId | null }

export function useSoundTags(projectId: () => ProjectId | undefined, preset: () => Preset | undefined) {
  const takes = useTakes()
  const kept = useLocalStorage<Record<ProjectId, Kept>>('takeroom.sound-tags', {})
  const mine = computed((): Kept => kept.value[projectId() as ProjectId] ?? {}) // Without a project there are none.
  const tags = computed((): SoundTags => ({ ...noTags, ...mine.value.tags }))
  const coverTakeId = computed(() => mine.value.coverTakeId ?? null)
  const isHeld = computed(() => formats[preset()?.format ?? 'mp4'].cover)

  function keep(changed: Kept): void {
    const id = projectId()
    if (id !== undefined)
      kept.value = { ...kept.value, [id]: { ...mine.value, ...changed } }
  }
  const set = (changed: Partial<SoundTags>): void => keep({ tags: { ...tags.value, ...changed } })
  const setCover = (take: Take | null): void => {
    if (take)
      takes.remember([take])
    keep({ coverTakeId: take?.id ?? null })
  }

  watch(() => preset()?.id, () => {
    const own = preset()?.tags
    if (own)
      set(own)
  })
  // One that was deleted for good is forgotten.
  watch([coverTakeId, () => takes.get(coverTakeId.value)], async ([id, known]) => {
    const answer = id && !known && await takes.load(id)
    if (answer && answer.fault?.code === 'not-found' && coverTakeId.value === id)
      setCover(null)
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
