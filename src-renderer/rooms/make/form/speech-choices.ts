/** What speech is asked for beside its fields: a voice of one's own, and the way live sound travels. Kept in the page's own storage. */
import type { Fields, Model } from '#contract/models.ts'
import type { ProjectId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { VoiceId } from '#contract/words.ts'
import { withoutVoiceFields } from '../../../parts/voices/own-voice.ts'
import { useVoices } from '../../../stores/voices.ts'

const Choices = z.object({ voices: z.record(z.string(), VoiceId), isOverSocket: z.boolean() })
type Choices = z.infer<typeof Choices>
const none: Choices = { voices: {}, isOverSocket: false }

function readChoices(text: string): Choices {
  try {
    return Choices.parse(JSON.parse(text))
  }
  catch {
    // Written by another version: the usual way is better than a page that does not open.
    return none
  }
}

export const useSpeechChoices = defineStore('speech-choices', () => {
  const voices = useVoices()
  const kept = useLocalStorage<Choices>('takeroom.speech', none, { shallow: true, serializer: { read: readChoices, write: choices => JSON.stringify(choices) } })
  const keyOf = (projectId: ProjectId | null): string => projectId ?? 'none'

  /** The voice of one's own that speaks on this workbench with this model; null when none was chosen, or it is gone. */
  function voiceFor(projectId: ProjectId | null, model: Model | null): VoiceId | null {
    const voiceId = kept.value.voices[keyOf(projectId)]
    if (!voiceId || !model?.registersVoices)
      return null
    const voice = voices.get(voiceId)
    return voices.isReady && (!voice || voice.trashedAt !== null) ? null : voiceId
  }

  return {
    voiceFor,
    chooseVoice(projectId: ProjectId | null, voiceId: VoiceId | null): void {
      const { [keyOf(projectId)]: _before, ...others } = kept.value.voices
      kept.value = { ...kept.value, voices: voiceId === null ? others : { ...others, [keyOf(projectId)]: voiceId } }
    },
    isOverSocket: () => kept.value.isOverSocket,
    travelOverSocket(isOverSocket: boolean): void {
      kept.value = { ...kept.value, isOverSocket }
    },
    /** The fields as they are sent: a voice of one's own stands in the place of every other way to choose one. */
    fieldsSent: (model: Model, fields: Fields, voiceId: VoiceId | null): Fields => voiceId === null ? fields : withoutVoiceFields(model, fields),
  }
})
