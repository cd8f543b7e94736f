/** The user's own voices that a model can speak with, and their registration with the current account. */
import type { ComputedRef } from 'vue'
import type { Model } from '#contract/models.ts'
import type { Voice } from '#contract/voices.ts'
import type { VoiceId } from '#contract/words.ts'
import { computed } from 'vue'
import { useAccounts } from '../../stores/accounts.ts'
import { useVoices } from '../../stores/voices.ts'
import { useTexts } from '../../texts/texts.ts'
import { fitsModel, longestClip, registrationOf } from './own-voice.ts'

export interface OwnVoices {
  /** Whether this form and this model accept the user's own voices at all. */
  isOffered: ComputedRef<boolean>
  offered: ComputedRef<readonly Voice[]>
  /** The one in use, even if it was moved to the trash since. */
  speaking: ComputedRef<Voice | null>
  isUnfit: (voice: Voice) => boolean
  /** Registered, to be registered, or unfit, as a sentence. */
  standing: (voice: Voice) => string
}

/** `voiceId` is undefined in forms that cannot carry one. */
export function useOwnVoices(model: () => Model, voiceId: () => VoiceId | null | undefined): OwnVoices {
  const t = useTexts()
  const voices = useVoices()
  const accounts = useAccounts()
  const isOffered = computed(() => voiceId() !== undefined && model().registersVoices)
  const isUnfit = (voice: Voice): boolean => voice.trashedAt !== null || !fitsModel(voice, model())

  return {
    isOffered,
    offered: computed(() => isOffered.value ? voices.all : []),
    speaking: computed(() => isOffered.value ? voices.get(voiceId()) ?? null : null),
    isUnfit,
    standing(voice) {
      const words = t.value.player.voices
      if (voice.trashedAt !== null)
        return words.gone
      if (isUnfit(voice))
        return words.clipUnfit(longestClip(model()))
      const registration = registrationOf(voice, model().id, accounts.current?.id ?? null)
      if (!registration)
        return words.toRegister
      return registration.isRefused ? words.refused : words.registered
    },
  }
}
