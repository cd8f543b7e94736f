/** The preset voices of the catalogue, each with the newest take that has it; asked for again when the catalogue or such takes change. */
import type { PresetVoice } from '#contract/voices.ts'
import type { TakeId } from '#contract/words.ts'
import type { Heard } from './use-hearing.ts'
import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, readonly, shallowReadonly, shallowRef, watch } from 'vue'
import { useModels } from '../../stores/models.ts'
import { useStatus } from '../../stores/status.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, patientStudio } from '../../studio.ts'

/** A whole script may be being spoken. */
const newsPauseMs = 300
const longestPauseMs = 3000

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
  const takes = useTakes()
  const all = shallowRef<readonly PresetVoice[]>([])
  const isReady = shallowRef(false)

  let question = 0
  async function load(): Promise<void> {
    const mine = ++question
    const answer = await attempt(patientStudio.voices.list({}))
    if (!answer.value || mine !== question)
      return
    all.value = answer.value.voices
    isReady.value = true
  }
  watch([() => status.wire, () => models.all], () => void load(), { immediate: true })
  const loadSoon = useDebounceFn(load, newsPauseMs, { maxWait: longestPauseMs })
  onScopeDispose(takes.listen(({ changed, removed, isCatchUp }) => {
    const spoken = new Set(changed.flatMap(({ modelId, voice }) => modelId && voice ? keyOf({ modelId, name: voice }) : []))
    const gone = new Set(removed)
    if (isCatchUp || all.value.some(voice => spoken.has(keyOf(voice)) || (voice.sampleTakeId && gone.has(voice.sampleTakeId))))
      void loadSoon()
  }))

  return {
    all: shallowReadonly(all),
    isReady: readonly(isReady),
    /** A take that was just made for a voice. */
    noteSample(key: string, takeId: TakeId): void {
      all.value = all.value.map(voice => keyOf(voice) === key ? { ...voice, sampleTakeId: takeId } : voice)
    },
  }
}
