/** Which of eSpeak's voices reads a text: by the language that the request named, else by its letters and words. */
import { wordLanguages } from '../../base/word-languages.ts'

/** eSpeak's names for languages where they are not the code. */
const voices: Readonly<Record<string, string>> = {
  en: 'en-us',
  zh: 'cmn',
  yue: 'yue',
  no: 'nb',
  nn: 'nb',
  pt: 'pt-br',
}
/** eSpeak knows the syllables of Japanese and not its characters: it names them instead of reading them. */
const unread = /^ja/
const han = /\p{Script=Han}/u

/** Scripts of one language, or of several that sound alike enough; others are told by their words. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [han, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Ethiopic}/u, 'am'],
]

/**
 * ISO 639-1 where there is one. Null for a text without words, and where nothing says its language. `named`: the code that a request
 * named, or null; one that the letters contradict does not count.
 */
export function languageOf(text: string, named: string | null): string | null {
  const byScript = scripts.find(([script]) => script.test(text))?.[1]
  if (byScript !== undefined)
    return named === 'yue' && byScript === 'zh' ? named : byScript
  if (named !== null && !scripts.some(([, language]) => language === named))
    return named
  return wordLanguages.detect(text).language || null
}

/** Null where no voice reads it. */
export function voiceOf(text: string, named: string | null): string | null {
  const language = languageOf(text, named)
  if (language === null || (unread.test(language) && han.test(text)))
    return null
  return voices[language] ?? language
}
