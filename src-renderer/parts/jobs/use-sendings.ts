/**
 * The requests that one form becomes, as prices count them: a long text in its parts, and a voice's clip where it must be
 * registered first.
 */
import type { Fields, Model } from '#contract/models.ts'
import type { AccountId, VoiceId } from '#contract/words.ts'
import type { Sending } from '../spend/use-estimates.ts'
import { spokenParts } from '#rules/script/spoken-parts.ts'
import { quantitiesOf, quantitiesOfRegistration } from '#rules/spend/quantities.ts'
import { useVoices } from '../../stores/voices.ts'
import { useHeldFiles } from '../files/held-files.ts'
import { registrationOf } from '../voices/own-voice.ts'

export function useSendings() {
  const voices = useVoices()
  const held = useHeldFiles()

  function isToRegister(voiceId: VoiceId, model: Model, accountId: AccountId): boolean {
    const voice = voices.get(voiceId)
    const registration = voice && registrationOf(voice, model.id, accountId)
    return voice !== undefined && (!registration || registration.isRefused)
  }

  function soundSeconds(fields: Fields): number | null {
    const lengths = Object.values(held.factsOf(fields) ?? {}).map(file => file.durationSeconds)
    return lengths.length === 0 || lengths.includes(null) ? null : lengths.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0)
  }

  return {
    /** Not for chat, which sends a conversation. */
    sendingsOf(accountId: AccountId, model: Model, fields: Fields, voiceId: VoiceId | null = null): Sending[] {
      const sending = { accountId, modelId: model.id }
      switch (model.kind) {
        case 'speech':
          return [
            ...(voiceId !== null && isToRegister(voiceId, model, accountId) ? [{ ...sending, quantities: quantitiesOfRegistration }] : []),
            ...spokenParts(model, fields).filter(text => text.trim() !== '').map(text => ({
              ...sending,
              quantities: quantitiesOf('speech', { ...fields, text }),
            })),
          ]
        case 'image':
        case 'edit':
        case 'video':
          return [{ ...sending, quantities: quantitiesOf(model.kind, fields) }]
        case 'transcribe':
          return [{ ...sending, quantities: quantitiesOf('transcribe', fields, soundSeconds(fields)) }]
        case 'chat':
          return []
        default:
          return model.kind satisfies never
      }
    },
  }
}
