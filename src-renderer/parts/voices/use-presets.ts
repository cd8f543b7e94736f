/** The preset voices of the catalogue, each with the newest take that has it; asked for again when the catalogue changes. */
import type { PresetVoice } from '#contract/voices.ts'
import type { TakeId } from '#contract/words.ts'
import type { Heard } from './use-hearing.ts'
import { readonly, shallowReadonly, shallowRef, watch } from 'vue'
import { useModels } from '../../stores/models.ts'
import { useStatus } from '../../stores/status.ts'
import { attempt, patientStudio } from '../../studio.ts'

export const keyOf = (voice: Pick<PresetVoice, 'modelId' | 'name'>): string => `${voice.modelId} ${voice.name}`

export function heardOf(voice: PresetVoice): Heard {
  return {
    key: keyOf(voice),
    sampleTakeId: voice.sampleTakeId,
    wish: { modelId: voice.modelId, voiceId: null, fields: { voice: voice.name } },
    isToRegister: false,
  }
}

export function usePresets() {
  const models = useModels()
  const status = useStatus()
  const all = shallowRef<readonly PresetVoice[]>([])
  const isReady = shallowRef(false)

  async function load(): Promise<void> {
    const answer = await attempt(patientStudio.voices.list({}))
    if (!answer.value)
      return
    all.value = answer.value.voices
    isReady.value = true
  }
  watch([() => status.wire, () => models.all], () => void load(), { immediate: true })

  return {
    all: shallowReadonly(all),
    isReady: readonly(isReady),
    /** A take that was just made for a voice. */
    noteSample(key: string, takeId: TakeId): void {
      all.value = all.value.map(voice => keyOf(voice) === key ? { ...voice, sampleTakeId: takeId } : voice)
    },
  }
}
