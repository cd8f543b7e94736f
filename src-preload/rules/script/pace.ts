/** How long words take to speak: an estimate from the pace at which a voice has spoken before. */

/** How fast somebody speaks. */
export interface Pace {
  /** Letters per second of speech, pauses between words and sentences included; see `lettersOf`. */
  readonly lettersPerSecond: number
  /** Silence before the first word and after the last, together. */
  readonly edgeSeconds: number
  /** How far a take is from the estimate, mostly: 0.1 is a tenth. */
  readonly spread: number
  /** How many takes it was learned from. */
  readonly takeCount: number
  /** Whose takes: of this voice, of the speaker with any voice, or of nobody, as people speak the language. */
  readonly from: 'voice' | 'speaker' | 'language'
}

/** A take of known words. */
export interface SpokenTake {
  readonly text: string
  readonly seconds: number
  /** From the first word to the last, where word times are known. */
  readonly speechSeconds: number | null
}

export interface SpokenLength { readonly seconds: number, readonly least: number, readonly most: number }

/** How many letters of a Latin word take as long as one sign of another kind. */
const weights = { letter: 1, digit: 4, sign: 6, han: 3.2, kana: 1.8, hangul: 2.6 } as const
/** How many letters take as long as a pause. */
const pauses = { short: 2.5, long: 6 } as const

const long = new Set('.!?…。！？\n')
const short = new Set(',;:—–，、；：')
const spokenSigns = new Set('$€£¥%‰&@+=°#')

/**
 * The length of a text in letters of a Latin word: what is said counts, and a pause counts where something is said after it. Numbers
 * and signs are longer when they are said than when they are written; a Chinese character or a syllable of Korean is longer than a letter.
 */
export function lettersOf(text: string): number {
  return measured(text).letters
}

/** Pauses, and how many letters are as long as all of them, are those between words that are said. */
function measured(text: string): { letters: number, pauseCount: number, pauseLetters: number } {
  let sum = 0
  let pause = 0
  let wasDigit = false
  let [pauseCount, pauseLetters] = [0, 0]
  for (const character of text) {
    const weight = weightOf(character)
    if (weight > 0) {
      const isDigit = weight === weights.digit
      // A point or comma within a number is no pause: 3.5, 1,000.
      if (pause > 0 && !(wasDigit && isDigit)) {
        pauseCount += 1
        pauseLetters += pause
      }
      sum += weight
      pause = 0
      wasDigit = isDigit
      continue
    }
    if (long.has(character) || short.has(character))
      pause = sum === 0 ? 0 : Math.max(pause, long.has(character) ? pauses.long : pauses.short)
    else
      wasDigit = false
  }
  return { letters: sum + pauseLetters, pauseCount, pauseLetters }
}

function weightOfAscii(code: number): number {
  if (code >= 0x30 && code <= 0x39)
    return weights.digit
  const small = code | 0x20
  return small >= 0x61 && small <= 0x7A ? weights.letter : spokenSigns.has(String.fromCodePoint(code)) ? weights.sign : 0
}

function weightOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80)
    return weightOfAscii(code)
  if (spokenSigns.has(character))
    return weights.sign
  if (/\p{Script=Han}/u.test(character))
    return weights.han
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character))
    return weights.kana
  if (/\p{Script=Hangul}/u.test(character))
    return weights.hangul
  return /\p{Nd}/u.test(character) ? weights.digit : /\p{L}/u.test(character) ? weights.letter : 0
}

const usualPace = 13.5
/** Where people speak faster or slower than that, in the letters of their language. */
const paceOfLanguage: Readonly<Record<string, number>> = { de: 13, es: 15, fr: 14, it: 14.5, ko: 14, pt: 14.5, ru: 13, zh: 14.5 }

/** What is known of a language that nobody has spoken here yet. */
export function usualPaceOf(language: string | null): Pace {
  const lettersPerSecond = paceOfLanguage[language ?? ''] ?? usualPace
  return { lettersPerSecond, edgeSeconds: 0.3, spread: 0.25, takeCount: 0, from: 'language' }
}

