/** Uploaded voices: an id belongs to one model, and the same clip always gets the same id. */
import { Refusal } from './answers/answer.ts'
import { hashOf } from './seed.ts'

export interface Registrations {
  /** 32 hex digits. */
  idFor: (model: string, clip: Uint8Array) => string
  register: (model: string, clip: Uint8Array) => string
  /** The hash of the clip behind an id. Throws Refusal 404 when this model has no such voice. */
  clipHashOf: (model: string, voiceId: string) => string
}

export function createRegistrations(): Registrations {
  const known = new Map<string, { model: string, clipHash: string }>()
  const idFor: Registrations['idFor'] = (model, clip) => hashOf(model, clip).slice(0, 32)
  return {
    idFor,
    register(model, clip) {
      const id = idFor(model, clip)
      known.set(id, { model, clipHash: hashOf(clip) })
      return id
    },
    clipHashOf(model, voiceId) {
      const voice = known.get(voiceId)
      if (voice?.model !== model)
        throw new Refusal(404, 'Voice not found')
      return voice.clipHash
    },
  }
}
