/**
 * The requests that one form becomes, as prices count them: a long text in its parts, and a voice's clip where it must be
 * registered first.
 */
import type { Fields, Model } from '#contract/models.ts'
import type { AccountId, VoiceId } from '#contract/words.ts'
import type { Sending } from '../spend/use-estimates.ts'
import { spokenFieldOf, spokenText } from '#rules/models/sent-values.ts'
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

  /** Nothing where nothing is to be spoken yet. Only a text in the field `text` is spoken in parts. */
  function speechesOf(model: Model, fields: Fields): Fields[] {
    const field = spokenFieldOf(model)
    if (field?.name === 'text')
      return spokenParts(model, fields).filter(text => text.trim() !== '').map(text => ({ ...fields, text }))
    return field && spokenText(model, fields) === null ? [] : [fields]
  }

  return {
    /** Not for chat, which sends a conversation. */
    sendingsOf(accountId: AccountId, model: Model, fields: Fields, voiceId: VoiceId | null = null): Sending[] {
      const sending = { accountId, modelId: model.id }
      switch (model.kind) {
        case 'speech':
          return [
            ...(voiceId !== null && isToRegister(voiceId, model, accountId) ? [{ ...sending, quantities: quantitiesOfRegistration }] : []),
            ...speechesOf(model, fields).map(spoken => ({ ...sending, quantities: quantitiesOf('speech', model, spoken) })),
          ]
        case 'image':
        case 'edit':
        case 'video':
          return [{ ...sending, quantities: quantitiesOf(model.kind, model, fields) }]
        case 'transcribe':
          return [{ ...sending, quantities: quantitiesOf('transcribe', model, fields, soundSeconds(fields)) }]
        case 'chat':
          return []
        default:
          return model.kind satisfies never
      }
    },
  }
}
