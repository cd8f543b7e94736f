/** Whether the chosen take still fits its line: compares what the take was made from with the line as it is now. */
import type { FileValue, Model } from '#contract/models.ts'
import type { Casting, Line } from '#contract/script.ts'
import { givenValue, isFileValue } from '#rules/models/presence.ts'
import { plainText } from '#rules/plain-data.ts'
import { detectedLanguage } from '#rules/script/detect-language.ts'
import { languageCode } from '#rules/script/language-code.ts'
import { directionField } from '#rules/script/line-fields.ts'
import { usualLanguage } from '#rules/script/line-language.ts'
import { languageIn } from '#rules/script/pronounce.ts'
import { sha256 } from '../base/hash.ts'
import { wordLanguages } from '../base/word-languages.ts'

export interface MadeFrom {
  readonly text: string
  readonly direction: string
  readonly modelId: string
  /** The library voice that speaks, if any. */
  readonly voiceId: Casting['voiceId']
  /** Those of the casting or the request that choose and shape the voice; text and direction are ignored. */
  readonly voiceFields: Casting['fields']
}

/** Equal for the same text and voice, regardless of the order of fields and of white space around the text. */
export function fingerprint({ text, direction, modelId, voiceId, voiceFields }: MadeFrom): string {
  const words = wordsOf({ text, direction })
  return `${JSON.stringify(words).slice(0, -1)},${voiceText({ modelId, voiceId, voiceFields }, words[1] !== '').slice(1)}`
}

/** By the fields of a casting, which all lines of its speaker share. They are never changed in place. */
const voiceTexts = new WeakMap<MadeFrom['voiceFields'], Map<string, string>>()

/** What a fingerprint says besides the words. */
function voiceText({ modelId, voiceId, voiceFields }: Pick<MadeFrom, 'modelId' | 'voiceId' | 'voiceFields'>, isDirected: boolean): string {
  const key = `${modelId} ${voiceId} ${isDirected}`
  const texts = voiceTexts.get(voiceFields) ?? new Map<string, string>()
  voiceTexts.set(voiceFields, texts)
  const known = texts.get(key)
  if (known !== undefined)
    return known
  const { text: _words, stream: _delivery, instructions, ...others } = voiceFields
  // A request says what is heard of its files, a casting does not.
  const voice = withFilesOnly(others)
  // A line's own direction is sent as the model's instructions, in place of the casting's.
  const counts = instructions !== undefined && !isDirected ? { ...voice, instructions } : voice
  // Takes from before library voices keep their fingerprint.
  const text = plainText([modelId, counts, ...(voiceId === null ? [] : [voiceId])])
  texts.set(key, text)
  return text
}

function withFilesOnly(fields: Casting['fields']): Casting['fields'] {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) =>
    [name, Array.isArray(value) ? value.map(onlyFile) : isFileValue(value) ? onlyFile(value) : value]))
}

function onlyFile({ assetId }: FileValue): FileValue {
  return { assetId }
}

/** What a line asks for; null without a casting or without words, and for a line that nobody speaks. */
export function madeFromOf(line: Pick<Line, 'text' | 'direction' | 'role'>, casting: Casting | null): string | null {
  const isAsked = casting !== null && line.text.trim() !== '' && line.role === 'speech'
  return isAsked ? fingerprint({ ...line, ...casting, voiceFields: casting.fields }) : null
}

/** A script is read as a whole at each change of its castings: nearly all keys are the same as before. */
const requestKeys = new WeakMap<object, Map<string, string>>()
const unknownModel = {}
/** For each model. Some megabytes at most, for thousands of lines and their takes. */
const mostKeys = 16_384

/**
 * Equal for fingerprints that become the very same request: blank fields, fields that the model does not have, and a direction
 * that it does not hear are not sent. The model as it is now; undefined where it is unknown.
 */
export function requestKeyOf(madeFrom: string, model: Model | undefined): string {
  const keys = requestKeys.get(model ?? unknownModel) ?? new Map<string, string>()
  const known = keys.get(madeFrom)
  if (known !== undefined)
    return known
  if (keys.size >= mostKeys)
    keys.clear()
  const key = sha256(requestOf(madeFrom, model)).slice(0, 32)
  requestKeys.set(model ?? unknownModel, keys.set(madeFrom, key))
  return key
}

/** The model that the fingerprint names. */
export function modelOf(madeFrom: string, models: readonly Model[]): Model | undefined {
  const modelId = read(madeFrom)?.[2]
  return models.find(model => model.id === modelId)
}

/** Begins every fingerprint of this text, up to its direction. */
export function startOfFingerprint(text: string): string {
  return JSON.stringify(wordsOf({ text, direction: '' })).slice(0, -3)
}

