/** What a speech model can and cannot do, as codes with their numbers, which the sheet says in plain words. Pure. */
import type { Model } from '#contract/models.ts'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { hearsDirections } from '#rules/script/line-fields.ts'
import { longestClip } from '../own-voice.ts'

export interface ModelFact {
  readonly is: 'presets' | 'clones' | 'directions' | 'no-directions' | 'emotion' | 'speed' | 'languages' | 'characters' | 'seed'
  /** How many, or how many seconds; 0 where there is nothing to count. */
  readonly number: number
}

/** *Detect it* is no language. */
const noLanguage = 'Auto'

export function modelFacts(model: Model): ModelFact[] {
  const has = (name: string): boolean => model.fields.some(field => field.name === name)
  const choices = model.fields.find(field => field.name === 'language' || field.name === 'language_id')?.choices ?? []
  const languages = choices.filter(choice => choice.value !== noLanguage).length
  const characters = model.fields.find(field => field.name === 'text')?.maxCharacters?.count ?? 0
  const fact = (is: ModelFact['is'], isSo: boolean, number = 0): ModelFact[] => isSo ? [{ is, number }] : []
  return [
    ...fact('presets', model.presets.length > 0, model.presets.length),
    ...fact('clones', model.registersVoices, longestClip(model)),
    ...fact(hearsDirections(model) ? 'directions' : 'no-directions', true),
    ...fact('emotion', has('exaggeration')),
    ...fact('speed', has('voice_settings.speed')),
    ...fact('languages', languages > 0, languages),
    ...fact('characters', characters > 0, characters),
    ...fact('seed', seedFieldOf(model) !== null),
  ]
}
