/** The user's own voice and a model: whether they fit, what is registered, and which fields a request then leaves out. Pure. */
import type { Fields, Model } from '#contract/models.ts'
import type { Registration, Voice } from '#contract/voices.ts'
import type { AccountId, ModelId } from '#contract/words.ts'

/** The shortest and the longest clip that any model is given. */
export const clipSeconds = { least: 1, most: 60 } as const

/** What one account and model call this voice; undefined before it was registered with them. */
export function registrationOf(
  voice: Pick<Voice, 'registrations'>,
  modelId: ModelId,
  accountId: AccountId | null,
): Registration | undefined {
  return voice.registrations.find(one => one.modelId === modelId && one.accountId === accountId)
}

/** The longest clip that can be registered with this model, in seconds. */
export function longestClip(model: Model): number {
  return Math.min(clipSeconds.most, ...model.fields.flatMap(field => field.type === 'file' ? field.maxClipSeconds ?? [] : []))
}

export function fitsModel(voice: Pick<Voice, 'clip'>, model: Model): boolean {
  const { durationSeconds } = voice.clip
  return model.registersVoices && durationSeconds !== null && durationSeconds >= clipSeconds.least && durationSeconds <= longestClip(model)
}

/** Without every other field that chooses a voice: the user's own voice replaces them. */
export function withoutVoiceFields(model: Model, fields: Fields): Fields {
  const others = new Set(model.fields.filter(field => field.group === 'voice').map(field => field.name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !others.has(name)))
}

export function hasVoiceFields(model: Model, fields: Fields): boolean {
  return model.fields.some(field => field.group === 'voice' && fields[field.name] !== undefined)
}

/** The voice that an earlier request used, found by the name that the service gave it. */
export function voiceBehind(voices: readonly Voice[], modelId: ModelId | null, fields: Fields): Voice | undefined {
  const name = fields.voice_id
  return typeof name !== 'string'
    ? undefined
    : voices.find(voice => voice.registrations.some(one => one.registeredAs === name && one.modelId === modelId))
}
