/** Words with the times they are said at, put right: services disagree on order, on ends, and on what is a number. */

/** Seconds from the beginning of the sound. In a list: in order, none over another, none without words or without length. */
export interface TimedText { readonly startSeconds: number, readonly endSeconds: number, readonly text: string }

/** As a service says it; null for a time that it does not say. */
export interface SaidText { readonly start: number | null, readonly end: number | null, readonly text: string }

/** Eleven days: what is longer was not meant in seconds. */
const longestSeconds = 1_000_000
/** What the contract takes as one segment; a whole book at one time is no timing. */
const mostCharacters = 200_000
/** How fast speech goes where nobody says when it ends. */
const charactersPerSecond = 15
const leastSeconds = 0.834

/**
 * Times are kept to the millisecond. What is said before it begins is sorted in, what lies over its successor is cut
 * there, an end that is missing is the next beginning. Without a single beginning there are no times, and the list is empty.
 */
export function putInOrder(pieces: readonly SaidText[], durationSeconds: number | null): TimedText[] {
  const spoken = pieces
    .map(({ start, end, text }) => ({ start: asTime(start), end: asTime(end), text: cleanText(text) }))
    .filter(({ text }) => text !== '')
  if (!spoken.some(({ start }) => start !== null) || spoken.some(({ text }) => text.length > mostCharacters))
    return []
  const started = withStarts(spoken).sort((a, b) => a.start - b.start)
  const timed: TimedText[] = []
  for (const [index, { start, end, text }] of started.entries()) {
    const nextStart = started[index + 1]?.start ?? null
    const startSeconds = Math.max(start, timed.at(-1)?.endSeconds ?? 0)
    const spokenFor = Math.max(leastSeconds, text.length / charactersPerSecond)
    const guesses = [end, nextStart, nextStart === null ? asTime(durationSeconds) : null]
    const endSeconds = guesses.find(guess => guess !== null && guess > startSeconds) ?? roundToMs(startSeconds + spokenFor)
    const isCut = nextStart !== null && nextStart > startSeconds && nextStart < endSeconds
    timed.push({ startSeconds, endSeconds: isCut ? nextStart : endSeconds, text })
  }
  return timed
}

/** A piece that does not say when it begins does so when the one before it ends. */
function withStarts(pieces: readonly SaidText[]): (SaidText & { start: number })[] {
  let before = 0
  return pieces.map((piece) => {
    const start = piece.start ?? before
    before = Math.max(start, piece.end ?? start)
    return { ...piece, start }
  })
}

function asTime(seconds: number | null): number | null {
  return seconds !== null && Number.isFinite(seconds) && seconds <= longestSeconds ? Math.max(0, roundToMs(seconds)) : null
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** Without what no file and no search can hold: control characters, halves of letters, white space around. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, ' ').trim()
}

const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map(script => `\\p{Script_Extensions=${script}}`).join('')
const needsNoSpaceAfter = new RegExp(`[\\s\\p{Ps}\\p{Pi}¿¡，！？；：${spaceless}]$`, 'u')
const needsNoSpaceBefore = new RegExp(`^[\\s\\p{Pe}\\p{Pf},.;:!?%…，！？；：${spaceless}]`, 'u')

/** One text of several, with spaces where the script has them. Pieces that mostly bring their own spaces are taken as they are. */
export function joinTexts(texts: readonly string[]): string {
  const spoken = texts.filter(text => text.trim() !== '')
  const bringSpaces = spoken.filter(text => /^\s|\s$/.test(text)).length > spoken.length / 2
  const joined = spoken.map((text, index) => {
    const before = spoken[index - 1]
    return bringSpaces || before === undefined || needsNoSpaceAfter.test(before) || needsNoSpaceBefore.test(text) ? text : ` ${text}`
  })
  return cleanText(joined.join(''))
}

const endsSentence = /[.!?。！？…؟।]["'”’)\]」』]*$/
const longestPauseSeconds = 1
const longestSentenceSeconds = 10

/** Single words as sentences, or as what is said in one breath. */
export function sentencesOf(words: readonly SaidText[]): SaidText[] {
  const sentences: SaidText[][] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    const first = sentences.at(-1)?.[0]
    if (before && first && !endsSentence.test(before.text.trim()) && !isApart(first, before, word))
      sentences.at(-1)?.push(word)
    else
      sentences.push([word])
  }
  return sentences.map(sentence => ({ start: sentence[0]?.start ?? null, end: sentence.at(-1)?.end ?? null, text: joinTexts(sentence.map(({ text }) => text)) }))
}

function isApart(first: SaidText, before: SaidText, word: SaidText): boolean {
  const from = word.start ?? Number.NaN
  return from - (before.end ?? Number.NaN) > longestPauseSeconds || from - (first.start ?? Number.NaN) > longestSentenceSeconds
}

/** The words as they stand in the text, with the punctuation that lists of words leave out; as they are where the two differ. */
export function punctuate(words: readonly SaidText[], text: string): readonly SaidText[] {
  const lower = text.toLowerCase()
  // Some letters grow when they change case, and every place behind them is then another.
  if (lower.length !== text.length)
    return words
  const places: number[] = []
  let at = 0
  for (const { text: word } of words) {
    const place = lower.indexOf(word.trim().toLowerCase(), at)
    // Far off it is the same word of another sentence.
    if (place < 0 || place - at > 40)
      return words
    places.push(place)
    at = place + word.trim().length
  }
  return words.map((word, index) => ({ ...word, text: text.slice(index === 0 ? 0 : places[index], places[index + 1]) }))
}