/** Slower and faster than anybody speaks: such a take is silent, cut off, or of other words. */
const slowest = 2
const fastest = 60
/** What was known before counts as much as this many seconds of speech. */
const weightOfBefore = 6
/** A word alone tells little of a pace. */
const leastLetters = 8

/** The pace of these takes; few of them change little of what was known before. */
export function paceOf(takes: readonly SpokenTake[], before: Pace, from: Pace['from']): Pace {
  const rows = takes.flatMap(({ text, seconds, speechSeconds }) => {
    const letters = lettersOf(text)
    const speech = speechSeconds ?? seconds - before.edgeSeconds
    const rate = letters / speech
    const isUsable = letters >= leastLetters && speech > 0 && speech <= seconds && rate >= slowest && rate <= fastest
    return isUsable ? [{ letters, seconds, speech, rate, isTimed: speechSeconds !== null }] : []
  })
  if (rows.length === 0)
    return before
  const middle = median(rows.map(row => row.rate))
  // One take with a long silence in it does not make a voice slow.
  const within = rows.map(row => ({ ...row, speech: row.letters / Math.min(middle * 1.4, Math.max(middle / 1.4, row.rate)) }))
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
  const lettersPerSecond = (sum(within.map(row => row.letters)) + before.lettersPerSecond * weightOfBefore)
    / (sum(within.map(row => row.speech)) + weightOfBefore)
  const edges = rows.filter(row => row.isTimed).map(row => Math.min(1.5, row.seconds - row.speech))
  const edgeSeconds = (sum(edges) + before.edgeSeconds * 2) / (edges.length + 2)
  const errors = rows.map(row => Math.min(0.5, Math.abs(row.seconds / (edgeSeconds + row.letters / lettersPerSecond) - 1)))
  // Of twice as many takes as not, the error is within 1.5 times the mean one.
  const spread = Math.min(0.5, Math.max(0.03, (sum(errors) * 1.5 + before.spread * 2) / (errors.length + 2)))
  return { lettersPerSecond, edgeSeconds, spread, takeCount: rows.length, from }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Zero for a text in which nothing is said. */
export function spokenLength(text: string, pace: Pace): SpokenLength {
  const letters = lettersOf(text)
  if (letters === 0)
    return { seconds: 0, least: 0, most: 0 }
  const seconds = pace.edgeSeconds + letters / pace.lettersPerSecond
  return { seconds, least: seconds * (1 - pace.spread), most: seconds * (1 + pace.spread) }
}

/** Whether so little is known that a range says more than a number. */
export function isVague({ spread }: Pace): boolean {
  return spread >= 0.14
}

/** How many letters can be said in this time. */
export function lettersWithin(seconds: number, pace: Pace): number {
  return Math.max(0, seconds - pace.edgeSeconds) * pace.lettersPerSecond
}

/** The pauses that a voice makes in a text, at its commas and between its sentences. */
export function pausesIn(text: string, pace: Pace): { count: number, seconds: number } {
  const { pauseCount, pauseLetters } = measured(text)
  return { count: pauseCount, seconds: pauseLetters / pace.lettersPerSecond }
}

/** How fast a text is spoken, in the unit of its writing: where words have no spaces between them, characters are counted. */
export interface SpokenRate { readonly unit: 'words a minute' | 'characters a second', readonly value: number }

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** When it takes this time, with the silence around it; null where nothing is said, or in no time. */
export function rateWithin(text: string, seconds: number, pace: Pace): SpokenRate | null {
  const speech = seconds - pace.edgeSeconds
  if (speech <= 0 || lettersOf(text) === 0)
    return null
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if ((text.match(withoutSpaces)?.length ?? 0) * 2 > characters)
    return { unit: 'characters a second', value: characters / speech }
  const words = text.split(/\s+/).filter(word => lettersOf(word) > 0).length
  return { unit: 'words a minute', value: words * 60 / speech }
}

/** At this pace. */
export function spokenRate(text: string, pace: Pace): SpokenRate | null {
  return rateWithin(text, spokenLength(text, pace).seconds, pace)
}
