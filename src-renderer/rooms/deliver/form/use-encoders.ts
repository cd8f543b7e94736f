/** What this machine can encode: presets that lack an encoder, and hardware that works, which is used only when it is chosen. */
import type { EncoderKind, Preset, VideoCodec } from '#contract/presets.ts'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { useSettings } from '../../../stores/settings.ts'
import { useStatus } from '../../../stores/status.ts'
import { attempt, patientStudio } from '../../../studio.ts'

export function useEncoders(preset: () => Preset | undefined) {
  const status = useStatus()
  const settings = useSettings()
  const lacking = shallowRef<ReadonlyMap<string, readonly string[]>>(new Map())
  const hardware = shallowRef<ReadonlyMap<VideoCodec, string>>(new Map())
  /** Null is the preset's. */
  const chosen = shallowRef<EncoderKind | null>(null)

  watch([() => status.now?.ffmpeg?.path, () => status.wire, () => JSON.stringify(settings.now.presets)], async () => {
    const { value } = await attempt(patientStudio.deliveries.lacking({}))
    if (value)
      lacking.value = new Map(value.presets.map(({ presetId, needs }) => [presetId, needs]))
  }, { immediate: true })
  watch([() => status.now?.ffmpeg?.path, () => status.wire], async () => {
    const { value } = await attempt(patientStudio.deliveries.hardware({}))
    if (value)
      hardware.value = new Map(value.encoders.map(({ codec, name }) => [codec, name]))
  }, { immediate: true })

  const usual = computed(() => preset()?.video?.encoder ?? 'software')
  /** As ffmpeg spells it; null where none works for this codec. */
  const name = computed(() => {
    const video = preset()?.video
    // None writes ten bits.
    return video && video.bits !== 10 ? hardware.value.get(video.codec) ?? null : null
  })
  const kind = computed((): EncoderKind => chosen.value === 'hardware' && name.value === null ? usual.value : chosen.value ?? usual.value)

  return {
    /** Of presets that cannot be rendered here, what they need. */
    lacking: shallowReadonly(lacking),
    name,
    kind,
    /** Whether there is anything to choose. */
    isOffered: computed(() => name.value !== null || usual.value === 'hardware'),
    choose: (wanted: EncoderKind) => {
      chosen.value = wanted
    },
    /** As calls name it. */
    wish: computed((): { encoder?: EncoderKind } => kind.value === usual.value ? {} : { encoder: kind.value }),
  }
}

export type UsedEncoders = ReturnType<typeof useEncoders>
