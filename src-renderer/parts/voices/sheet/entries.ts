/** The voices of all models and the user's own as one list, what each says of itself, and which of them are wanted. Pure. */
import type { VoiceOnTrial } from '#contract/make.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { Casting } from '#contract/script.ts'
import type { Voice } from '#contract/voices.ts'
import type { ModelId } from '#contract/words.ts'
import type { Age, Sex, Traits } from './traits.ts'
import { fieldsThatFit } from '../../fields/field-form.ts'
import { fitsModel, withoutVoiceFields } from '../own-voice.ts'
import { voiceName } from '../voice-name.ts'
import { traitsOf } from './traits.ts'

/** The field that names a preset voice, by the service document. */
const presetField = 'voice'

export interface VoiceEntry extends Traits {
  readonly key: string
  readonly name: string
  /** `plain`: the one voice of a model that names none. */
  readonly kind: 'own' | 'preset' | 'plain'
  /** The models that speak with it, at least one. */
  readonly models: readonly Model[]
  readonly voice: Voice | null
  /** What a request names it by; null for others than presets. */
  readonly preset: string | null
  readonly description: string
  /** In the person's language; empty when it is not known. */
  readonly language: string
  readonly tags: readonly string[]
  /** Empty for voices of models, and for those in none. */
  readonly folder: string
  /** What a search looks through, in small letters. */
  readonly text: string
}

/** A sentence of the catalogue in the person's language. */
type Say = (words: string) => string

export function entriesOf({ models, voices, say, plainName }: {
  readonly models: readonly Model[]
  readonly voices: readonly Voice[]
  readonly say: Say
  readonly plainName: (model: string) => string
}): VoiceEntry[] {
  const speaking = models.filter(model => model.kind === 'speech' && !model.isHidden)
  return [
    ...voices.flatMap((voice): VoiceEntry[] => {
      const fitting = speaking.filter(model => fitsModel(voice, model))
      return fitting.length === 0 ? [] : [ownEntry(voice, fitting)]
    }),
    ...speaking.flatMap(model => presetEntriesOf(model, say)),
    ...speaking.filter(model => model.presets.length === 0).map(model => plainEntry(model, plainName(model.label), say)),
  ]
}

function ownEntry(voice: Voice, models: readonly Model[]): VoiceEntry {
  return {
    // What a person noted of it may say the same as the catalogue of others.
    ...traitsOf([...voice.tags, voice.notes].join(', ')),
    key: voice.id,
    name: voice.name,
    kind: 'own',
    models,
    voice,
    preset: null,
    description: voice.notes,
    language: voice.language,
    tags: voice.tags,
    folder: voice.folder,
    text: `${voice.name} ${voice.folder} ${voice.language} ${voice.tags.join(' ')} ${voice.notes} ${voice.consent} ${models.map(model => model.label).join(' ')}`.toLowerCase(),
  }
}

/** Read once for each model and language: a list of thousands is opened again and again. */
const readPresets = new WeakMap<Model, { readonly say: Say, readonly entries: readonly VoiceEntry[] }>()
function presetEntriesOf(model: Model, say: Say): readonly VoiceEntry[] {
  const known = readPresets.get(model)
  if (known?.say === say)
    return known.entries
  const entries = model.presets.map(preset => presetEntry(preset, model, say))
  readPresets.set(model, { say, entries })
  return entries
}

function presetEntry(preset: Model['presets'][number], model: Model, say: Say): VoiceEntry {
  const name = voiceName(preset.name)
  const [description, language] = [say(preset.description), say(preset.language)]
  const traits = traitsOf(description)
  const plain = description === preset.description ? traits : traitsOf(preset.description)
  return {
    sex: traits.sex ?? plain.sex,
    age: traits.age ?? plain.age,
    styles: traits.styles,
    key: `${model.id} ${preset.name}`,
    name,
    kind: 'preset',
    models: [model],
    voice: null,
    preset: preset.name,
    description,
    language,
    tags: [],
    folder: '',
    text: `${name} ${description} ${preset.description} ${language} ${preset.language} ${model.label} ${model.id}`.toLowerCase(),
  }
}

function plainEntry(model: Model, name: string, say: Say): VoiceEntry {
  const description = say(model.summary)
  return {
    sex: null,
    age: null,
    styles: [],
    key: model.id,
    name,
    kind: 'plain',
    models: [model],
    voice: null,
    preset: null,
    description,
    language: '',
    tags: [],
    folder: '',
    text: `${name} ${description} ${model.id}`.toLowerCase(),
  }
}

/** Undefined or empty: any. */
export interface VoiceFilter {
  readonly words: string
  readonly languages: readonly string[]
  readonly sex: Sex | null
  readonly age: Age | null
  readonly styles: readonly string[]
  readonly modelIds: readonly ModelId[]
  readonly tags: readonly string[]
  readonly folders: readonly string[]
}
export const anyVoice: VoiceFilter = { words: '', languages: [], sex: null, age: null, styles: [], modelIds: [], tags: [], folders: [] }

/** *Chinese (Beijing)* is Chinese. */
export const mainLanguage = (language: string): string => language.split(/[(（]/)[0]?.trim() ?? ''

/** Of languages, models, folders and styles one has to fit; of tags and words all. */
export function filterVoices(entries: readonly VoiceEntry[], filter: VoiceFilter): VoiceEntry[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(word => word !== '')
  const oneOf = <Value>(asked: readonly Value[], given: () => readonly Value[]): boolean =>
    asked.length === 0 || given().some(value => asked.includes(value))
  return entries.filter(entry => words.every(word => entry.text.includes(word))
    && (filter.sex === null || entry.sex === filter.sex)
    && (filter.age === null || entry.age === filter.age)
    && oneOf(filter.languages, () => [mainLanguage(entry.language)])
    && oneOf(filter.styles, () => entry.styles)
    && oneOf(filter.folders, () => [entry.folder])
    && oneOf(filter.modelIds, () => entry.models.map(model => model.id))
    && filter.tags.every(tag => entry.tags.includes(tag)))
}

/** The values that there are to choose from, those of the most voices first. */
export function valuesOf(entries: readonly VoiceEntry[], of: (entry: VoiceEntry) => readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of entries.flatMap(of)) {
    if (value !== '')
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([a, more], [b, less]) => less - more || a.localeCompare(b)).map(([value]) => value)
}

/** The settings that a speaker has now, as far as this model knows them: what is heard is what is cast. */
export function settingsFor(model: Model, present: Fields = {}): Fields {
  return withoutVoiceFields(model, fieldsThatFit(model, present))
}

/** The voice as it would be cast; `settings` as of `settingsFor`. */
export function onTrial(entry: VoiceEntry, model: Model, settings: Fields = {}): VoiceOnTrial {
  return {
    modelId: model.id,
    voiceId: entry.voice?.id ?? null,
    fields: entry.preset === null ? settings : { ...settings, [presetField]: entry.preset },
  }
}

/** The voice that a speaker has; undefined for one by address, name or file. */
export function entryOf(entries: readonly VoiceEntry[], casting: Casting | undefined): VoiceEntry | undefined {
  return casting && entries.find(({ voice, preset, models }) => casting.voiceId !== null
    ? voice?.id === casting.voiceId
    : models.some(model => model.id === casting.modelId && voice === null && (preset ?? undefined) === casting.fields[presetField]
      && (preset !== null || Object.keys(withoutVoiceFields(model, casting.fields)).length === Object.keys(casting.fields).length)))
}
