/** Which rates a model can have: those that count something of what its kind asks for. Pure. */
import type { Model } from '#contract/models.ts'
import type { Rates } from '#contract/spend.ts'
import type { Kind } from '#contract/words.ts'

const ofKind: Readonly<Record<Kind, readonly (keyof Rates)[]>> = {
  speech: ['request', 'thousandCharacters', 'resultSecond', 'registration'],
  image: ['request', 'image'],
  edit: ['request', 'image'],
  video: ['request', 'resultSecond'],
  transcribe: ['request', 'sourceSecond'],
  chat: ['request', 'millionTokensIn', 'millionTokensOut'],
}

export function ratesFor(kind: Kind): readonly (keyof Rates)[] {
  return ofKind[kind]
}

export function takesRate(model: Pick<Model, 'kind' | 'registersVoices'>, rate: keyof Rates): boolean {
  return ofKind[model.kind].includes(rate) && (rate !== 'registration' || model.registersVoices)
}
