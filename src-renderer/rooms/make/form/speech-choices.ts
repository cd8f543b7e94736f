/** What speech needs besides its fields: the user's own voice, and the transport of live sound. Kept in local storage. */
import type { Fields, Model } from '#contract/models.ts'
import type { ProjectId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { VoiceId } from '#contract/words.ts'
import { readJson } from '#rules/plain-data.ts'
import { withoutVoiceFields } from '../../../parts/voices/own-voice.ts'
import { useVoices } from '../../../stores/voices.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

const Choices = z.object({ voices: z.record(z.string(), VoiceId), isOverSocket: z.boolean() })
type Choices = z.infer<typeof Choices>
const none: Choices = { voices: {}, isOverSocket: false }

export const useSpeechChoices = defineStore('speech-choices', () => {
  const voices = useVoices()
  const kept = useLocalStorage<Choices>(pageKeys.speech, none, {
    shallow: true,
    serializer: { read: text => readJson(Choices, text) ?? none, write: choices => JSON.stringify(choices) },
  })
  const keyOf = (projectId: ProjectId | null): string => projectId ?? 'none'

  /** The user's own voice chosen on this workbench for this model; null when there is none, or it was deleted. */
  function voiceFor(projectId: ProjectId | null, model: Model | null): VoiceId | null {
    const voiceId = kept.value.voices[keyOf(projectId)]
    if (!voiceId || !model?.registersVoices)
      return null
    const voice = voices.get(voiceId)
    return voices.isReady && (!voice || voice.trashedAt !== null) ? null : voiceId
  }

  return {
    voiceFor,
    /** What was chosen, whether or not the model in use and the library have it. Plain data. */
    written: (projectId: ProjectId | null): unknown => [kept.value.voices[keyOf(projectId)], kept.value.isOverSocket],
    chooseVoice(projectId: ProjectId | null, voiceId: VoiceId | null): void {
      const { [keyOf(projectId)]: _before, ...others } = kept.value.voices
      kept.value = { ...kept.value, voices: voiceId === null ? others : { ...others, [keyOf(projectId)]: voiceId } }
    },
    isOverSocket: () => kept.value.isOverSocket,
    travelOverSocket(isOverSocket: boolean): void {
      kept.value = { ...kept.value, isOverSocket }
    },
    /** The fields as they are sent: the user's own voice replaces every other field that chooses a voice. */
    fieldsSent: (
      model: Model,
      fields: Fields,
      voiceId: VoiceId | null,
    ): Fields => voiceId === null ? fields : withoutVoiceFields(model, fields),
  }
})
