/**
 * How much a request asks for, as far as that can be known before it is answered; otherwise a documented range:
 * speech has 11 to 20 characters a second in Latin text and 3 to 6 in Chinese, Japanese and Korean; a token has 3 to 5
 * Latin characters, and one of the other scripts has half a token to one and a half. A shot without a length is 4 to 6 seconds; a
 * picture in a conversation is 85 to 1,600 tokens; an answer without `max_tokens` is 50 to 2,000 tokens; a sound whose
 * length is unknown is up to ten minutes, and a text that is in no known field as long as ten minutes of speech.
 */
import type { Fields } from '#contract/models.ts'
import type { Kind } from '#contract/words.ts'
import type { ValuesOfModel } from '../models/sent-values.ts'
import { countSent, frameNames, numberIn, numberSent, spokenText, unknownModel, valuesOf } from '../models/sent-values.ts'

/** Whole numbers; equal when the quantity is known. */
export interface Range { readonly least: number, readonly most: number }

/** The quantities that rates apply to. Milliseconds, so that they are whole numbers. */
export type Quantity = 'requests' | 'characters' | 'resultMs' | 'sourceMs' | 'images' | 'tokensIn' | 'tokensOut' | 'registrations'
export type Quantities = Readonly<Partial<Record<Quantity, Range>>>

export function exactly(count: number): Range {
  return { least: count, most: count }
}

function times(each: Range, count: Range): Range {
  return { least: each.least * count.least, most: each.most * count.most }
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const spokenMsPerCharacter = { latin: { least: 1000 / 20, most: 1000 / 11 }, cjk: { least: 1000 / 6, most: 1000 / 3 } }
const tokensPerCharacter = { latin: { least: 1 / 5, most: 1 / 3 }, cjk: { least: 0.5, most: 1.5 } }
const tokensPerPicture = { least: 85, most: 1600 }
/** Added by each message for its role and delimiters. */
const tokensPerMessage = { least: 0, most: 10 }
const answerTokens = { least: 50, most: 2000 }
const shotMs = { least: 4000, most: 6000 }
const framesPerSecond = { least: 16, most: 30 }
const unknownSoundMs = { least: 0, most: 600_000 }
/** The most that is spoken in that time, at 20 characters a second. */
const unknownCharacters = { least: 0, most: 12_000 }

/** Code points, which is also how the service's limits count. */
export function charactersIn(text: string): number {
  return [...text].length
}

function perCharacter(text: string, rate: { readonly latin: Range, readonly cjk: Range }): Range {
  const ofCjk = text.match(cjk)?.length ?? 0
  const others = charactersIn(text) - ofCjk
  return {
    least: Math.floor(others * rate.latin.least + ofCjk * rate.cjk.least),
    most: Math.ceil(others * rate.latin.most + ofCjk * rate.cjk.most),
  }
}

function spokenMs(model: ValuesOfModel, fields: Fields, text: string): Range {
  const speed = Math.min(4, Math.max(0.25, numberSent(model, fields, ['speed', 'voice_settings.speed']) ?? 1))
  const { least, most } = perCharacter(text, spokenMsPerCharacter)
  return { least: Math.floor(least / speed), most: Math.ceil(most / speed) }
}

/** The length of one shot. */
export function filmedMs(model: ValuesOfModel, fields: Fields): Range {
  // Frames that were filled in count more than seconds that the service uses where there are none.
  for (const values of valuesOf(model, fields)) {
    const seconds = numberIn(values, ['duration', 'duration_seconds', 'seconds'])
    if (seconds !== null)
      return exactly(Math.round(seconds * 1000))
    const frames = numberIn(values, frameNames)
    if (frames !== null)
      return { least: Math.floor(frames * 1000 / framesPerSecond.most), most: Math.ceil(frames * 1000 / framesPerSecond.least) }
  }
  return shotMs
}

/** A text that cannot be found must not seem to be none: that would be free. */
function unknownSpeech(fields: Fields): Quantities {
  const words = Object.values(fields).reduce<number>((sum, value) => typeof value === 'string' ? sum + charactersIn(value) : sum, 0)
  return { characters: { ...unknownCharacters, most: Math.max(unknownCharacters.most, words) }, resultMs: unknownSoundMs }
}

/**
 * The quantities of one request of this kind, by this model. `sourceSeconds` is the length of the sound that is sent; null when it is
 * unknown.
 */
export function quantitiesOf(
  kind: Exclude<Kind, 'chat'>,
  model: ValuesOfModel,
  fields: Fields,
  sourceSeconds: number | null = null,
): Quantities {
  const requests = exactly(1)
  switch (kind) {
    case 'speech': {
      const text = spokenText(model, fields)
      return text === null
        ? { requests, ...unknownSpeech(fields) }
        : { requests, characters: exactly(charactersIn(text)), resultMs: spokenMs(model, fields, text) }
    }
    case 'image':
    case 'edit':
      return { requests, images: countSent(model, fields) }
    case 'video':
      return { requests, resultMs: times(filmedMs(model, fields), countSent(model, fields)) }
    case 'transcribe':
      return { requests, sourceMs: sourceSeconds === null ? unknownSoundMs : exactly(Math.round(sourceSeconds * 1000)) }
    default:
      return kind satisfies never
  }
}

/** The quantities of a chat request: it contains the whole conversation. */
export function quantitiesOfChat(
  said: { readonly texts: readonly string[], readonly pictureCount: number, readonly messageCount: number },
  fields: Fields,
  model: ValuesOfModel = unknownModel,
): Quantities {
  const words = perCharacter(said.texts.join(''), tokensPerCharacter)
  const mostTokens = numberSent(model, fields, ['max_tokens', 'max_completion_tokens'])
  return {
    requests: exactly(1),
    tokensIn: {
      least: words.least + said.pictureCount * tokensPerPicture.least + said.messageCount * tokensPerMessage.least,
      most: words.most + said.pictureCount * tokensPerPicture.most + said.messageCount * tokensPerMessage.most,
    },
    tokensOut: times(
      mostTokens === null ? answerTokens : { least: Math.min(answerTokens.least, Math.ceil(mostTokens)), most: Math.ceil(mostTokens) },
      exactly(Math.ceil(numberSent(model, fields, ['n']) ?? 1)),
    ),
  }
}

export const quantitiesOfRegistration: Quantities = { registrations: exactly(1) }