/** The text, as fingerprints keep it; null for one that cannot be read. */
export function wordsMadeFrom(madeFrom: string): string | null {
  return read(madeFrom)?.[0] ?? null
}

/** By which model, voice and fields; null for one that cannot be read. */
export function voiceMadeFrom(madeFrom: string): { modelId: string, voiceId: Casting['voiceId'], fields: Casting['fields'] } | null {
  const parts = read(madeFrom)
  if (!parts)
    return null
  const [, , modelId, fields, voiceId = null] = parts
  return { modelId, fields, voiceId: voiceId as Casting['voiceId'] } // as `fingerprint` wrote it
}

type Fingerprint = [text: string, direction: string, modelId: string, fields: Casting['fields'], voiceId?: string]

function read(madeFrom: string): Fingerprint | null {
  try {
    const parts: unknown = JSON.parse(madeFrom)
    return Array.isArray(parts) && typeof parts[3] === 'object' && parts[3] !== null ? parts as Fingerprint : null // written above
  }
  catch {
    return null
  }
}

function requestOf(madeFrom: string, model: Model | undefined): string {
  const parts = read(madeFrom)
  if (!parts)
    return madeFrom
  const [text, direction, modelId, fields, voiceId = null] = parts
  const spoken = direction !== '' && model ? { ...fields, [directionField]: direction } : fields
  const sent = Object.keys(spoken).flatMap((name) => {
    const value = givenValue(spoken, name)
    const isSent = value !== undefined && (!model || model.fields.some(field => field.name === name))
    return isSent ? [[name, name === directionField && typeof value === 'string' ? value.normalize('NFC').trim() : value]] : []
  })
  return plainText([text, model ? '' : direction, modelId, Object.fromEntries(sent), voiceId])
}

/**
 * The state of a line that asks for this (see `madeFromOf`) and whose chosen take was made from `takeMadeFrom`: null for an imported
 * file, which never becomes stale. Without a casting only the text can differ, because the take's voice was chosen for that take alone.
 */
export function stateOf(
  line: Pick<Line, 'text' | 'direction' | 'role' | 'chosenTakeId'>,
  asked: string | null,
  takeMadeFrom: string | null,
  model?: Model,
): Line['state'] {
  if (line.chosenTakeId === null)
    return 'not-made'
  // What nobody speaks has nothing that could differ.
  if (takeMadeFrom === null || line.role !== 'speech')
    return 'made'
  const fits = asked === null ? hasWordsOf(takeMadeFrom, line) : fitsRequest(takeMadeFrom, asked, model)
  return fits ? 'made' : 'stale'
}

/** Whether a take has this line's text and direction. */
export function hasWordsOf(takeMadeFrom: string, line: Pick<Line, 'text' | 'direction'>): boolean {
  return takeMadeFrom.startsWith(`${JSON.stringify(wordsOf(line)).slice(0, -1)},`)
}

/** See `requestKeyOf`. */
export function isSameRequest(one: string, other: string, model: Model | undefined): boolean {
  return one === other || requestKeyOf(one, model) === requestKeyOf(other, model)
}

/**
 * Whether a take is what is asked for. A request that names no language is spoken in the model's usual one, else in that of its words: so
 * no take is outdated because a person has said in which language it is anyway.
 */
export function fitsRequest(takeMadeFrom: string, asked: string, model: Model | undefined): boolean {
  if (isSameRequest(takeMadeFrom, asked, model))
    return true
  const [take, line] = [inNoLanguage(takeMadeFrom), inNoLanguage(asked)]
  // One that names none was made, or is asked for, as the words say.
  if (!take || !line || (take.language === null) === (line.language === null) || !isSameRequest(take.madeFrom, line.madeFrom, model))
    return false
  const implied = usualLanguage(model) ?? detectedLanguage(take.text, wordLanguages)
  return implied === null || implied === (take.language ?? line.language)
}

function inNoLanguage(madeFrom: string): { readonly madeFrom: string, readonly language: string | null, readonly text: string } | null {
  const parts = read(madeFrom)
  if (!parts)
    return null
  const [text, direction, modelId, { language, language_id, ...voiceFields }, voiceId = null] = parts
  return {
    madeFrom: fingerprint({ text, direction, modelId, voiceId: voiceId as Casting['voiceId'], voiceFields }), // as `fingerprint` wrote it
    language: languageCode(languageIn({ language, language_id })),
    text,
  }
}

function wordsOf({ text, direction }: { text: string, direction: string }): [string, string] {
  return [text.normalize('NFC').trim(), direction.normalize('NFC').trim()]
}
