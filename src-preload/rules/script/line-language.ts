/** In which language a line is spoken, and how a request says so: the narrowest setting counts. */
import type { Fields, Model } from '#contract/models.ts'
import type { Casting, ScriptLanguages } from '#contract/script.ts'
import { languageCode } from './language-code.ts'
import { languageIn } from './pronounce.ts'

/** As a line has them. */
interface SpokenLanguages {
  readonly language?: string | null | undefined
  readonly spokenIn?: string | null | undefined
}

/** Models name it in one of these fields. */
const languageFields: readonly string[] = ['language_id', 'language']

/** That of a speaker: what their casting says, which is sent, before what a person has said of the speaker, before that of the script. */
export function languageOfSpeaker(speaker: string, casting: Pick<Casting, 'fields'> | null, languages: ScriptLanguages): string | null {
  return (casting && languageCode(languageIn(casting.fields)))
    ?? languages.speakers.find(each => each.speaker === speaker)?.language
    ?? languages.script
}

/**
 * That of a line with a voice on trial, as if its speaker were cast with it: what a person has said of the line, then the fields of the
 * voice, then in which language the line is spoken otherwise.
 */
export function languageOnTrial({ language, spokenIn }: SpokenLanguages, fields: Fields): string | null {
  return language ?? languageCode(languageIn(fields)) ?? spokenIn ?? null
}

/** The field of a model that names the language, if it has one. */
export function languageField<F extends { readonly name: string }>({ fields }: { readonly fields: readonly F[] }): F | undefined {
  return fields.find(({ name }) => languageFields.includes(name))
}

/** By the fields of a casting, which are never changed in place: all lines of a speaker share them, and so what is known of them. */
const known = new WeakMap<Fields, Map<string, Fields>>()

/** What a model is told of the language. Fields stay as they are where they say it already, or where the model has no such field. */
export function fieldsInLanguage(fields: Fields, model: Pick<Model, 'fields'>, language: string | null | undefined): Fields {
  const field = languageField(model)
  if (!language || !field || languageCode(languageIn(fields)) === language)
    return fields
  const byLanguage = known.get(fields) ?? new Map<string, Fields>()
  known.set(fields, byLanguage)
  const choice = field.choices?.find(({ value }) => languageCode(value) === language)?.value
  const key = `${field.name} ${String(choice)}`
  const made = byLanguage.get(key) ?? (choice === undefined ? fields : { ...fields, [field.name]: choice })
  byLanguage.set(key, made)
  return made
}

/** The language in which a model speaks when a request says none; null where it follows the words, or is not known. */
export function usualLanguage(model: Pick<Model, 'fields'> | undefined): string | null {
  return languageCode(model && languageField(model)?.default)
}
